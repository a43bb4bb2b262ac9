"""Cards whose buyers win more or less: naive and adjusted, with whiskers. Association, not effect."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line
from simcli.figures.style import BLUE, MUTED


def draw(
    axis: Axes, rows: Sequence[tuple[str, float, float, float, float, bool]], low: float, high: float
) -> None:
    """`rows`: (card, naive, adjusted, low, high, survives the false-discovery control), highest first; `low`, `high`: ends of the axis."""
    par_line(axis, 0.0, "no difference")
    for number, row in enumerate(rows):
        axis.plot([row[1], row[2]], [number, number], color=MUTED, linewidth=0.8)
        axis.plot([row[1]], [number], "|", color=MUTED, markersize=7)
    dots(axis, [(row[0], *row[2:5]) for row in rows], colour=BLUE, filled=[row[5] for row in rows])
    axis.set_xlim(low, high)
    axis.tick_params(axis="y", labelsize=7.5)
    axis.set_xlabel("win index of buyers less that of those who saw it only")
