"""Figure and table of the section on seats: the handicap that would make each seat fair, from the
final positions scored again."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.handicap import HALF, REACH, Handicap
from simcli.analysis.phrases import handicap_number, handicap_phrase, share_text
from simcli.figures import handicaps
from simcli.report.model import Figure, Table
from simcli.report.sections import played
from simcli.report.sections.common import INTERVALS, bounds, dot_panel, figure, sample, table

SOONER = (
    "Given at the start, prestige is worth more, because its owner also reaches the "
    "target sooner: about one and a half times as much where "
    "strategies do not look at prestige, so that two thirds of the number suffice."
)


def handicap_figure(answers: Sequence[SettingAnswer]) -> Figure:
    """The handicap of every seat (team), for the settings that have any."""
    known = [answer for answer in answers if answer.seats.handicaps]
    dots = {
        answer.label: [
            handicaps.Row(row.name, row.prestige, row.low, row.high, row.direction)
            for row in answer.seats.handicaps
        ]
        for answer in known
    }
    ends = [abs(end) for rows in dots.values() for row in rows for end in row[1:4] if end is not None]
    reach = min(float(REACH), 1.12 * max([2 * HALF, *ends]))
    return figure(
        "fair-handicap",
        _finding(known),
        "Prestige that would bring each seat's (team's) share of wins to fair, from the "
        "final positions scored again with that much more for that "
        f"seat alone. {SOONER} Inside the band no whole prestige makes the game fairer. "
        f"{INTERVALS} {sample(known)}",
        [dot_panel(label, rows, handicaps.draw, reach=reach, half=HALF) for label, rows in dots.items()],
        "setting seat prestige low high beyond best_whole share_with_it share_low share_high deals",
        [
            (
                *(answer.label, row.name, row.prestige, row.low, row.high, row.direction, row.whole),
                *(*bounds(row.share), row.share.deals),
            )
            for answer in known
            for row in answer.seats.handicaps
        ],
        shows="Dots with whiskers by seat, none at 0",
    )


def _finding(answers: Sequence[SettingAnswer]) -> str:
    rows = [(answer, row) for answer in answers for row in answer.seats.handicaps]
    if all(row.pointless for _, row in rows):
        return "No seat is so far from fair that a whole prestige given or taken would make it fairer"
    rows = [pair for pair in rows if not _spans_none(pair[1])]
    if not rows:
        return "No seat is known to need prestige given or taken: every interval contains 0"
    # Of seats that are equally far off, as two are, the first: rounded, since their numbers differ
    # in the last digit.
    answer, row = max(
        rows, key=lambda pair: abs(pair[1].direction or 0) * REACH + round(abs(pair[1].prestige or 0.0), 6)
    )
    return f"With {answer.label.lower()}, fair would be {handicap_phrase(row)}"


def _spans_none(row: Handicap) -> bool:
    """Does the interval contain 0, or is there none? A bound of None lies beyond what was tried."""
    if row.prestige is None:
        return False
    if row.low is None and row.high is None:
        return True
    return (row.low is None or row.low <= 0) and (row.high is None or row.high >= 0)


def handicap_table(answers: Sequence[SettingAnswer]) -> Table:
    """The same in numbers, with the commands that play the handicaps."""
    known = [answer for answer in answers if answer.seats.handicaps]
    note = (
        "Prestige to give (above 0) or give up (below 0), each seat alone, scored on the "
        f"final positions. {SOONER}"
    )
    if plays := "; ".join(f"`{play}`" for play in dict.fromkeys(played.command(answer) for answer in known)):
        note += f" To play it, with the run's other options: {plays}"
    rows = []
    for answer in known:
        for row in answer.seats.handicaps:
            whole = f"{row.whole:+d}" if row.whole else "none"
            rows.append((answer.label, row.name, handicap_number(row), whole, share_text(row.share)))
    return table(
        "Setting | Seat | Fair handicap, prestige | Best whole prestige | Share of wins with it", rows, note
    )
