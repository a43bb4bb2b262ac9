"""Does a fitted chance mean what it says: said against happened, on games that were not fitted."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis
from simcli.figures.style import BLUE, MUTED


def draw(axis: Axes, points: Sequence[tuple[float, float, bool]]) -> None:
    """`points`: (mean chance said, share that won, are there enough of them): a ring where there are not."""
    axis.plot([0, 1], [0, 1], color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    for said, won, enough in points:
        axis.plot([said], [won], "o", color=BLUE, markerfacecolor=BLUE if enough else "none", markersize=5)
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1)
    axis.set_aspect("equal")
    percent_axis(axis, "x")
    # Fewer than the other axis has: side by side the numbers would touch.
    axis.set_xticks([0, 0.5, 1])
    percent_axis(axis, "y")
    axis.grid()
    axis.set_xlabel("chance said")
    axis.set_ylabel("won")
