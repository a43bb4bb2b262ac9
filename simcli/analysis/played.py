"""The fair handicap as it is truly played: out of runs that differ in nothing but the prestige that
the rules give at the start.

The share of a seat (team) over what it was given is taken as straight in log-odds between the
points that were played; the handicap is where it meets the fair share, and its interval ends where
those of the shares meet it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from simcli.analysis.balance import ShortAnswer
from simcli.analysis.grid import Grid
from simcli.analysis.runs import Run
from simcli.analysis.sums import Estimate
from simcli.analysis.units import unit_count, unit_names, unit_of_seat
from simcli.stats.crossing import crossing
from simcli.stats.results import Interval

KEY = "prestige_at_start"


@dataclass(frozen=True)
class Played:
    """One seat (team). `tried`: prestige that it was given against its share of the wins,
    ascending, below 0 where each of the others was given so much; `fair`: what makes its share
    fair, without an estimate where that lies outside what was tried."""

    name: str
    tried: tuple[tuple[int, Estimate], ...]
    fair: Interval


def given(run: Run) -> tuple[int, ...]:
    """The prestige that the rules of a run give each unit (seat or team) at the start."""
    start, unit = run.rules.get(KEY, []), unit_of_seat(run)
    return tuple(
        sum(value for value, owner in zip(start, unit, strict=False) if owner == number)
        for number in range(unit_count(run))
    )


def without_start(run: Run) -> dict:
    """The rules of a run but for the prestige at the start."""
    return {key: value for key, value in run.rules.items() if key != KEY}


def played(
    names: Sequence[str], points: Sequence[tuple[Sequence[int], Sequence[Estimate]]]
) -> tuple[Played, ...]:
    """The handicap of each unit (`names` in order) that was tried in two points or more; `points`:
    what each unit was given, and the shares."""
    rows = []
    for number, name in enumerate(names):
        tried = {}
        for start, shares in points:
            others = {value for place, value in enumerate(start) if place != number}
            if len(others) == 1 and 0 in (start[number], *others):
                tried[start[number] - max(others)] = shares[number]
        known = [(size, tried[size]) for size in sorted(tried) if tried[size].known]
        if len(known) > 1:
            intervals = [
                Interval(share.value, share.low, share.high, 0.95, share.deals, "clustered by deal")
                for _, share in known
            ]
            rows.append(
                Played(name, tuple(known), crossing([size for size, _ in known], intervals, 1 / len(names)))
            )
    return tuple(rows)


def of_grid(grid: Grid) -> list[tuple[str, tuple[Played, ...]]]:
    """The handicaps of a sweep over the prestige at the start: for each value of what else is
    varied its label (empty where nothing is) and rows."""
    if KEY not in grid.names:
        return []
    axis = grid.names.index(KEY)
    groups: dict[tuple, list] = {}
    for number, (run, point) in enumerate(zip(grid.runs, grid.points, strict=True)):
        shares = _shares(grid, number)
        if shares:
            rest = tuple(
                f"{name} {value}"
                for k, (name, value) in enumerate(zip(grid.names, point, strict=True))
                if k != axis
            )
            groups.setdefault((rest, unit_names(run)), []).append((given(run), shares))
    found = [(", ".join(rest), played(names, points)) for (rest, names), points in groups.items()]
    return [(label, rows) for label, rows in found if rows]


def _shares(grid: Grid, number: int) -> list[Estimate]:
    """The share of each unit at a point of a sweep; none where seats and strategies cannot be told
    apart."""
    run = grid.runs[number]
    if not run.team_of:
        shares = [grid.values.get((f"seat-{seat}", number)) for seat in range(1, run.players + 1)]
        return shares if all(shares) else []
    first = grid.values.get(("starting-team", number))
    if first is None or unit_count(run) != 2:
        return []
    other = replace(
        first,
        value=1 - first.value,
        low=None if first.low is None else 1 - first.high,
        high=None if first.high is None else 1 - first.low,
    )
    return [first, other] if run.team_of[0] == 1 else [other, first]


def of_settings(answers: Sequence[ShortAnswer]) -> list[tuple[str, tuple[Played, ...]]]:
    """The handicaps of a report with several settings that differ in the prestige at the start
    alone and have the same line-ups: label of the first of them, and rows."""
    groups: dict[str, list[ShortAnswer]] = {}
    for answer in answers:
        run = answer.setting.runs[0]
        line_ups = sorted((one.line_up, one.seatings) for one in answer.setting.runs)
        alike = json.dumps([run.players, without_start(run), run.cards, run.nobles, line_ups], sort_keys=True)
        if answer.seats.headline:
            groups.setdefault(alike, []).append(answer)
    found = []
    for group in groups.values():
        tables = [answer.seats.teams or answer.seats.headline for answer in group]
        points = [
            (given(answer.setting.runs[0]), [row.share for row in table.rows])
            for answer, table in zip(group, tables, strict=True)
        ]
        if rows := played([row.name for row in tables[0].rows], points):
            found.append((min((answer.label for answer in group), key=len), rows))
    return found
