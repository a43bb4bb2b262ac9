"""How far the first seat is from fair, line-up by line-up."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line


def draw(axis: Axes, rows: Sequence[Dot], reach: float) -> None:
    """`rows`: percentage points off fair by line-up; `reach`: half the width of the axis."""
    par_line(axis, 0.0, "fair", 1.0)
    dots(axis, rows, [f"{round(row.value, 1) + 0.0:+.1f}" for row in rows])
    axis.set_xlim(-reach, reach)
    axis.set_xlabel("first seat, points above its fair share")
