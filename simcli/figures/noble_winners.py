"""Winners by number of nobles, beside all seats: bars from 0."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, write
from simcli.figures.style import BLUE, GRID, MUTED


def draw(
    axis: Axes, names: Sequence[str], winners: Sequence[float], seats: Sequence[float], top: float
) -> None:
    """Share of wins and share of seats by number of nobles; `top`: height of the axis."""
    kinds = (("winners", winners, -0.2, BLUE, BLUE, -52), ("all seats", seats, 0.2, GRID, MUTED, -4))
    for label, shares, aside, colour, ink, corner in kinds:
        places = [place + aside for place in range(len(names))]
        axis.bar(places, shares, width=0.38, color=colour, linewidth=0)
        for place, share in zip(places, shares, strict=True):
            write(axis, f"{100 * share:.0f}", (place, share), (0, 2), size=7.5, ha="center", color=ink)
        write(axis, label, (1, 1), (corner, -2), "axes fraction", color=ink, va="top", ha="right")
    axis.set_xticks(range(len(names)), names)
    axis.set_ylim(0, top * 1.15)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("nobles at the end")
