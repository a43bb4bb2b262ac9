"""When the first, second, ... noble comes: step curves with bands, games that end first being
censored."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes

from simcli.figures.marks import band, end_labels, percent_axis
from simcli.figures.style import SERIES


class Point(NamedTuple):
    """Share of games in which the noble has come by a round, with its interval."""

    round: int
    value: float
    low: float | None
    high: float | None


def draw(axis: Axes, curves: Mapping[str, Sequence[Point]], last: int) -> None:
    """`curves`: by name, which stands at the end; `last`: last round shown."""
    for number, curve in enumerate(curves.values()):
        colour = SERIES[number % len(SERIES)]
        rounds, values, low, high = zip(*curve, strict=True)
        band(axis, rounds, low, high, colour)
        axis.step(rounds, values, where="post", color=colour)
    end_labels(axis, list(curves), [curve[-1][:2] for curve in curves.values()], 0.07)
    axis.set_xlim(0, last)
    axis.set_ylim(0, 1.02)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("round")
    axis.set_ylabel("games that have had it")
