"""Section: is the game fair by seat?"""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.handicap import HALF, REACH, Handicap
from simcli.analysis.phrases import handicap_number, handicap_phrase, percent, points, probability, share_text
from simcli.analysis.seats import SeatTable
from simcli.figures import handicaps, line_ups, seat_shares
from simcli.figures.marks import shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import played
from simcli.report.sections.common import INTERVALS, bounds, empty_panel, row_of, sample, seats_height, tidy

VERDICTS = {
    "inside": "within one point of fair",
    "outside": "more than one point off",
    "undecided": "not yet known",
}
SOONER = (
    "Given at the start it is worth more, because whoever has it also reaches the target sooner: about one and a half times as much where "
    "strategies do not look at prestige, so that two thirds of the number do."
)
KINDS = {"mirror": "one strategy in all seats", "mixed": "different strategies, rotated through the seats"}
SHORT = {"mirror": "one strategy", "mixed": "different ones", "teams": "all"}


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A seat is fair if it wins as often as any other. Cleanest is a line-up with the same strategy in every seat; "
        "with different strategies, every "
        "deal is played with each of them in each seat. The green band is one percentage point to either side of fair: "
        "what lies inside, nobody will notice at the table.",
    )
    figures = [_shares(answers)]
    by_run = [answer for answer in answers if len(answer.seats.by_run) > 1]
    if by_run:
        figures.append(_line_ups(by_run))
    if any(answer.seats.handicaps for answer in answers):
        figures.append(_handicaps(answers))
    left_out = [name for answer in answers for name in answer.seats.left_out]
    notes = (f"Left out, because each strategy kept its seat: {', '.join(left_out)}.",) if left_out else ()
    tables = (_table(answers), _handicap_table(answers), *played.in_settings(answers))
    return Section("seats", "Seats", text, tuple(figures), tables, notes)


def _main(answer: SettingAnswer) -> SeatTable | None:
    return answer.seats.teams or answer.seats.headline


def _shares(answers: Sequence[SettingAnswer]) -> Figure:
    tables = [(answer, table) for answer in answers if (table := _main(answer))]
    far = [
        abs(bound - row.fair)
        for _, table in tables
        for row in table.rows
        for bound in (row.share.value, row.share.low, row.share.high)
        if bound is not None
    ]
    reach = max(0.015, 1.12 * max(far, default=0.0))
    panels, rows = [], []
    for answer in answers:
        table = _main(answer)
        if table is None:
            panels.append(empty_panel(answer.label, answer.seats.why))
            continue
        dots = [row_of(row.name, row.share) for row in table.rows]
        fair = table.rows[0].fair
        panels.append(
            Panel(
                answer.label,
                lambda axis, dots=dots, fair=fair: seat_shares.draw(axis, dots, fair, reach),
                seats_height(len(dots)),
            )
        )
        for row in table.rows:
            rows.append(
                (
                    answer.label,
                    table.kind,
                    row.name,
                    *bounds(row.share),
                    tidy(row.fair),
                    tidy(row.index),
                    row.verdict,
                    row.share.deals,
                )
            )
    title = _finding(tables)
    kinds = "; ".join(f"{answer.label}: {KINDS.get(answer.seats.headline.kind)}" for answer, _ in tables)
    caption = (
        f"Shares of the wins by seat; k winners of a shared win have 1/k each. {kinds}. A square: for sure more than one point off. {INTERVALS} "
        f"{sample(answers)}"
    )
    alt = "Dots with whiskers by seat for each setting. " + " ".join(
        f"{answer.label}: " + ", ".join(f"{row.name} {percent(row.share.value)}" for row in table.rows) + "."
        for answer, table in tables
    )
    columns = ("setting", "line_ups", "seat", "share", "low", "high", "fair", "index", "verdict", "deals")
    return Figure("seat-shares", title, caption, alt, tuple(panels), columns, tuple(rows))


def _handicaps(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.seats.handicaps]
    ends = [
        abs(bound)
        for answer in known
        for row in answer.seats.handicaps
        for bound in (row.prestige, row.low, row.high)
        if bound is not None
    ]
    reach = min(float(REACH), 1.12 * max([2 * HALF, *ends]))
    panels, rows = [], []
    for answer in known:
        dots = [(row.name, row.prestige, row.low, row.high, row.direction) for row in answer.seats.handicaps]
        panels.append(
            Panel(
                answer.label,
                lambda axis, d=dots: handicaps.draw(axis, d, reach, HALF),
                seats_height(len(dots)),
            )
        )
        for row in answer.seats.handicaps:
            numbers = (
                tidy(row.prestige),
                tidy(row.low),
                tidy(row.high),
                row.direction,
                row.whole,
                *bounds(row.share),
            )
            rows.append((answer.label, row.name, *numbers, row.share.deals))
    title = _handicap_finding(known)
    caption = (
        f"Prestige that would bring each seat's (team's) share of the wins to fair, from the final positions scored again with so much more "
        f"for that seat alone. {SOONER} In the band no whole prestige makes the game fairer. {INTERVALS} {sample(known)}"
    )
    alt = "Dots with whiskers by seat, none at 0. " + title + "."
    columns = (
        "setting",
        "seat",
        "prestige",
        "low",
        "high",
        "beyond",
        "best_whole",
        "share_with_it",
        "share_low",
        "share_high",
        "deals",
    )
    return Figure("fair-handicap", title, caption, alt, tuple(panels), columns, tuple(rows))


def _handicap_finding(answers: Sequence[SettingAnswer]) -> str:
    rows = [(answer, row) for answer in answers for row in answer.seats.handicaps]
    if all(row.pointless for _, row in rows):
        return "No seat is so far from fair that a whole prestige given or taken would make it fairer"
    rows = [pair for pair in rows if not _spans_none(pair[1])]
    if not rows:
        return "No seat is known to need prestige given or taken: every interval holds 0"
    # Of two that are as far off, as two seats are, the first: rounded, since their numbers are not equal to the last digit.
    answer, row = max(
        rows, key=lambda pair: abs(pair[1].direction or 0) * REACH + round(abs(pair[1].prestige or 0.0), 6)
    )
    return f"Fair with {answer.label.lower()} would be {handicap_phrase(row)}"


def _spans_none(row: Handicap) -> bool:
    """Does the interval hold 0, or is there none? A bound of None lies beyond what was tried."""
    if row.prestige is None:
        return False
    if row.low is None and row.high is None:
        return True
    return (row.low is None or row.low <= 0) and (row.high is None or row.high >= 0)


def _handicap_table(answers: Sequence[SettingAnswer]) -> Table:
    rows = [
        (
            answer.label,
            row.name,
            handicap_number(row),
            f"{row.whole:+d}" if row.whole else "none",
            share_text(row.share),
        )
        for answer in answers
        for row in answer.seats.handicaps
    ]
    head = ("Setting", "Seat", "Fair handicap, prestige", "Best whole prestige", "Share of wins with it")
    note = f"Prestige to be given (above 0) or given up (below 0), each seat alone, scored on the final positions. {SOONER}"
    plays = list(dict.fromkeys(played.command(answer) for answer in answers if answer.seats.handicaps))
    return Table(
        head,
        tuple(rows),
        f"{note} Truly played, with the run's other options: {'; '.join(f'`{play}`' for play in plays)}"
        if plays
        else note,
    )


def _finding(tables: Sequence[tuple[SettingAnswer, SeatTable]]) -> str:
    if not tables:
        return "Nothing can be said about seats"
    answer, table = max(tables, key=lambda pair: abs(pair[1].furthest.share.value - pair[1].furthest.fair))
    row = table.furthest
    verb = "win" if row.name.startswith("Seats") else "wins"
    return f"{row.name} {verb} {share_text(row.share)} with {answer.label.lower()}, where {percent(row.fair)} is fair"


def _line_ups(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, far = [], [], [1.5]
    for answer in answers:
        for table in answer.seats.by_run:
            first = table.rows[0]
            far += [
                abs(100 * (bound - first.fair))
                for bound in (first.share.value, first.share.low, first.share.high)
                if bound is not None
            ]
            rows.append(
                (
                    answer.label,
                    table.label,
                    *bounds(first.share),
                    tidy(first.fair),
                    first.verdict,
                    first.share.deals,
                )
            )
    reach = 1.1 * max(far)
    for answer in answers:
        dots = [
            row_of(_line_up(table.label), table.rows[0].share, 100, table.rows[0].fair)
            for table in answer.seats.by_run
        ]
        panels.append(
            Panel(
                answer.label,
                lambda axis, dots=dots: line_ups.draw(axis, dots, reach),
                seats_height(len(dots)),
                4.2,
            )
        )
    spread = [100 * (row[2] - row[5]) for row in rows]
    title = f"{_apart(rows)}: from {min(spread):+.1f} to {max(spread):+.1f} points over the line-ups"
    caption = f"First seat's share less its fair share, in percentage points, for each run. {INTERVALS} Deals by line-up are in the data file."
    alt = f"Dots with whiskers, one for each of {len(rows)} line-ups; from {min(spread):+.1f} to {max(spread):+.1f} points."
    columns = ("setting", "line_up", "first_seat_share", "low", "high", "fair", "verdict", "deals")
    return Figure("first-seat-by-line-up", title, caption, alt, tuple(panels), columns, tuple(rows))


def _apart(rows: Sequence[tuple]) -> str:
    """What can be said about the first seat over line-ups: (setting, line-up, share, low, high, ...) each. It depends on them if, in one
    setting, the interval of one lies above that of another."""
    for label in dict.fromkeys(row[0] for row in rows):
        known = [row[3:5] for row in rows if row[0] == label and row[3] is not None]
        if known and max(low for low, _ in known) > min(high for _, high in known):
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
        for table in (answer.seats.teams,) if answer.seats.teams else answer.seats.by_kind:
            for row in table.rows:
                off = points(row.share.value - row.fair)
                rows.append(
                    (
                        answer.label,
                        SHORT[table.kind],
                        row.name,
                        share_text(row.share),
                        off,
                        f"{row.index:.3f}",
                        VERDICTS[row.verdict],
                        probability(table.p),
                    )
                )
    head = (
        "Setting",
        "Line-ups",
        "Seat",
        "Share of wins",
        "Off fair",
        "Index",
        "Verdict",
        "If all seats were equal",
    )
    note = (
        "Index: share over fair share. The last column is the chance of differences this large between equal seats; "
        "with many games even tiny ones are unlikely."
    )
    return Table(head, tuple(rows), note)
