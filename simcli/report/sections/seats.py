"""Section: is the game fair by seat?"""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import percent, points, probability, share_text
from simcli.analysis.seats import SeatShare, SeatTable
from simcli.figures import line_ups, seat_shares
from simcli.figures.marks import shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import played
from simcli.report.sections.common import (
    INTERVALS,
    WIDE,
    bounds,
    dot,
    dot_panel,
    figure,
    panels,
    sample,
    table,
)
from simcli.report.sections.handicaps import handicap_figure, handicap_table

VERDICTS = {
    "inside": "within one point of fair",
    "outside": "more than one point off",
    "undecided": "not yet known",
}
KINDS = {"mirror": "one strategy in all seats", "mixed": "different strategies, rotated through the seats"}
SHORT = {"mirror": "one strategy", "mixed": "different ones", "teams": "all"}


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A seat is fair if it wins as often as any other. The cleanest test is a line-up "
        "with the same strategy in every seat; with different "
        "strategies, every deal is played with each of them in each seat. The green band "
        "is one percentage point to either side of fair: "
        "nobody at the table will notice a difference inside it."
    )
    figures = [_shares(answers)]
    if by_run := [answer for answer in answers if len(answer.seats.by_run) > 1]:
        figures.append(_line_ups(by_run))
    if any(answer.seats.handicaps for answer in answers):
        figures.append(handicap_figure(answers))
    left_out = [name for answer in answers for name in answer.seats.left_out]
    notes = (f"Left out, because each strategy kept its seat: {', '.join(left_out)}.",) if left_out else ()
    tables = (_table(answers), handicap_table(answers), *played.in_settings(answers))
    return Section("seats", "Seats", (text,), tuple(figures), tables, notes)


def _main(answer: SettingAnswer) -> SeatTable | None:
    return answer.seats.teams or answer.seats.headline


def _shares(answers: Sequence[SettingAnswer]) -> Figure:
    tables = [(answer, seats) for answer in answers if (seats := _main(answer))]
    rows = [(answer, seats.kind, row) for answer, seats in tables for row in seats.rows]
    far = [abs(end) for _, _, row in rows for end in dot("", row.share, shift=row.fair).ends]
    reach = max(0.015, 1.12 * max(far, default=0.0))

    def panel(answer: SettingAnswer) -> Panel | None:
        if not (seats := _main(answer)):
            return None
        dots, fair = [dot(row.name, row.share) for row in seats.rows], seats.rows[0].fair
        return dot_panel(answer.label, dots, seat_shares.draw, fair=fair, reach=reach)

    kinds = "; ".join(f"{answer.label}: {KINDS.get(answer.seats.headline.kind)}" for answer, _ in tables)
    return figure(
        "seat-shares",
        _finding(tables),
        f"Share of wins by seat; k winners of a shared win have 1/k each. {kinds}. A "
        "square: more than one point off, with 95% confidence. "
        f"{INTERVALS} {sample(answers)}",
        panels(answers, panel, lambda answer: answer.seats.why),
        "setting line_ups seat share low high fair index verdict deals",
        [
            (
                *(answer.label, kind, row.name, *bounds(row.share), row.fair, row.index),
                *(row.verdict, row.share.deals),
            )
            for answer, kind, row in rows
        ],
        shows="Dots with whiskers by seat for each setting",
        details=" ".join(
            f"{answer.label}: "
            + ", ".join(f"{row.name} {percent(row.share.value)}" for row in seats.rows)
            + "."
            for answer, seats in tables
        ),
    )


def _finding(tables: Sequence[tuple[SettingAnswer, SeatTable]]) -> str:
    if not tables:
        return "Nothing can be said about seats"
    answer, seats = max(tables, key=lambda pair: abs(pair[1].furthest.share.value - pair[1].furthest.fair))
    row = seats.furthest
    verb = "win" if row.name.startswith("Seats") else "wins"
    return (
        f"{row.name} {verb} {share_text(row.share)} with {answer.label.lower()}, where "
        f"{percent(row.fair)} is fair"
    )


def _line_ups(answers: Sequence[SettingAnswer]) -> Figure:
    firsts = {
        answer.label: [(seats.label, seats.rows[0]) for seats in answer.seats.by_run] for answer in answers
    }
    dots = {
        label: [dot(_line_up(name), first.share, 100, first.fair) for name, first in mine]
        for label, mine in firsts.items()
    }
    reach = 1.1 * max([1.5, *(abs(end) for mine in dots.values() for row in mine for end in row.ends)])
    offs = [row.value for mine in dots.values() for row in mine]
    span = f"from {min(offs):+.1f} to {max(offs):+.1f} points"
    return figure(
        "first-seat-by-line-up",
        f"{_dependence(firsts)}: {span} over the line-ups",
        (
            "First seat's share minus its fair share, in percentage points, for each run. "
            f"{INTERVALS} Deals by line-up are in the data file."
        ),
        [dot_panel(label, mine, line_ups.draw, WIDE, reach=reach) for label, mine in dots.items()],
        "setting line_up first_seat_share low high fair verdict deals",
        [
            (label, name, *bounds(first.share), first.fair, first.verdict, first.share.deals)
            for label, mine in firsts.items()
            for name, first in mine
        ],
        shows=f"Dots with whiskers, one for each of {len(offs)} line-ups; {span}",
    )


def _dependence(firsts: dict[str, list[tuple[str, SeatShare]]]) -> str:
    """Does the first seat's edge depend on the line-up? It does if, in one setting, the interval of
    one lies above that of another."""
    for mine in firsts.values():
        known = [first.share for _, first in mine if first.share.low is not None]
        if known and max(share.low for share in known) > min(share.high for share in known):
            return "The first seat's edge depends on who plays"
    return "The first seat's edge is not known to depend on who plays"


def _line_up(label: str) -> str:
    """A line-up as it is written beside a dot: with `every seat` where one strategy has all."""
    name = label.removesuffix(" in every seat")
    return shortened(name, 30) if name == label else f"{shortened(name, 18)}, every seat"


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        # Partners win together: with teams a seat has no share of its own to judge.
        for seats in (answer.seats.teams,) if answer.seats.teams else answer.seats.by_kind:
            for row in seats.rows:
                off, index = points(row.share.value - row.fair), f"{row.index:.3f}"
                numbers = (share_text(row.share), off, index, VERDICTS[row.verdict], probability(seats.p))
                rows.append((answer.label, SHORT[seats.kind], row.name, *numbers))
    return table(
        "Setting | Line-ups | Seat | Share of wins | Off fair | Index | Verdict | If all seats were equal",
        rows,
        "Index: share divided by fair share. The last column is the chance of "
        "differences this large between equal seats; with many games even "
        "tiny ones are unlikely.",
    )
