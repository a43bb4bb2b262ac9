"""One measure over a grid of settings: curves over an axis of numbers, or dots by setting."""

from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, shortened
from simcli.figures.style import GRID, INK, MUTED, SERIES

Row = tuple[float, float, float | None, float | None, bool]
MOST_SERIES = len(SERIES)
# So that curves can be told apart without their colours.
LINES = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1)))


def curves(
    axis: Axes, series: Sequence[tuple[str, Sequence[Row]]], share: bool, base: float | None, name: str
) -> None:
    """`series`: (label, rows), rows of (x, value, low, high, full): a ring instead of a dot where not `full`. `base`: a level line;
    `share`: values are written as percentages; `name`: what x is."""
    if base is not None:
        axis.axhline(base, color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    steps = sorted({row[0] for _, rows in series for row in rows})
    gap = min((two - one for one, two in pairwise(steps)), default=1.0)
    for number, (label, rows) in enumerate(series):
        colour = SERIES[number % MOST_SERIES]
        # Whiskers beside each other, so that none hides another.
        shift = (number - (len(series) - 1) / 2) * 0.12 * gap
        line = LINES[number % len(LINES)]
        axis.plot(
            [row[0] + shift for row in rows],
            [row[1] for row in rows],
            color=colour,
            linestyle=line,
            linewidth=1.2,
            label=label,
        )
        for x, value, low, high, full in rows:
            if low is not None and high is not None:
                axis.plot([x + shift] * 2, [low, high], color=colour, linewidth=1.6, solid_capstyle="butt")
            axis.plot(
                [x + shift],
                [value],
                "o",
                markersize=4.5,
                color=colour,
                markerfacecolor=colour if full else "none",
                markeredgewidth=1.2,
            )
    if len(series) > 1:
        # Above the axis, where it lies over no data.
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
    if share:
        percent_axis(axis, "y", _digits(axis))
    else:
        axis.locator_params(axis="y", nbins=5)


def rows(
    axis: Axes,
    found: Sequence[tuple[str, float, float | None, float | None, bool]],
    share: bool,
    base: float | None,
) -> None:
    """`found`: (setting, value, low, high, full), first on top; `base`: a line."""
    if base is not None:
        axis.axvline(base, color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    for number, (_, value, low, high, full) in enumerate(found):
        if low is not None and high is not None:
            axis.plot([low, high], [number, number], color=SERIES[0], linewidth=1.8, solid_capstyle="butt")
        face = SERIES[0] if full else "none"
        axis.plot(
            [value], [number], "o", markersize=5.5, color=SERIES[0], markerfacecolor=face, markeredgewidth=1.3
        )
    axis.set_yticks(range(len(found)), [shortened(name, 32) for name, *_ in found])
    axis.set_ylim(len(found) - 0.4, -0.6)
    axis.tick_params(axis="y", length=0)
    axis.grid(axis="x")
    axis.margins(x=0.12)
    axis.spines["left"].set_visible(False)
    if share:
        percent_axis(axis, "x", _digits(axis, "x"))
    else:
        axis.locator_params(axis="x", nbins=4)


def _digits(axis: Axes, which: str = "y") -> int:
    """Digits that tell apart the ticks of an axis of shares."""
    low, high = axis.get_ylim() if which == "y" else axis.get_xlim()
    return 0 if high - low > 0.05 else 1 if high - low > 0.005 else 2 if high - low > 0.0005 else 3
