"""Who wins contests for nobles: what each wins, beside what each would win if all contestants were equally likely."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, heads, percent_axis
from simcli.figures.style import BLUE, MUTED

KEY = (("won", "o", BLUE), ("if all were equally likely", "|", MUTED))


def draw(
    axis: Axes,
    rows: Sequence[tuple[str, float, float | None, float | None, float, bool]],
    low: float,
    high: float,
) -> None:
    """`rows`: (name, share won, low, high, expected share, for sure another than expected); `low`, `high`: ends of the axis. A filled dot is
    for sure not at what is expected.
    """
    for height, row in enumerate(rows):
        axis.plot([row[4], row[1]], [height, height], color=MUTED, linewidth=0.8)
        axis.plot([row[4]], [height], "|", color=MUTED, markersize=11, markeredgewidth=1.8)
    labels = [f"{100 * row[1]:.1f}%" for row in rows]
    dots(axis, [row[:4] for row in rows], labels, BLUE, [row[5] for row in rows])
    heads(axis, KEY)
    axis.set_xlim(low, high)
    percent_axis(axis)
    axis.set_xlabel("won, of the contests it was in")
