"""How many games are as good as decided after each noted round."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis
from simcli.figures.style import BLUE, INK


def draw(axis: Axes, points: Sequence[tuple[int, float]]) -> None:
    """`points`: (round, share of the running games in which one side is sure to nine in ten): bars from 0."""
    places = range(len(points))
    axis.bar(places, [share for _, share in points], width=0.6, color=BLUE, linewidth=0)
    for place, (_, share) in enumerate(points):
        axis.annotate(
            f"{100 * share:.0f}%",
            (place, share),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=INK,
        )
    axis.set_xticks(places, [str(number) for number, _ in points])
    axis.set_ylim(0, 1.05)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("after round")
    axis.set_ylabel("games decided")
