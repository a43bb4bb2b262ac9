"""How often the seat that reaches the target first goes on to win."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, percent_axis


def draw(axis: Axes, rows: Sequence[Dot]) -> None:
    """`rows`: share of a seat's triggers that end in a win. The axis starts near the lowest, at 90%
    at most."""
    dots(axis, rows, [f"{100 * row.value:.1f}%" for row in rows])
    start = max(0.0, min(0.9, min(min(row.ends) for row in rows) - 0.03))
    # A little room, so that a dot at 100% is not cut in half.
    axis.set_xlim(start, 1.0 + 0.03 * (1.0 - start))
    percent_axis(axis)
    axis.set_xlabel("then wins")
