"""One purchase of a card three ways: naive and adjusted association, and the effect measured by a random veto."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import heads
from simcli.figures.style import BLUE, MUTED, ORANGE

KINDS = (("naive", "|", MUTED), ("adjusted", "s", ORANGE), ("veto", "o", BLUE))


def draw(
    axis: Axes, rows: Sequence[tuple[str, float, float, float, float, float]], low: float, high: float
) -> None:
    """`rows`: (card, naive, adjusted, effect of a purchase, its low, its high), highest effect first; `low`, `high`: ends of the axis."""
    # Its name stands below the axis: above it stand those of the marks.
    axis.axvline(0.0, color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    for number, (_, naive, adjusted, effect, below, above) in enumerate(rows):
        axis.plot([below, above], [number, number], color=BLUE, linewidth=1.6, solid_capstyle="butt")
        axis.plot(
            [min(naive, adjusted, effect), max(naive, adjusted, effect)],
            [number, number],
            color=MUTED,
            linewidth=0.7,
        )
        for value, (_, marker, colour) in zip((naive, adjusted, effect), KINDS, strict=True):
            axis.plot(
                [value],
                [number],
                marker,
                color=colour,
                markersize=8 if marker == "|" else 4.5,
                markeredgewidth=1.4,
            )
    heads(axis, KINDS)
    axis.set_yticks(range(len(rows)), [row[0] for row in rows])
    axis.set_ylim(len(rows) - 0.4, -0.6)
    axis.set_xlim(low, high)
    axis.tick_params(axis="y", length=0, labelsize=7.5)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x")
    axis.set_xlabel("win index, for one purchase; dashed: no difference")
