"""Ratings with whiskers, in Elo about an average of 0."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line, shortened


def draw(axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], reach: float) -> None:
    """`rows`: (strategy or seat, Elo, low, high); `reach`: half the axis."""
    par_line(axis, 0.0, "average")
    dots(
        axis,
        [(shortened(row[0], 22), *row[1:]) for row in rows],
        [f"{round(row[1]) or 0:+d}" for row in rows],
    )
    axis.set_xlim(-reach, reach)
    axis.set_xlabel("Elo")
