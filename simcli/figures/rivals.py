"""How many rivals were close when a noble came: one divided bar for each setting."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import named_rows, percent_axis, write
from simcli.figures.style import deepen, ink_on

# Not 1 at the end: that blue is one of those that change with the look of the page, and these cells
# keep theirs.
DEPTHS = (0.06, 0.3, 0.58, 0.9)
NAMES = ("none", "1 rival", "2 rivals", "3 rivals")
EDGE = {"edgecolor": deepen(0.45), "linewidth": 0.5}
# Narrower parts have no room for their number.
ROOM = 0.055


def draw(axis: Axes, labels: Sequence[str], bars: Sequence[Sequence[float]]) -> None:
    """`labels`: the settings; `bars`: for each, the shares of the nobles that came with 0, 1, 2 and
    3 rivals."""
    for height, shares in enumerate(bars):
        left = 0.0
        for depth, share in zip(DEPTHS, shares, strict=False):
            colour = deepen(depth)
            axis.barh([height], [share], left=left, height=0.72, color=[colour], **EDGE)
            if share >= ROOM:
                middle, ink = (left + share / 2, height), ink_on(colour)
                write(axis, f"{100 * share:.0f}%", middle, ha="center", va="center", color=ink)
            left += share
    for number, name in enumerate(NAMES[: max(map(len, bars))]):
        colour = deepen(DEPTHS[number])
        box = {"boxstyle": "square,pad=0.25", "facecolor": colour, **EDGE}
        write(
            axis,
            name,
            (0.26 * number, 1.0),
            (0, 4),
            "axes fraction",
            va="bottom",
            color=ink_on(colour),
            bbox=box,
        )
    named_rows(axis, labels)
    axis.set_xlim(0, 1.004)
    percent_axis(axis)
    axis.set_xlabel("share of the nobles that came")
