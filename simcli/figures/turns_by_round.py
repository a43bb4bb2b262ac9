"""What turns are made of, round by round: purchases, reserves, full hands, tokens given back."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import end_labels, percent_axis
from simcli.figures.style import SERIES


def draw(axis: Axes, rounds: Sequence[int], curves: Mapping[str, Sequence[float]], top: float) -> None:
    """`curves`: by name, share of turns by round; names stand at the ends."""
    for number, values in enumerate(curves.values()):
        axis.plot(rounds, values, color=SERIES[number % len(SERIES)])
    end_labels(axis, list(curves), [(rounds[-1], values[-1]) for values in curves.values()], 0.085 * top)
    axis.set_ylim(0, top * 1.1)
    axis.set_xlim(left=1)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("round")
    axis.set_ylabel("share of turns")
