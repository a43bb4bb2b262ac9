"""What turns are made of, round by round: purchases, reserves, full hands, tokens given back."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import apart, percent_axis
from simcli.figures.style import SERIES


def draw(
    axis: Axes, rounds: Sequence[int], curves: Sequence[tuple[str, Sequence[float]]], top: float
) -> None:
    """`curves`: (name, share of the turns by round); names stand at the ends, moved apart where they would meet."""
    heights = apart([values[-1] for _, values in curves], 0.085 * top)
    for number, (name, values) in enumerate(curves):
        colour = SERIES[number % len(SERIES)]
        axis.plot(rounds, values, color=colour)
        axis.annotate(
            name,
            (rounds[-1], heights[number]),
            xytext=(4, 0),
            textcoords="offset points",
            color=colour,
            fontsize=8,
            va="center",
            annotation_clip=False,
        )
    axis.set_ylim(0, top * 1.1)
    axis.set_xlim(left=1)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("round")
    axis.set_ylabel("share of the turns")
