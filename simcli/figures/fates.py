"""What becomes of whoever is alone in front, or alone behind, after some rounds: curves with whiskers."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import apart, percent_axis
from simcli.figures.style import MUTED, SERIES


def draw(
    axis: Axes,
    curves: Sequence[tuple[str, Sequence[tuple[int, float, float | None, float | None]]]],
    fair: float,
) -> None:
    """`curves`: (name, [(round, share of the wins, low, high)]); names stand at the right ends."""
    axis.axhline(fair, color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    heights = apart([points[-1][1] for _, points in curves], 0.085)
    for number, (name, points) in enumerate(curves):
        colour = SERIES[number % len(SERIES)]
        rounds, values = [point[0] for point in points], [point[1] for point in points]
        axis.plot(rounds, values, "o-", color=colour, markersize=5)
        for when, _, low, high in points:
            if low is not None:
                axis.plot([when, when], [low, high], color=colour, linewidth=1.4)
        axis.annotate(
            name,
            (rounds[-1], heights[number]),
            xytext=(6, 0),
            textcoords="offset points",
            color=colour,
            fontsize=8,
            va="center",
            annotation_clip=False,
        )
    ticks = sorted({point[0] for _, points in curves for point in points})
    axis.set_xticks(ticks)
    axis.set_ylim(0, 1.02)
    percent_axis(axis, "y")
    axis.grid(axis="y")
    axis.set_xlabel("after round")
    axis.set_ylabel("share of the wins")
