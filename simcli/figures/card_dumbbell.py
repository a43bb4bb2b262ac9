"""One purchase of a card three ways: naive and adjusted association, and the effect measured by a random veto."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.transforms import offset_copy

from simcli.figures.marks import par_line
from simcli.figures.style import BLUE, INK, MUTED, ORANGE

KINDS = (("naive", "|", MUTED), ("adjusted", "s", ORANGE), ("veto", "o", BLUE))


def draw(axis: Axes, rows: Sequence[tuple[str, float, float, float, float, float]], low: float, high: float) -> None:
    """`rows`: (card, naive, adjusted, effect of a purchase, its low, its high), highest effect first; `low`, `high`: ends of the axis."""
    par_line(axis, 0.0, "no difference")
    for number, (_, naive, adjusted, effect, below, above) in enumerate(rows):
        axis.plot([below, above], [number, number], color=BLUE, linewidth=1.6, solid_capstyle="butt")
        axis.plot([min(naive, adjusted, effect), max(naive, adjusted, effect)], [number, number], color=MUTED, linewidth=0.7)
        for value, (_, marker, colour) in zip((naive, adjusted, effect), KINDS, strict=True):
            axis.plot([value], [number], marker, color=colour, markersize=8 if marker == "|" else 4.5, markeredgewidth=1.4)
    for place, (name, marker, colour) in enumerate(KINDS):
        left = (0.0, 0.24, 0.56)[place]
        axis.plot([left], [1.0], marker, color=colour, markersize=6, transform=_above(axis), clip_on=False)
        axis.text(left + 0.03, 1.0, name, transform=_above(axis), fontsize=7.5, color=INK, va="center")
    axis.set_yticks(range(len(rows)), [row[0] for row in rows])
    axis.set_ylim(len(rows) - 0.4, -0.6)
    axis.set_xlim(low, high)
    axis.tick_params(axis="y", length=0, labelsize=7.5)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x")
    axis.set_xlabel("win index, for one purchase")


def _above(axis: Axes):
    """Fractions of the axis, moved up by a line so that the names stand above the label of the par line."""
    return offset_copy(axis.transAxes, fig=axis.figure, y=19, units="points")
