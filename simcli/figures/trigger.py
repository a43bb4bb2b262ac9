"""Who reaches the target first, and how often that seat then wins."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, percent_axis
from simcli.figures.style import BLUE, ORANGE


def draw(
    axis: Axes,
    rows: Sequence[tuple[str, float, float | None, float | None]],
    colour: str = BLUE,
    label: str = "then wins",
) -> None:
    """`rows`: (seat, share of its triggers that end in a win, low, high)."""
    dots(axis, rows, [f"{100 * row[1]:.1f}%" for row in rows], colour=ORANGE if colour != BLUE else BLUE)
    lowest = min((row[2] if row[2] is not None else row[1] for row in rows), default=0.0)
    start = max(0.0, min(0.9, lowest - 0.03))
    # A little room, so that a dot at 100% is not cut in half.
    axis.set_xlim(start, 1.0 + 0.03 * (1.0 - start))
    percent_axis(axis)
    axis.set_xlabel(label)
