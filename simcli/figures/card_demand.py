"""Demand for cards by price: one dot a card, coloured by level."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, whole_axis
from simcli.figures.style import BLUE, GREEN, ORANGE

COLOURS = {1: GREEN, 2: ORANGE, 3: BLUE}
MARKERS = {1: "o", 2: "s", 3: "^"}


def draw(axis: Axes, rows: Sequence[tuple[int, int, float]], top: float) -> None:
    """`rows`: (level, price in tokens, share of the seats that faced it and purchased it)."""
    for level, colour in COLOURS.items():
        mine = [row for row in rows if row[0] == level]
        axis.plot(
            [row[1] for row in mine],
            [row[2] for row in mine],
            MARKERS[level],
            color=colour,
            markersize=4.5,
            alpha=0.8,
            markeredgewidth=0,
        )
        axis.annotate(
            f"level {level}",
            (1, 1),
            xycoords="axes fraction",
            xytext=(-4, -2 - 11 * (level - 1)),
            textcoords="offset points",
            fontsize=8,
            color=colour,
            ha="right",
            va="top",
        )
    axis.set_ylim(0, top * 1.08)
    percent_axis(axis, "y")
    whole_axis(axis)
    axis.grid(axis="y")
    axis.set_xlabel("price in tokens, without bonuses")
    axis.set_ylabel("purchased by who faced it")
