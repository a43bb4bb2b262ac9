"""The rules that a report is about, as a table."""

from collections.abc import Sequence

from simcli.analysis.runs import Setting
from simcli.report.model import Table
from simcli.variant.rule_changes import changed, flat

NOTE = "Keys as in a rules file, for the number of players of the setting. With a star: not as in the rules of that name that come with simcli."


def rules_table(settings: Sequence[Setting]) -> Table:
    """Key by key the rules of all settings."""
    runs = [setting.runs[0] for setting in settings]
    played, others = ([of(run.rules, run.players) for run in runs] for of in (flat, changed))
    keys = dict.fromkeys(key for rules in played for key in rules)
    rows = [("rules", *(str(run.rules.get("name", "")) for run in runs))]
    for key in keys:
        rows.append(
            (
                key,
                *(
                    f"{rules.get(key, '-')}{' *' if key in other else ''}"
                    for rules, other in zip(played, others, strict=True)
                ),
            )
        )
    return Table(("Key", *(setting.label for setting in settings)), tuple(rows), NOTE)
