"""One purchase of a card three ways: naive and adjusted association, and the effect measured by a
random veto."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, Mark, heads, level, named_rows, points, whiskers
from simcli.figures.style import BLUE, MUTED, ORANGE

KEY = (Mark("naive", "|", MUTED), Mark("adjusted", "s", ORANGE), Mark("veto", "o", BLUE))


class Row(NamedTuple):
    """A card: the effect of a purchase with its interval, and the two associations."""

    dot: Dot
    naive: float
    adjusted: float


def draw(axis: Axes, rows: Sequence[Row], low: float, high: float) -> None:
    """Highest effect first; `low`, `high`: ends of the axis."""
    # What the line means stands below the axis: above it stand the names of the marks.
    level(axis, 0.0)
    heights = range(len(rows))
    whiskers(axis, heights, [row.dot for row in rows], BLUE, 1.6)
    values = [(row.naive, row.adjusted, row.dot.value) for row in rows]
    axis.hlines(
        heights,
        [min(three) for three in values],
        [max(three) for three in values],
        color=MUTED,
        linewidth=0.7,
    )
    for place, mark in enumerate(KEY):
        size = 8 if mark.marker == "|" else 4.5
        points(axis, [three[place] for three in values], heights, mark.marker, mark.colour, size)
    heads(axis, KEY)
    named_rows(axis, [row.dot.name for row in rows], size=7.5)
    axis.set_xlim(low, high)
    axis.set_xlabel("win index, for one purchase; dashed: no difference")
