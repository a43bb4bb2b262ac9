"""What becomes of reserves: how many take what another could have paid for, and how many cards the
reserver purchases."""

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, Mark, heads, named_rows, percent_axis, points, spaced, whiskers
from simcli.figures.style import BLUE, GRID, ORANGE

KEY = (Mark("blocks", "o", ORANGE), Mark("purchased later", "s", BLUE))


class Row(NamedTuple):
    """A seat, strategy or level: share of its reserves that block another, and that are purchased
    later; None where unknown."""

    name: str
    blocks: Dot | None
    later: Dot | None


def draw(axis: Axes, groups: Sequence[Sequence[Row]], top: float) -> None:
    """The groups of rows are set apart from each other; `top`: end of the axis."""
    rows, heights = spaced(groups)
    for height, row in zip(heights, rows, strict=True):
        ends = [dot.value for dot in (row.blocks, row.later) if dot]
        axis.plot(ends, [height] * len(ends), color=GRID, linewidth=3.5, solid_capstyle="round")
    for mark, column in zip(KEY, ([row.blocks for row in rows], [row.later for row in rows]), strict=True):
        known = [(height, dot) for height, dot in zip(heights, column, strict=True) if dot]
        at, shares = [height for height, _ in known], [dot for _, dot in known]
        whiskers(axis, at, shares, mark.colour)
        points(axis, [dot.value for dot in shares], at, mark.marker, mark.colour)
    named_rows(axis, [row.name for row in rows], heights)
    heads(axis, KEY)
    axis.set_xlim(0, top)
    percent_axis(axis)
    axis.set_xlabel("share of the reserved cards")
