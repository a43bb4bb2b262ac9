"""What being free to purchase a card is worth, measured by a random veto: raw with whiskers, and
shrunk."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, points
from simcli.figures.style import ORANGE


class Row(NamedTuple):
    """A card: the raw effect with its interval, the shrunk one, and whether it passes the
    false-discovery control."""

    dot: Dot
    shrunk: float
    discovery: bool


def draw(axis: Axes, rows: Sequence[Row], low: float, high: float) -> None:
    """Highest effect first; `low`, `high`: ends of the axis. The shrunk effect is the upright
    bar."""
    par_line(axis, 0.0, "no effect")
    dots(axis, [row.dot for row in rows], filled=[row.discovery for row in rows], size=7.5)
    points(axis, [row.shrunk for row in rows], range(len(rows)), "|", ORANGE, 9)
    axis.set_xlim(low, high)
    axis.set_xlabel("win index of the free minus that of the forbidden")
