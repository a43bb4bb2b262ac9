"""When the first, second, ... noble comes: step curves with bands, games that end first being censored."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import apart, band, percent_axis
from simcli.figures.style import SERIES


def draw(
    axis: Axes,
    curves: Sequence[
        tuple[str, Sequence[int], Sequence[float], Sequence[float | None], Sequence[float | None]]
    ],
    last: int,
) -> None:
    """`curves`: (name, rounds, share of games in which it has come, low, high); `last`: last round shown. Names stand at the ends of the
    curves.
    """
    heights = apart([curve[2][-1] for curve in curves], 0.07)
    for number, (name, rounds, values, low, high) in enumerate(curves):
        colour = SERIES[number % len(SERIES)]
        band(axis, rounds, low, high, colour)
        axis.step(rounds, values, where="post", color=colour)
        axis.annotate(
            name,
            (rounds[-1], heights[number]),
            xytext=(3, 0),
            textcoords="offset points",
            color=colour,
            fontsize=8,
            va="center",
            annotation_clip=False,
        )
    axis.set_xlim(0, last)
    axis.set_ylim(0, 1.02)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("round")
    axis.set_ylabel("has come")
