"""One measure over a grid of settings: curves over an axis of numbers, or dots by setting."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, level, percent_axis, points, shortened
from simcli.figures.style import GRID, INK, SERIES

MOST_SERIES = len(SERIES)
# So that curves can be told apart without their colours.
LINES = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))


class Point(NamedTuple):
    """A value with its interval at one point of the grid: `x` along the axis of numbers; `filled`
    False draws a ring."""

    dot: Dot
    filled: bool
    x: float = 0.0


def curves(
    axis: Axes, series: Sequence[tuple[str, Sequence[Point]]], share: bool, base: float | None, name: str
) -> None:
    """`series`: (label, points) of each curve; `base`: a level line; `share`: write values as
    percentages; `name`: what x is."""
    if base is not None:
        level(axis, base, upright=False)
    steps = sorted({point.x for _, line in series for point in line})
    gap = min((second - first for first, second in pairwise(steps)), default=1.0)
    for number, (label, line) in enumerate(series):
        colour, style = SERIES[number % MOST_SERIES], LINES[number % len(LINES)]
        # Whiskers stand beside each other, so that none hides another.
        shift = (number - (len(series) - 1) / 2) * 0.12 * gap
        x, values = [point.x + shift for point in line], [point.dot.value for point in line]
        axis.plot(x, values, color=colour, linestyle=style, linewidth=1.2, label=label)
        for place, point in zip(x, line, strict=True):
            if point.dot.low is not None and point.dot.high is not None:
                axis.vlines(place, point.dot.low, point.dot.high, color=colour, linewidth=1.6)
        points(axis, x, values, colour=colour, size=4.5, filled=[point.filled for point in line])
    if len(series) > 1:
        # Above the axis, where it covers no data.
        axis.legend(
            frameon=False,
            fontsize=7.5,
            labelcolor=INK,
            handlelength=2.4,
            loc="lower left",
            bbox_to_anchor=(0.0, 1.0),
            ncols=min(3, len(series)),
            borderaxespad=0.2,
            columnspacing=1.2,
        )
    axis.set_xlabel(name)
    axis.set_xticks(steps if len(steps) <= 10 else steps[:: -(-len(steps) // 10)])
    axis.grid(axis="y", color=GRID)
    axis.margins(x=0.06, y=0.12)
    _ticks(axis, "y", share)


def rows(axis: Axes, settings: Sequence[Point], share: bool, base: float | None) -> None:
    """`settings`: named by their dots, first on top; `base`: an upright line."""
    if base is not None:
        level(axis, base)
    shown = [point.dot._replace(name=shortened(point.dot.name, 32)) for point in settings]
    dots(axis, shown, filled=[point.filled for point in settings])
    axis.margins(x=0.12)
    _ticks(axis, "x", share)


def _ticks(axis: Axes, which: str, share: bool) -> None:
    """Few ticks; those of shares with as many digits as tell them apart."""
    if not share:
        axis.locator_params(axis=which, nbins=5 if which == "y" else 4)
        return
    low, high = axis.get_ylim() if which == "y" else axis.get_xlim()
    digits = next((digits for digits, span in enumerate((0.05, 0.005, 0.0005)) if high - low > span), 3)
    percent_axis(axis, which, digits)
