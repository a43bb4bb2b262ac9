"""The few marks that figures are made of: dots with whiskers, step curves with bands, bars, cells."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from simcli.figures.style import ABOVE, BAND, BLUE, GRID, INK, MUTED, ink_on

# Between groups of rows, beyond the one that lies between rows.
GAP = 0.45


def shortened(name: str, letters: int = 20) -> str:
    """A name that leaves room for the picture beside it. Of a path the file is kept, of a line-up a piece of every strategy."""
    if len(name) <= letters:
        return name
    parts = [part if len(part) <= letters else part.rsplit("/", 1)[-1] for part in name.split(", ")]
    room = max(4, (letters + 2) // len(parts) - 2)
    return ", ".join(part if len(part) <= room else part[: room - 1] + "…" for part in parts)


def par_line(axis: Axes, value: float, label: str, band: float = 0.0) -> None:
    """A vertical line at par with its label, and a shaded band of +-`band` around it."""
    if band:
        axis.axvspan(value - band, value + band, color=BAND, linewidth=0)
    axis.axvline(value, color=MUTED, linewidth=1.0, linestyle=(0, (4, 3)))
    axis.annotate(
        label,
        (value, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(3, -1),
        textcoords="offset points",
        fontsize=7.5,
        color=MUTED,
        va="bottom",
        gid=ABOVE,
    )


def dots(
    axis: Axes,
    rows: Sequence[tuple[str, float, float | None, float | None]],
    labels: Sequence[str] = (),
    colour: str = BLUE,
    filled=None,
    heights: Sequence[float] | None = None,
    marker: str = "o",
) -> None:
    """Dots with whiskers, first row on top: (name, value, low, high); `labels` are written beside the dots; `filled[i]` False leaves a
    ring; `heights` are those of the rows, ascending, where they are not one apart from 0 on.
    """
    heights = range(len(rows)) if heights is None else heights
    for number, (height, (_, value, low, high)) in enumerate(zip(heights, rows, strict=True)):
        if low is not None and high is not None:
            axis.plot([low, high], [height, height], color=colour, linewidth=1.8, solid_capstyle="butt")
        full = filled is None or filled[number]
        face = colour if full else "none"
        # A mark at the end of the axis is drawn whole.
        axis.plot(
            [value],
            [height],
            marker,
            markersize=6,
            color=colour,
            markerfacecolor=face,
            markeredgewidth=1.4,
            clip_on=False,
        )
    for height, label in zip(heights, labels, strict=False):
        axis.annotate(
            label,
            (1.0, height),
            xycoords=("axes fraction", "data"),
            xytext=(2, 0),
            textcoords="offset points",
            fontsize=8,
            va="center",
            color=INK,
        )
    axis.set_yticks(heights, [row[0] for row in rows])
    axis.set_ylim(max(heights, default=-1) + 0.6, -0.6)
    axis.tick_params(axis="y", length=0, pad=6)
    axis.grid(axis="x")
    axis.spines["left"].set_visible(False)


def spaced(groups: Sequence[Sequence]) -> tuple[list, list[float]]:
    """The rows of all groups and their heights: one apart, groups a little more."""
    rows, heights = [], []
    for group in groups:
        start = heights[-1] + 1 + GAP if heights else 0.0
        heights += [start + number for number in range(len(group))]
        rows += group
    return rows, heights


def heads(axis: Axes, key: Sequence[tuple[str, str, str]]) -> None:
    """What the markers mean, in a line above the axis: (name, marker, colour)."""
    from matplotlib.lines import Line2D

    marks = [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=m,
            color=c,
            markersize=9 if m == "|" else 5.5,
            markeredgewidth=1.6,
        )
        for _, m, c in key
    ]
    names = [name for name, _, _ in key]
    axis.legend(
        marks,
        names,
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        ncols=len(key),
        frameon=False,
        fontsize=8,
        borderpad=0.1,
        borderaxespad=0.15,
        handletextpad=0.1,
        columnspacing=1.0,
        labelcolor=MUTED,
    )


def band(
    axis: Axes,
    x: Sequence[float],
    low: Sequence[float | None],
    high: Sequence[float | None],
    colour: str,
    step: bool = True,
) -> None:
    """A pale band between two curves; points without a band are left out."""
    known = [(a, b, c) for a, b, c in zip(x, low, high, strict=True) if b is not None and c is not None]
    if known:
        xs, lows, highs = zip(*known, strict=True)
        axis.fill_between(
            xs, lows, highs, color=colour, alpha=0.22, linewidth=0, step="post" if step else None
        )


def cells(
    axis: Axes,
    values: Sequence[Sequence[float | None]],
    colour,
    texts: Sequence[Sequence[str]] | None = None,
    hatched=None,
) -> None:
    """A table of coloured cells, first row on top; None is a hatched cell. `colour(value)` -> rgb; `hatched[r][c]` True hatches a cell that
    has a value but too little behind it."""
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            thin = value is None or (hatched is not None and hatched[row][column])
            face = "none" if thin else colour(value)
            axis.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    facecolor=face,
                    edgecolor=GRID,
                    linewidth=0.6,
                    hatch="////" if thin else None,
                )
            )
            if texts and texts[row][column]:
                ink = MUTED if thin else ink_on(face)
                axis.text(column, row, texts[row][column], ha="center", va="center", fontsize=7.5, color=ink)
    axis.set_xlim(-0.5, max((len(line) for line in values), default=1) - 0.5)
    axis.set_ylim(len(values) - 0.5, -0.5)
    axis.tick_params(length=0)
    for spine in axis.spines.values():
        spine.set_visible(False)


def apart(values: Sequence[float], gap: float) -> list[float]:
    """Heights for labels at the ends of curves: each at its value, moved up where the one below would touch it."""
    heights = list(values)
    last = float("-inf")
    for number in sorted(range(len(values)), key=lambda number: values[number]):
        last = heights[number] = max(values[number], last + gap)
    return heights


def nothing(axis: Axes, why: str) -> None:
    """An empty panel that says why it is empty."""
    axis.text(
        0.5,
        0.5,
        why,
        ha="center",
        va="center",
        color=MUTED,
        fontsize=8.5,
        transform=axis.transAxes,
        wrap=True,
    )
    axis.set_axis_off()


def percent_axis(axis: Axes, which: str = "x", digits: int = 0) -> None:
    """Write the ticks of one axis as percentages, few and at round numbers."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    line = axis.xaxis if which == "x" else axis.yaxis
    line.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    line.set_major_formatter(PercentFormatter(1.0, decimals=digits))


def whole_axis(axis: Axes) -> None:
    """Ticks of the x axis at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(nbins=7, integer=True, steps=[1, 2, 5, 10]))
