"""How many games are as good as decided after each noted round."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, write
from simcli.figures.style import BLUE, INK


def draw(axis: Axes, rounds: Sequence[int], shares: Sequence[float]) -> None:
    """`shares`: of the running games, those in which one side's chance is 90% or more; bars from
    0."""
    places = range(len(rounds))
    axis.bar(places, shares, width=0.6, color=BLUE, linewidth=0)
    for place, share in enumerate(shares):
        write(axis, f"{100 * share:.0f}%", (place, share), (0, 2), ha="center", color=INK)
    axis.set_xticks(places, map(str, rounds))
    axis.set_ylim(0, 1.05)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("after round")
    axis.set_ylabel("games decided")
