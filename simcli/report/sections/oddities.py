"""Section: anomalies, each with the command that plays the games again."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count
from simcli.report.model import Section
from simcli.report.sections.common import table


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    rows = []
    for answer in answers:
        for oddity in answer.oddities:
            games = ", ".join(f"{game} ({value})" for game, value in oddity.games)
            number = "-" if oddity.count is None else count(oddity.count)
            rows.append((answer.label, oddity.run, oddity.meaning, number, games, oddity.command))
    if not rows:
        return Section("anomalies", "Anomalies", ("No anomaly was found.",))
    text = (
        "Things that should not happen, and extremes, with the command that shows those games move by move."
    )
    listing = table(
        "Setting | Run | What | Games | Some of them (value) | Look at them",
        rows,
        "Value: rounds, prestige, lead changes or passes, as the row says.",
        code="Look at them",
    )
    return Section("anomalies", "Anomalies", (text,), (), (listing,))
