"""Prestige that would make each seat fair: dots with whiskers, and the band in which no whole
prestige helps."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line
from simcli.figures.style import MUTED


class Row(NamedTuple):
    """A seat's handicap with its interval; where `prestige` is None it lies beyond the end of the
    axis on the side of `direction`."""

    name: str
    prestige: float | None
    low: float | None
    high: float | None
    direction: int


def draw(axis: Axes, rows: Sequence[Row], reach: float, half: float) -> None:
    """`reach`: half the width of the axis; `half`: half the width of the band."""
    par_line(axis, 0.0, "none", half)
    known = [row.prestige is not None for row in rows]
    ends = [
        Dot(row.name, row.prestige if there else reach * row.direction, row.low, row.high)
        for row, there in zip(rows, known, strict=True)
    ]
    labels = [
        f"{round(row.prestige, 2) + 0.0:+.2f}" if there else "beyond"
        for row, there in zip(rows, known, strict=True)
    ]
    dots(axis, ends, labels, filled=known)
    axis.set_xlim(-reach, reach)
    axis.set_xlabel("prestige to give (below 0: to give up)", color=MUTED)
