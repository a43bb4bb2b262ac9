"""Cards whose buyers win more or less: naive and adjusted, with whiskers. Association, not
effect."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, points
from simcli.figures.style import MUTED


class Row(NamedTuple):
    """A card: the adjusted lift with its interval, the naive one, and whether it passes the
    false-discovery control."""

    dot: Dot
    naive: float
    discovery: bool


def draw(axis: Axes, rows: Sequence[Row], low: float, high: float) -> None:
    """Highest lift first; `low`, `high`: ends of the axis."""
    par_line(axis, 0.0, "no difference")
    heights, naive = range(len(rows)), [row.naive for row in rows]
    axis.hlines(heights, naive, [row.dot.value for row in rows], color=MUTED, linewidth=0.8)
    points(axis, naive, heights, "|", MUTED, 7)
    dots(axis, [row.dot for row in rows], filled=[row.discovery for row in rows], size=7.5)
    axis.set_xlim(low, high)
    axis.set_xlabel("win index of buyers minus that of the others who faced it")
