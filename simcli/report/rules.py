"""The rules that a report is about, as a table."""

from collections.abc import Sequence

from simcli.analysis.runs import Setting
from simcli.report.model import Table
from simcli.variant.rule_changes import changed, flat

NOTE = (
    "Keys as in a rules file, for the number of players of the setting. A star marks "
    "what differs from the rules of that name that "
    "come with simcli."
)


def rules_table(settings: Sequence[Setting]) -> Table:
    """Key by key the rules of all settings."""
    runs = [setting.runs[0] for setting in settings]
    played = [flat(run.rules, run.players) for run in runs]
    stars = [changed(run.rules, run.players) for run in runs]
    rows = [("rules", *(str(run.rules.get("name", "")) for run in runs))]
    for key in dict.fromkeys(key for rules in played for key in rules):
        values = zip(played, stars, strict=True)
        rows.append((key, *(f"{rules.get(key, '-')}{' *' if key in star else ''}" for rules, star in values)))
    return Table(("Key", *(setting.label for setting in settings)), tuple(rows), NOTE)
