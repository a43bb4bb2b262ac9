"""How far the first seat is from fair, line-up by line-up."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line


def draw(
    axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], reach: float, band: float = 1.0
) -> None:
    """`rows`: (line-up, points off fair, low, high) in percentage points; `reach`: half the axis."""
    par_line(axis, 0.0, "fair", band)
    dots(axis, rows, [f"{round(row[1], 1) + 0.0:+.1f}" for row in rows])
    axis.set_xlim(-reach, reach)
    axis.set_xlabel("first seat, points above its fair share")
