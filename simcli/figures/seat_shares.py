"""Share of wins by seat: dots with whiskers, the fair share and the band of one point around it."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, percent_axis, points, whiskers
from simcli.figures.style import BLUE, RED

BAND = 0.01


def draw(axis: Axes, rows: Sequence[Dot], fair: float, reach: float) -> None:
    """`rows`: shares by seat; `reach`: half the width of the axis around `fair`. A seat whose whole
    interval lies outside the band is a red square."""
    par_line(axis, fair, f"fair {100 * fair:.1f}%", BAND)
    for height, row in enumerate(rows):
        off = row.low is not None and (row.high < fair - BAND or row.low > fair + BAND)
        colour, marker = (RED, "s") if off else (BLUE, "o")
        whiskers(axis, [height], [row], colour)
        points(axis, [row.value], [height], marker, colour)
    dots(axis, rows, [f"{100 * row.value:.1f}%" for row in rows], colour="none")
    axis.set_xlim(fair - reach, fair + reach)
    percent_axis(axis, digits=0 if reach > 0.02 else 1)
    axis.set_xlabel("share of wins")
