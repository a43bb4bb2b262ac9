"""The rules that a report is about: key by key, and what of them is not as in the rules of that name that come with simcli."""

from collections.abc import Sequence
from functools import cache

from simcli.analysis.runs import Run, Setting
from simcli.report.model import Table
from simcli.rules import load_rules, shipped_rules
from simcli.toml_text import write_value

_NAMES = ("name", "title", "players")
NOTE = "Keys as in a rules file, for the number of players of the setting. With a star: not as in the rules of that name that come with simcli."


def flat(rules: dict, players: int) -> dict[str, str]:
    """Rules (nested as in a run's manifest) by dotted key as text; of what goes by number of players that for `players`."""
    found = {}
    for name, value in rules.items():
        inner = value if isinstance(value, dict) else {"": value}
        for key, item in inner.items():
            mine = item.get(str(players)) if isinstance(item, dict) else item
            found[f"{name}.{key}".rstrip(".")] = write_value(mine)
    return {key: value for key, value in found.items() if key not in _NAMES}


@cache
def _shipped(name: str | None) -> dict | None:
    return load_rules(name).to_dict() if name in shipped_rules() else None


def changed(run: Run) -> dict[str, str]:
    """The keys of a run's rules that are not as shipped under their name, with their values; all as shipped where no such rules are."""
    shipped = _shipped(run.rules.get("name"))
    if shipped is None:
        return {}
    plain = flat(shipped, run.players)
    return {key: value for key, value in flat(run.rules, run.players).items() if plain.get(key) != value}


def rules_text(run: Run) -> str:
    """The rules of a run in a few words: `standard`, `standard, with prestige_to_win = 18`."""
    others = ", ".join(f"{key} = {value}" for key, value in changed(run).items())
    return f"{run.rules.get('name', '')}{f', with {others}' if others else ''}"


def rules_table(settings: Sequence[Setting]) -> Table:
    """Key by key the rules of all settings."""
    runs = [setting.runs[0] for setting in settings]
    played, others = [flat(run.rules, run.players) for run in runs], [changed(run) for run in runs]
    keys = dict.fromkeys(key for rules in played for key in rules)
    rows = [("rules", *(str(run.rules.get("name", "")) for run in runs))]
    for key in keys:
        rows.append((key, *(f"{rules.get(key, '-')}{' *' if key in other else ''}" for rules, other in zip(played, others, strict=True))))
    return Table(("Key", *(setting.label for setting in settings)), tuple(rows), NOTE)
