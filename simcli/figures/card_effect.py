"""What being free to purchase a card is worth, measured by a random veto: raw with whiskers, and shrunk."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line
from simcli.figures.style import BLUE, ORANGE


def draw(
    axis: Axes, rows: Sequence[tuple[str, float, float, float, float, bool]], low: float, high: float
) -> None:
    """`rows`: (card, effect, low, high, shrunk effect, survives the false-discovery control), highest first; `low`, `high`: ends of the
    axis. The shrunk effect is the upright bar.
    """
    par_line(axis, 0.0, "no effect")
    dots(axis, [row[:4] for row in rows], colour=BLUE, filled=[row[5] for row in rows])
    for number, row in enumerate(rows):
        axis.plot([row[4]], [number], "|", color=ORANGE, markersize=9, markeredgewidth=2)
    axis.set_xlim(low, high)
    axis.tick_params(axis="y", labelsize=7.5)
    axis.set_xlabel("win index of the free less that of the forbidden")
