"""Winners by number of nobles, beside all seats: bars from 0."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis
from simcli.figures.style import BLUE, GRID, MUTED


def draw(
    axis: Axes, names: Sequence[str], winners: Sequence[float], seats: Sequence[float], top: float
) -> None:
    """Share of the wins and share of the seats by number of nobles; `top`: height of the axis."""
    places = range(len(names))
    axis.bar([place - 0.2 for place in places], winners, width=0.38, color=BLUE, linewidth=0)
    axis.bar([place + 0.2 for place in places], seats, width=0.38, color=GRID, linewidth=0)
    for place, (one, two) in enumerate(zip(winners, seats, strict=True)):
        axis.annotate(
            f"{100 * one:.0f}",
            (place - 0.2, one),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=7.5,
            color=BLUE,
        )
        axis.annotate(
            f"{100 * two:.0f}",
            (place + 0.2, two),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=7.5,
            color=MUTED,
        )
    axis.annotate(
        "winners",
        (1, 1),
        xycoords="axes fraction",
        xytext=(-52, -2),
        textcoords="offset points",
        color=BLUE,
        fontsize=8,
        va="top",
        ha="right",
    )
    axis.annotate(
        "all seats",
        (1, 1),
        xycoords="axes fraction",
        xytext=(-4, -2),
        textcoords="offset points",
        color=MUTED,
        fontsize=8,
        va="top",
        ha="right",
    )
    axis.set_xticks(places, names)
    axis.set_ylim(0, top * 1.15)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("nobles at the end")
