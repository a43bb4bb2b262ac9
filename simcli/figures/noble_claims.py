"""How often each noble is claimed when it is on offer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.base.words import COLOURS, LETTERS
from simcli.figures.marks import named_rows, percent_axis, points, write
from simcli.figures.style import GEMS, INK, MUTED


class Row(NamedTuple):
    """A noble: how many bonuses it requires by colour, and how often it is claimed where it is on
    offer."""

    needs: Mapping[str, int]
    rate: float


def draw(axis: Axes, rows: Sequence[Row], top: float) -> None:
    """Most often claimed first, with the colours of the bonuses as lettered squares at the left;
    `top`: end of the axis."""
    heights, rates = range(len(rows)), [row.rate for row in rows]
    axis.hlines(heights, 0, rates, color=MUTED, linewidth=1.2)
    points(axis, rates, heights, colour=INK, size=5)
    for height, row in enumerate(rows):
        write(axis, f"{100 * row.rate:.0f}%", (row.rate, height), (6, 0), va="center")
        for place, colour in enumerate([colour for colour in COLOURS if row.needs.get(colour)]):
            square = {
                "boxstyle": "square,pad=0.22",
                "facecolor": GEMS[colour],
                "edgecolor": MUTED,
                "linewidth": 0.5,
            }
            looks = {"ha": "center", "va": "center", "bbox": square, "family": "monospace"}
            ink = "#20242c" if colour in ("white", "gold") else "#ffffff"
            write(axis, LETTERS[colour], (0, height), (-38 + 12 * place, 0), size=6.5, color=ink, **looks)
    named_rows(axis, [""] * len(rows))
    axis.set_xlim(0, top * 1.15)
    percent_axis(axis)
    axis.set_xlabel("claimed, of the games that offer it")
