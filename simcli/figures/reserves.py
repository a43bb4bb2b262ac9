"""What becomes of reserves: how many take what another could have paid for, and how many cards the reserver purchases."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, heads, percent_axis, spaced
from simcli.figures.style import BLUE, GRID, ORANGE

KEY = (("blocks", "o", ORANGE), ("purchased later", "s", BLUE))
Share = tuple[float, float | None, float | None]


def draw(axis: Axes, groups: Sequence[Sequence[tuple[str, Share | None, Share | None]]], top: float) -> None:
    """`groups` of rows (name, share that blocks, share purchased later), each share (value, low, high) or None, the groups apart from each
    other; `top`: end of the axis.
    """
    rows, heights = spaced(groups)
    for height, (_, *shares) in zip(heights, rows, strict=True):
        ends = [share[0] for share in shares if share]
        axis.plot(ends, [height] * len(ends), color=GRID, linewidth=3.5, solid_capstyle="round")
    for place, (_, marker, colour) in enumerate(KEY, start=1):
        known = [
            (height, (row[0], *row[place])) for height, row in zip(heights, rows, strict=True) if row[place]
        ]
        dots(axis, [row for _, row in known], (), colour, None, [height for height, _ in known], marker)
    axis.set_yticks(heights, [row[0] for row in rows])
    axis.set_ylim(heights[-1] + 0.6, -0.6)
    heads(axis, KEY)
    axis.set_xlim(0, top)
    percent_axis(axis)
    axis.set_xlabel("of the reserved cards")
