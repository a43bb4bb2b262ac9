"""The fair handicap as it was actually played, in words and as a table: for the section about seats
and the report of a sweep."""

from collections.abc import Sequence
from math import ceil

from simcli.analysis.balance import ShortAnswer
from simcli.analysis.phrases import percent, plain
from simcli.analysis.played import KEY, Played, of_settings
from simcli.analysis.units import unit_of_seat
from simcli.report.model import Table
from simcli.report.sections.common import table

Groups = Sequence[tuple[str, tuple[Played, ...]]]
NOTE = (
    "Prestige that the rules gave at the start (below 0: to each of the others), and "
    "the handicap that would make the share fair, "
    "interpolated linearly in log-odds between the handicaps that were played."
)


def handicap_table(groups: Groups) -> Table:
    """Every seat (team) of every group: what was tried, its shares, the handicap."""
    rows = []
    for label, mine in groups:
        for row in mine:
            tried = ", ".join(f"{size:+d}" if size else "0" for size, _ in row.tried)
            shares = ", ".join(percent(share.value) for _, share in row.tried)
            fair = "not within what was tried"
            if row.fair.estimate is not None:
                fair = f"{row.fair.estimate:+.2f}{_bounds(row)}"
            rows.append((label, row.name, tried, shares, fair))
    return table(
        "Setting | Seat | Prestige tried | Share of wins with it | Fair handicap, as played", rows, NOTE
    )


def sentences(groups: Groups) -> list[str]:
    """For each group what makes it fair, for the seat (team) that needs more prestige."""
    texts = []
    for label, rows in groups:
        known = [row for row in rows if row.fair.estimate is not None]
        if not known:
            tried = max(abs(size) for row in rows for size, _ in row.tried)
            text = f"Fair, as played: not with up to {tried} prestige for one seat or team"
        else:
            row = max(known, key=lambda row: row.fair.estimate)
            name = row.name[0].lower() + row.name[1:]
            more = "more" if row.fair.estimate >= 0 else "less than each of the others"
            text = (
                f"Fair, as played: {name} with {plain(abs(row.fair.estimate))} prestige {more}{_bounds(row)}"
            )
        texts.append(f"{text}{f' ({label})' if label else ''}.")
    return texts


def in_settings(answers: Sequence[ShortAnswer]) -> tuple[Table, ...]:
    """The table for a report in which settings differ by the prestige at the start; none where no
    two do."""
    groups = of_settings(answers)
    return (handicap_table(groups),) if groups else ()


def command(answer: ShortAnswer) -> str:
    """The sweep that plays the handicap of the seat (team) that most needs one."""
    run, rows = answer.setting.runs[0], answer.seats.handicaps
    needs = [row.direction * 2.0 if row.prestige is None else row.prestige for row in rows]
    seat = unit_of_seat(run).tolist().index(needs.index(max(needs)))
    start = [*run.rules.get(KEY, []), *[0] * run.players][: run.players]
    steps = [
        [value + size * (other == seat) for other, value in enumerate(start)]
        for size in range(max(1, ceil(max(needs))) + 1)
    ]
    values = ";".join(str(step).replace(" ", "") for step in steps)
    name = str(run.rules.get("name", "standard"))
    rules = "" if name == "standard" else f" --rules {name}"
    return f'simcli sweep {" ".join(run.line_up)}{rules} --set "{KEY}={values}"'


def _bounds(row: Played) -> str:
    """The interval in brackets; a bound beyond what was played is named as such."""
    low, high = row.fair.low, row.fair.high
    ends = [
        "less than was tried" if low is None else f"{low:.2f}",
        "more than was tried" if high is None else f"{high:.2f}",
    ]
    return f" ({ends[0]} to {ends[1]})"
