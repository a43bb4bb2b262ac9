"""A stored baseline: a small JSON file for the repository, with the strategy's text and how it
plays, so that later versions can be told from it."""

import hashlib
import json
from pathlib import Path

from simcli import __version__
from simcli.base.errors import RunDataError
from simcli.compare.borrowing import beside, gather
from simcli.compare.layout import layout_of
from simcli.compare.play import Match
from simcli.compare.state import write_aside
from simcli.strategy.loading import Strategy
from simcli.variant.rules import Rules

FORMAT = "simcli-baseline/1"
DEALS, SEED = 200, 1  # the deals whose digests tell how the strategy plays
KEYS = ("strategy", "rules", "cards", "behaviour", "history")


def rules_facts(rules: Rules, catalogue) -> dict:
    """What a baseline holds of the game: the rules, and a hash of the tables of cards and
    nobles."""
    tables = json.dumps(catalogue.to_dict(), sort_keys=True, separators=(",", ":"))
    return {"rules": rules.to_dict(), "cards": hashlib.sha256(tables.encode()).hexdigest()[:16]}


def behaviour(strategy: Strategy, kernel, rules: Rules, record_of) -> dict[str, str]:
    """By number of players, a digest of how the strategy plays against itself on the first
    deals."""
    digests = {}
    for players in rules.players:
        layout = layout_of(rules, players)
        match = Match(kernel, record_of(players), layout, SEED, [strategy] * players)
        found = match.games_of(0, 0, DEALS)
        digests[str(players)] = hashlib.sha256(b"".join(array.tobytes() for array in found)).hexdigest()[:16]
    return digests


def new_baseline(
    strategy: Strategy, rules: Rules, catalogue, digests: dict, created: str, history: list | None = None
) -> dict:
    """The content of a baseline file."""
    text = strategy.path.read_text(encoding="utf-8")
    facts = {
        "label": strategy.label,
        "file": strategy.path.name,
        "parameters": strategy.parameters,
        "source": strategy.source,
        "text": text,
        "borrowed": gather(text, beside(strategy.path)),
    }
    line = {"time": created, "strategy": strategy.label, "source": strategy.source[:16]}
    return {
        "format": FORMAT,
        "simcli": __version__,
        "strategy": facts,
        **rules_facts(rules, catalogue),
        "behaviour": digests,
        "history": [*(history or []), line],
    }


def read_baseline(path: Path) -> dict:
    """A stored baseline. Raises RunDataError, naming the file, where it is missing, broken or of
    another format."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RunDataError(
            f"{path}: there is no such baseline; `simcli baseline save {path} STRATEGY` makes one"
        ) from None
    except (ValueError, OSError) as error:
        raise RunDataError(f"{path}: cannot be read as JSON ({error})") from None
    found = stored.get("format") if isinstance(stored, dict) else type(stored).__name__
    if found != FORMAT:
        raise RunDataError(f"{path}: format {found!r}; this version of simcli reads {FORMAT!r}")
    missing = [key for key in KEYS if key not in stored]
    facts = stored.get("strategy")
    if (
        missing
        or not isinstance(facts, dict)
        or not {"label", "file", "parameters", "source", "text", "borrowed"} <= facts.keys()
    ):
        raise RunDataError(
            f"{path}: {(missing or ['strategy'])[0]!r} is missing or incomplete; the file was changed by hand"
        )
    return stored


def write_baseline(path: Path, stored: dict) -> None:
    """Write a baseline aside and put it in its place."""
    write_aside(path, json.dumps(stored, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def check_baseline(
    path: str, stored: dict, strategy: Strategy, kernel, rules: Rules, catalogue, record_of
) -> None:
    """Raise RunDataError where the stored baseline is of other rules, or the game of this version
    makes it play otherwise than it did."""
    for name, value in rules_facts(rules, catalogue).items():
        if stored[name] != value:
            what = "other rules" if name == "rules" else "other tables of cards or nobles"
            raise RunDataError(
                f"{path}: the baseline is of {what} than this comparison; give the same, or save a new one"
            )
    if stored["behaviour"] != behaviour(strategy, kernel, rules, record_of):
        raise RunDataError(
            f"{path}: saved with simcli {stored.get('simcli')}, the baseline plays "
            f"otherwise in this version ({__version__}); "
            "`simcli baseline accept` renews it"
        )
