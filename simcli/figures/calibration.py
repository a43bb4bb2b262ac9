"""Do fitted chances mean what they say: predicted against observed, on games that were not
fitted."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, points
from simcli.figures.style import MUTED


def draw(axis: Axes, said: Sequence[float], won: Sequence[float], enough: Sequence[bool]) -> None:
    """By tenth of the chance: the mean chance predicted, the share that won, and whether there are
    enough sides: a ring where not."""
    axis.plot([0, 1], [0, 1], color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    points(axis, said, won, size=5, filled=enough)
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1)
    axis.set_aspect("equal")
    percent_axis(axis, "x")
    # Fewer than on the other axis: side by side the numbers would touch.
    axis.set_xticks([0, 0.5, 1])
    percent_axis(axis, "y")
    axis.grid()
    axis.set_xlabel("predicted chance")
    axis.set_ylabel("share that won")
