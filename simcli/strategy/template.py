"""The file that an author starts from."""

import re
from pathlib import Path

from simcli.base.errors import BadInput
from simcli.strategy.files import shipped

TEMPLATE = '''"""One line that says what {name} does: `simcli strategies` shows it.

Idea: buy the card that is worth most for the effort it takes; otherwise take tokens towards it.
Weak against: find out, and write it here.
"""

from simcli.toolkit import best_place, effort, noble_pull, pursue, spare_for

# Numbers to play with: simcli run {path}:noble=2 random
PARAMETERS = {{"bonus": 1.0, "noble": 1.0, "far": 2.0, "cost": 0.15}}


def worth(view, row):
    """How desirable a card (a row of view.rules.card) is: the best one is the aim."""
    card = view.rules.card[row]
    p = view.parameters
    gain = card.prestige + p.bonus + p.noble * noble_pull(view, card.colour)
    return gain / effort(view, row, p.far, p.cost)


def choose(view, legal):
    """The action of this turn: a number out of the mask `legal`."""
    return pursue(view, legal, best_place(view, worth))


def give_back(view, left):
    """The token to give back (0-4 the colours, 5 gold) while `left` are too many."""
    return spare_for(view, best_place(view, worth))
'''


def create(name: str, folder: Path = Path()) -> Path:
    """Write the template as NAME.py in a folder; returns its path. Raises BadInput for a name that
    is invalid or taken."""
    stem = name.removesuffix(".py").replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", stem):
        raise BadInput(
            f"{name!r} is not a valid name for a strategy; expected a small letter and at "
            "most 39 small letters, digits, '-' or '_', such as my-first"
        )
    if stem.replace("_", "-") in shipped():
        raise BadInput(f"there is a strategy {stem.replace('_', '-')!r} already; choose another name")
    path = folder / f"{stem}.py"
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(TEMPLATE.format(name=stem.replace("_", "-"), path=f"./{path.name}"))
    except FileExistsError:
        raise BadInput(f"{str(path)!r} exists already; choose another name") from None
    return path
