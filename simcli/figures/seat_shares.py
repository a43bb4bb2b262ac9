"""Share of wins by seat: dots with whiskers, fair share and the band of one point around it."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line, percent_axis
from simcli.figures.style import BLUE, RED


def draw(
    axis: Axes,
    rows: Sequence[tuple[str, float, float | None, float | None]],
    fair: float,
    reach: float,
    band: float = 0.01,
) -> None:
    """`rows`: (seat, share, low, high); `reach`: half the width of the axis around fair, the same in all panels; a seat for sure outside
    the band is a red square.
    """
    par_line(axis, fair, f"fair {100 * fair:.1f}%", band)
    for number, row in enumerate(rows):
        out = row[2] is not None and (row[3] < fair - band or row[2] > fair + band)
        colour = RED if out else BLUE
        axis.plot(
            [row[2], row[3]] if row[2] is not None else [],
            [number] * 2 if row[2] is not None else [],
            color=colour,
            linewidth=2,
        )
        axis.plot([row[1]], [number], "s" if out else "o", color=colour, markersize=6.5)
    dots(axis, rows, [f"{100 * row[1]:.1f}%" for row in rows], colour="none")
    axis.set_xlim(fair - reach, fair + reach)
    percent_axis(axis, digits=0 if reach > 0.02 else 1)
    axis.set_xlabel("share of the wins")
