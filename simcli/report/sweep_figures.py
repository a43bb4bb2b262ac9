"""The figures of a sweep: for each metric its values over the grid, and beside them its differences
from the base."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.grid import Grid
from simcli.analysis.phrases import counted
from simcli.figures import sweep as picture
from simcli.figures.marks import Dot
from simcli.figures.style import Panel
from simcli.metrics.metric import Metric
from simcli.report.model import Figure
from simcli.report.sections.changes import gap_text
from simcli.report.sections.common import bounds, dot, figure, height_of

COLUMNS = ("measure", "value", "low", "high", "difference", "difference_low", "difference_high", "sure")
WIDTH, HEIGHT = 4.4, 2.5


def metric_figure(grid: Grid, metric: Metric) -> Figure:
    """One metric: panels of values and of differences, one pair for each group of points that fits
    into one picture."""
    numeric = _numeric(grid)
    panels = []
    for name, points in _groups(grid, numeric):
        panels += [
            _values(grid, metric, name, points, numeric),
            _differences(grid, metric, name, points, numeric),
        ]
    rows = []
    for number, point in enumerate(grid.points):
        key = (metric.id, number)
        gap = grid.gaps[key].difference if key in grid.gaps else None
        difference = (gap.estimate, gap.low, gap.high) if gap else (None,) * 3
        rows.append((*point, metric.title, *bounds(grid.values.get(key)), *difference, key in grid.sure))
    ways = " and ".join(sorted({gap.pairing for gap in grid.gaps.values()}))
    return figure(
        metric.id,
        _title(grid, metric),
        f"{metric.definition} Left: values with 95% intervals, clustered by deal; right: "
        f"differences from the base ({grid.label(grid.base)}) "
        f"with {ways} 95% intervals. A ring: not significant after correction for all comparisons.",
        panels,
        (*grid.names, *COLUMNS),
        rows,
        shows="Values and differences by point",
    )


def _title(grid: Grid, metric: Metric) -> str:
    compared = [number for number in range(len(grid.points)) if (metric.id, number) in grid.gaps]
    points = [number for number in compared if (metric.id, number) in grid.sure]
    name = metric.title[:1].upper() + metric.title[1:]
    if not points:
        return f"{name}: no significant difference from {grid.label(grid.base)}"
    furthest = max(points, key=lambda number: abs(grid.gaps[metric.id, number].difference.estimate))
    size = gap_text(grid.gaps[metric.id, furthest])
    return (
        f"{name}: {size} with {grid.label(furthest)}; {differing(len(points), len(compared))} significantly"
    )


def differing(number: int, total: int) -> str:
    """`1 of 3 points differs`, `2 of 3 points differ`."""
    return f"{number} of {counted(total, 'point')} {'differs' if number == 1 else 'differ'}"


def _numeric(grid: Grid) -> int | None:
    """The axis to draw along: the one with most different numbers, at least three; None where there
    is none."""
    sizes = {number: len(set(values)) for number, values in enumerate(grid.numbers) if values is not None}
    best = max(sizes, key=sizes.get, default=None)
    return best if best is not None and sizes[best] >= 3 else None


def _rest(grid: Grid, point: int, numeric: int) -> tuple[str, ...]:
    """The values of a point on the axes that are not drawn along."""
    return tuple(value for number, value in enumerate(grid.points[point]) if number != numeric)


def _groups(grid: Grid, numeric: int | None) -> list[tuple[str, list[int]]]:
    """Points that are drawn together, with an ending for the title: all, or where there are too
    many curves a group by the next axis."""
    every = list(range(len(grid.points)))
    if numeric is None or len({_rest(grid, point, numeric) for point in every}) <= picture.MOST_SERIES:
        return [("", every)]
    name = next(name for number, name in enumerate(grid.names) if number != numeric)
    groups: dict[str, list[int]] = {}
    for point in every:
        groups.setdefault(f", {name} {_rest(grid, point, numeric)[0]}", []).append(point)
    return list(groups.items())


def _values(grid: Grid, metric: Metric, name: str, points: Sequence[int], numeric: int | None) -> Panel:
    dots = {k: (dot("", grid.values[metric.id, k]), True) for k in points if (metric.id, k) in grid.values}
    base = grid.values.get((metric.id, grid.base))
    share = metric.is_share
    return _panel(grid, f"{metric.title}{name}", dots, base.value if base else None, share, numeric)


def _differences(grid: Grid, metric: Metric, name: str, points: Sequence[int], numeric: int | None) -> Panel:
    scale, unit = (100, ", points") if metric.is_share else (1, "")
    dots = {}
    for k in points:
        if k == grid.base and (metric.id, k) in grid.values:
            dots[k] = (Dot("", 0.0), True)
        elif (metric.id, k) in grid.gaps:
            gap = grid.gaps[metric.id, k].difference
            ends = (None if end is None else scale * end for end in (gap.estimate, gap.low, gap.high))
            dots[k] = (Dot("", *ends), (metric.id, k) in grid.sure)
    return _panel(grid, f"difference from the base{unit}{name}", dots, 0.0, False, numeric)


def _panel(
    grid: Grid,
    title: str,
    dots: dict[int, tuple[Dot, bool]],
    base: float | None,
    share: bool,
    numeric: int | None,
) -> Panel:
    """`dots`: by point, with whether it is filled; `base`: the level to mark; `share`: write values
    as percentages."""
    if numeric is None:
        settings = [
            picture.Point(row._replace(name=grid.label(k, short=True)), filled)
            for k, (row, filled) in dots.items()
        ]
        draw = partial(picture.rows, settings=settings, share=share, base=base)
        return Panel(title, draw, height_of(len(settings)), WIDTH)
    series: dict[str, list[picture.Point]] = {}
    for k, (row, filled) in dots.items():
        point = picture.Point(row, filled, grid.numbers[numeric][k])
        series.setdefault(", ".join(_rest(grid, k, numeric)), []).append(point)
    lines = [(label, sorted(line, key=lambda point: point.x)) for label, line in series.items()]
    if len(lines) > 1:
        # What is varied is named once, with the first of its values.
        others = ", ".join(name for number, name in enumerate(grid.names) if number != numeric)
        lines[0] = (f"{others} {lines[0][0]}", lines[0][1])
    draw = partial(picture.curves, series=lines, share=share, base=base, name=grid.names[numeric])
    return Panel(title, draw, HEIGHT, WIDTH)
