"""Section: anomalies, each with the command that plays the games again."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count
from simcli.report.model import Section, Table


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "What should not happen, and the extremes, with the command that shows those games move by move.",
    )
    rows = []
    for answer in answers:
        for oddity in answer.oddities:
            games = ", ".join(f"{game} ({value})" for game, value in oddity.games)
            rows.append(
                (
                    answer.label,
                    oddity.run,
                    oddity.meaning,
                    count(oddity.count) if oddity.count is not None else "-",
                    games,
                    oddity.command,
                )
            )
    if not rows:
        return Section("anomalies", "Anomalies", ("Nothing odd was found.",))
    head = ("Setting", "Run", "What", "Games", "Some of them (value)", "Look at them")
    return Section(
        "anomalies",
        "Anomalies",
        text,
        (),
        (Table(head, tuple(rows), "Value: rounds, prestige, lead changes or passes, as the line says."),),
    )
