"""The figures of a sweep: for each measure its values over the grid, and beside them its differences from the base."""

from collections.abc import Sequence

from simcli.analysis.grid import Grid
from simcli.analysis.phrases import counted
from simcli.figures import sweep as picture
from simcli.figures.style import Panel
from simcli.metrics.metric import Metric
from simcli.report.model import Figure
from simcli.report.sections.changes import gap_text
from simcli.report.sections.common import bounds, seats_height, tidy

COLUMNS = ("measure", "value", "low", "high", "difference", "difference_low", "difference_high", "sure")
WIDTH, HEIGHT = 4.4, 2.5


def figure(grid: Grid, metric: Metric) -> Figure:
    """One measure: panels of values and of differences, one pair for each group of points that fits into one picture."""
    numeric = _numeric(grid)
    panels = []
    for name, points in _groups(grid, numeric):
        for title, data, base, share in _two(grid, metric, points):
            panels.append(_panel(grid, f"{title}{name}", data, base, share, numeric))
    rows = []
    for number, point in enumerate(grid.points):
        gap = grid.gaps.get((metric.id, number))
        low_high = (
            (tidy(gap.difference.estimate), tidy(gap.difference.low), tidy(gap.difference.high))
            if gap
            else (None, None, None)
        )
        rows.append(
            (
                *point,
                metric.title,
                *bounds(grid.values.get((metric.id, number))),
                *low_high,
                (metric.id, number) in grid.sure,
            )
        )
    title = _title(grid, metric)
    ways = sorted({one.pairing for one in grid.gaps.values()})
    caption = (
        f"{metric.definition} Left: values with 95% intervals, clustered by deal; right: differences from the base ({grid.label(grid.base)}) "
        f"with {' and '.join(ways)} 95% intervals. A ring: not sure after correction for all comparisons."
    )
    return Figure(metric.id, title, caption, f"{title}.", tuple(panels), (*grid.names, *COLUMNS), tuple(rows))


def _title(grid: Grid, metric: Metric) -> str:
    points = [number for number in range(len(grid.points)) if (metric.id, number) in grid.sure]
    name = metric.title[:1].upper() + metric.title[1:]
    total = sum((metric.id, number) in grid.gaps for number in range(len(grid.points)))
    if not points:
        return f"{name}: no sure difference from {grid.label(grid.base)}"
    furthest = max(points, key=lambda number: abs(grid.gaps[metric.id, number].difference.estimate))
    size = gap_text(grid.gaps[metric.id, furthest])
    return f"{name}: {size} with {grid.label(furthest)}; {differing(len(points), total)} for sure"


def differing(sure: int, total: int) -> str:
    """`1 of 3 points differs`, `2 of 3 points differ`."""
    return f"{sure} of {counted(total, 'point')} {'differs' if sure == 1 else 'differ'}"


def _numeric(grid: Grid) -> int | None:
    """The axis to draw along: the one with most different numbers, at least three; None where there is none."""
    sizes = {number: len(set(values)) for number, values in enumerate(grid.numbers) if values is not None}
    best = max(sizes, key=sizes.get, default=None)
    return best if best is not None and sizes[best] >= 3 else None


def _rest(grid: Grid, point: int, numeric: int) -> tuple[str, ...]:
    return tuple(value for number, value in enumerate(grid.points[point]) if number != numeric)


def _groups(grid: Grid, numeric: int | None) -> list[tuple[str, list[int]]]:
    """Points that are drawn together, with an ending for the title: all, or where there are too many curves a group by the next axis."""
    every = list(range(len(grid.points)))
    if numeric is None or len({_rest(grid, point, numeric) for point in every}) <= picture.MOST_SERIES:
        return [("", every)]
    firsts = dict.fromkeys(_rest(grid, point, numeric)[0] for point in every)
    name = next(name for number, name in enumerate(grid.names) if number != numeric)
    return [
        (f", {name} {first}", [point for point in every if _rest(grid, point, numeric)[0] == first])
        for first in firsts
    ]


def _two(grid: Grid, metric: Metric, points: Sequence[int]):
    """Title, (point, value, low, high, full) of each point, the level to mark, and whether percentages are written: for values, and for
    differences."""
    values = [(k, *bounds(grid.values[metric.id, k]), True) for k in points if (metric.id, k) in grid.values]
    base = grid.values.get((metric.id, grid.base))
    yield metric.title, values, base.value if base else None, metric.is_share
    scale = 100 if metric.is_share else 1
    gaps = [(k, 0.0, None, None, True) for k in points if k == grid.base and base]
    for k in points:
        if (metric.id, k) in grid.gaps:
            gap = grid.gaps[metric.id, k].difference
            sizes = [None if size is None else scale * size for size in (gap.estimate, gap.low, gap.high)]
            gaps.append((k, *sizes, (metric.id, k) in grid.sure))
    unit = ", points" if scale == 100 else ""
    yield f"difference from the base{unit}", sorted(gaps), 0.0, False


def _panel(
    grid: Grid, title: str, data: Sequence[tuple], base: float | None, share: bool, numeric: int | None
) -> Panel:
    if numeric is None:
        found = [(grid.label(k, short=True), *rest) for k, *rest in data]
        return Panel(
            title, lambda axis: picture.rows(axis, found, share, base), seats_height(len(found)), WIDTH
        )
    series: dict[str, list[tuple]] = {}
    for k, *rest in data:
        series.setdefault(", ".join(_rest(grid, k, numeric)), []).append((grid.numbers[numeric][k], *rest))
    lines = [(name, sorted(rows, key=lambda row: row[0])) for name, rows in series.items()]
    if len(lines) > 1:
        # What is varied is named once, with the first of its values.
        others = ", ".join(name for number, name in enumerate(grid.names) if number != numeric)
        lines[0] = (f"{others} {lines[0][0]}", lines[0][1])
    return Panel(
        title, lambda axis: picture.curves(axis, lines, share, base, grid.names[numeric]), HEIGHT, WIDTH
    )
