"""Prestige that would make each seat fair: dots with whiskers, none at 0, and the band in which no whole prestige helps."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line
from simcli.figures.style import BLUE, MUTED


def draw(
    axis: Axes,
    rows: Sequence[tuple[str, float | None, float | None, float | None, int]],
    reach: float,
    half: float,
) -> None:
    """`rows`: (seat, prestige, low, high, direction), prestige None where it lies beyond the end on the side of `direction`; `reach`: half
    the width of the axis; `half`: half the width of the band.
    """
    par_line(axis, 0.0, "none", half)
    known = [
        (name, reach * direction if value is None else value, low, high)
        for name, value, low, high, direction in rows
    ]
    labels = ["beyond" if row[1] is None else f"{round(row[1], 2) + 0.0:+.2f}" for row in rows]
    dots(axis, known, labels, colour=BLUE, filled=[row[1] is not None for row in rows])
    axis.set_xlim(-reach, reach)
    axis.set_xlabel("prestige to be given, below 0 to be given up", color=MUTED)
