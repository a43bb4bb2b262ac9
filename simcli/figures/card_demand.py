"""Demand for cards by price: one dot a card, coloured by level."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Mark, percent_axis, whole_axis, write
from simcli.figures.style import BLUE, GREEN, ORANGE

LEVELS = {1: Mark("level 1", "o", GREEN), 2: Mark("level 2", "s", ORANGE), 3: Mark("level 3", "^", BLUE)}


class Row(NamedTuple):
    """A card: its price in tokens and the share of the seats that faced it and purchased it."""

    level: int
    price: int
    demand: float


def draw(axis: Axes, rows: Sequence[Row], top: float) -> None:
    """`top`: the highest demand of all panels."""
    for level, mark in LEVELS.items():
        mine = [row for row in rows if row.level == level]
        prices, demands = [row.price for row in mine], [row.demand for row in mine]
        axis.plot(
            prices, demands, mark.marker, color=mark.colour, markersize=4.5, alpha=0.8, markeredgewidth=0
        )
        place = (-4, -2 - 11 * (level - 1))
        write(axis, mark.name, (1, 1), place, "axes fraction", color=mark.colour, ha="right", va="top")
    axis.set_ylim(0, top * 1.08)
    percent_axis(axis, "y")
    whole_axis(axis)
    axis.grid(axis="y")
    axis.set_xlabel("price in tokens, without bonuses")
    axis.set_ylabel("purchased by those who faced it")
