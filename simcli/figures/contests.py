"""Who wins contests for nobles: what each wins, beside what each would win if all contestants were
equally likely."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, Mark, dots, heads, percent_axis, points
from simcli.figures.style import BLUE, MUTED

KEY = (Mark("won", "o", BLUE), Mark("if all were equally likely", "|", MUTED))


class Row(NamedTuple):
    """A contestant: share won with its interval, the share expected, and whether the two are known
    to differ."""

    dot: Dot
    expected: float
    differs: bool


def draw(axis: Axes, rows: Sequence[Row], low: float, high: float) -> None:
    """`low`, `high`: ends of the axis. A filled dot is known not to lie at what is expected."""
    heights, expected = range(len(rows)), [row.expected for row in rows]
    axis.hlines(heights, expected, [row.dot.value for row in rows], color=MUTED, linewidth=0.8)
    points(axis, expected, heights, "|", MUTED, 11)
    labels = [f"{100 * row.dot.value:.1f}%" for row in rows]
    dots(axis, [row.dot for row in rows], labels, filled=[row.differs for row in rows])
    heads(axis, KEY)
    axis.set_xlim(low, high)
    percent_axis(axis)
    axis.set_xlabel("won, of the contests it was in")
