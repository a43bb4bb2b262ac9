"""Ratings with whiskers, in Elo relative to an average of 0."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, shortened


def draw(axis: Axes, rows: Sequence[Dot], reach: float | None = None, digits: int = 0) -> None:
    """`rows`: Elo by strategy or seat; `reach`: half the width of the axis, None where the data
    decide it."""
    par_line(axis, 0.0, "average")
    labels = [f"{round(row.value, digits) + 0.0:+.{digits}f}" for row in rows]
    dots(axis, [row._replace(name=shortened(row.name, 22)) for row in rows], labels)
    if reach:
        axis.set_xlim(-reach, reach)
    axis.set_xlabel("Elo relative to the average")
