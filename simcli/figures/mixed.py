"""Shares of wins at mixed tables, by strategy."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, percent_axis, shortened


def draw(axis: Axes, rows: Sequence[Dot], par: float) -> None:
    """`rows`: share of wins per seat, best first."""
    par_line(axis, par, "par")
    names = [row._replace(name=shortened(row.name, 22)) for row in rows]
    dots(axis, names, [f"{100 * row.value:.1f}%" for row in rows])
    percent_axis(axis)
    axis.set_xlabel("share of wins")
