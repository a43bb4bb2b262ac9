"""What becomes of whoever is alone in first, or in last, place after some rounds: curves with
whiskers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import end_labels, level, percent_axis
from simcli.figures.style import SERIES


class Point(NamedTuple):
    """Share of wins after a round, with its interval."""

    round: int
    value: float
    low: float | None
    high: float | None


def draw(axis: Axes, curves: Mapping[str, Sequence[Point]], fair: float) -> None:
    """`curves`: by name, which stands at the right end."""
    level(axis, fair, upright=False)
    for number, line in enumerate(curves.values()):
        colour = SERIES[number % len(SERIES)]
        axis.plot(
            [point.round for point in line], [point.value for point in line], "o-", color=colour, markersize=5
        )
        for point in line:
            if point.low is not None:
                axis.vlines(point.round, point.low, point.high, color=colour, linewidth=1.4)
    end_labels(axis, list(curves), [line[-1][:2] for line in curves.values()], 0.085)
    axis.set_xticks(sorted({point.round for line in curves.values() for point in line}))
    axis.set_ylim(0, 1.02)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("after round")
    axis.set_ylabel("share of wins")
