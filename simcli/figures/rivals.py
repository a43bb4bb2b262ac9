"""How many rivals were close when a noble came: one bar of parts for each setting."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis
from simcli.figures.style import deepen, ink_on

# Not 1 at the end: that blue is one of those that change with the look of the page, and these cells keep theirs.
DEPTHS = (0.06, 0.3, 0.58, 0.9)
NAMES = ("none", "1 rival", "2 rivals", "3 rivals")
# Narrower parts have no room for their number.
ROOM = 0.055


def draw(axis: Axes, bars: Sequence[tuple[str, Sequence[float]]]) -> None:
    """`bars`: (setting, share of the nobles that came with 0, 1, 2 and 3 rivals)."""
    for number, (_, shares) in enumerate(bars):
        left = 0.0
        for depth, share in zip(DEPTHS, shares, strict=False):
            colour = deepen(depth)
            axis.barh(
                [number],
                [share],
                left=left,
                height=0.72,
                color=[colour],
                edgecolor=deepen(0.45),
                linewidth=0.5,
            )
            if share >= ROOM:
                axis.text(
                    left + share / 2,
                    number,
                    f"{100 * share:.0f}%",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color=ink_on(colour),
                )
            left += share
    for number, name in enumerate(NAMES[: max(len(shares) for _, shares in bars)]):
        axis.annotate(
            name,
            (0.26 * number, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4),
            textcoords="offset points",
            fontsize=8,
            va="bottom",
            color=ink_on(deepen(DEPTHS[number])),
            bbox={
                "boxstyle": "square,pad=0.25",
                "facecolor": deepen(DEPTHS[number]),
                "edgecolor": deepen(0.45),
                "linewidth": 0.5,
            },
        )
    axis.set_yticks(range(len(bars)), [name for name, _ in bars])
    axis.set_ylim(len(bars) - 0.5, -0.5)
    axis.set_xlim(0, 1.004)
    percent_axis(axis)
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.set_xlabel("of the nobles that came")
