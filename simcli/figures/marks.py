"""The few marks that figures are made of: dots with whiskers, bands, cells, lettering, axes."""

import textwrap
from collections.abc import Callable, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

from simcli.figures.style import ABOVE, BAND, BLUE, GRID, INK, MUTED, SERIES, ink_on

# Between groups of rows, beyond the one that lies between rows.
GAP = 0.45


def shortened(name: str, letters: int = 20) -> str:
    """A name that leaves room for the picture beside it. Of a path the file is kept, of a line-up a
    piece of every strategy."""
    if len(name) <= letters:
        return name
    parts = [part if len(part) <= letters else part.rsplit("/", 1)[-1] for part in name.split(", ")]
    room = max(4, (letters + 2) // len(parts) - 2)
    return ", ".join(part if len(part) <= room else part[: room - 1] + "…" for part in parts)


def write(
    axis: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float] = (0, 0),
    within: str | tuple[str, str] = "data",
    size: float = 8,
    **looks,
) -> None:
    """Lettering that stands `shift` points from the place `at`, whose coordinates are those of
    `within`."""
    axis.annotate(
        text,
        at,
        xycoords=within,
        xytext=shift,
        textcoords="offset points",
        fontsize=size,
        annotation_clip=False,
        **looks,
    )


def level(axis: Axes, value: float, upright: bool = True, colour: str = MUTED) -> None:
    """A thin dashed line at a value of the x axis, or of the y axis."""
    line = axis.axvline if upright else axis.axhline
    line(value, color=colour, linewidth=1.0, linestyle=(0, (4, 3)))


def par_line(axis: Axes, value: float, label: str, band: float = 0.0) -> None:
    """A dashed line at par with its label above, and a shaded band of +-`band` around it."""
    if band:
        axis.axvspan(value - band, value + band, color=BAND, linewidth=0)
    level(axis, value)
    write(
        axis,
        label,
        (value, 1.0),
        (3, -1),
        ("data", "axes fraction"),
        7.5,
        color=MUTED,
        va="bottom",
        gid=ABOVE,
    )


class Dot(NamedTuple):
    """A named value with its interval, None where there is none."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def ends(self) -> list[float]:
        """The value and the ends of its interval, those that are known."""
        return [end for end in self[1:4] if end is not None]


def whiskers(
    axis: Axes, heights: Sequence[float], rows: Sequence[Dot], colour: str, width: float = 1.8
) -> None:
    """Level lines over the intervals of the rows that have one."""
    known = [
        (height, row.low, row.high)
        for height, row in zip(heights, rows, strict=True)
        if row.low is not None and row.high is not None
    ]
    if known:
        axis.hlines(*zip(*known, strict=True), color=colour, linewidth=width)


def points(
    axis: Axes,
    x: Sequence[float],
    y: Sequence[float],
    marker: str = "o",
    colour: str = BLUE,
    size: float = 6,
    filled: Sequence[bool] | None = None,
) -> None:
    """Marks at (x, y), drawn whole at the end of an axis too; those that are not `filled` are
    rings."""
    for full in (True, False):
        chosen = [place for place in range(len(x)) if (filled is None or filled[place]) == full]
        if chosen:
            axis.plot(
                [x[place] for place in chosen],
                [y[place] for place in chosen],
                marker,
                markersize=size,
                color=colour,
                markerfacecolor=colour if full else "none",
                markeredgewidth=1.4,
                clip_on=False,
            )


def named_rows(
    axis: Axes, names: Sequence[str], heights: Sequence[float] | None = None, size: float | None = None
) -> None:
    """A name at each row, first row on top; `heights`: ascending, where the rows are not one apart
    from 0 on."""
    heights = range(len(names)) if heights is None else heights
    axis.set_yticks(heights, names)
    axis.set_ylim(max(heights, default=-1) + 0.6, -0.6)
    axis.tick_params(axis="y", length=0, pad=6, labelsize=size)
    axis.grid(axis="x")
    axis.spines["left"].set_visible(False)


def dots(
    axis: Axes,
    rows: Sequence[Dot],
    labels: Sequence[str] = (),
    colour: str = BLUE,
    filled: Sequence[bool] | None = None,
    size: float | None = None,
) -> None:
    """Dots with whiskers, first row on top; `labels` are written at the right end; a row that is
    not `filled` is a ring; `size`: of the names' letters."""
    whiskers(axis, range(len(rows)), rows, colour)
    points(axis, [row.value for row in rows], range(len(rows)), colour=colour, filled=filled)
    for height, label in enumerate(labels):
        write(axis, label, (1.0, height), (2, 0), ("axes fraction", "data"), va="center", color=INK)
    named_rows(axis, [row.name for row in rows], size=size)


def spaced(groups: Sequence[Sequence]) -> tuple[list, list[float]]:
    """The rows of all groups and their heights: one apart, groups a little more."""
    rows, heights = [], []
    for group in groups:
        start = heights[-1] + 1 + GAP if heights else 0.0
        heights += [start + number for number in range(len(group))]
        rows += group
    return rows, heights


class Mark(NamedTuple):
    """What a marker stands for."""

    name: str
    marker: str
    colour: str


def heads(axis: Axes, key: Sequence[Mark]) -> None:
    """What the markers mean, in a line above the axis."""
    marks = [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=mark.marker,
            color=mark.colour,
            markersize=9 if mark.marker == "|" else 5.5,
            markeredgewidth=1.6,
            label=mark.name,
        )
        for mark in key
    ]
    axis.legend(
        handles=marks,
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


def end_labels(axis: Axes, names: Sequence[str], ends: Sequence[tuple[float, float]], gap: float) -> None:
    """The names of curves at their right ends in the colours of the series, moved up where one
    would touch the one below."""
    heights, last = {}, float("-inf")
    for number in sorted(range(len(ends)), key=lambda number: ends[number][1]):
        last = heights[number] = max(ends[number][1], last + gap)
    for number, name in enumerate(names):
        write(
            axis,
            name,
            (ends[number][0], heights[number]),
            (5, 0),
            color=SERIES[number % len(SERIES)],
            va="center",
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
    colour: Callable[[float], tuple[float, float, float]],
    texts: Sequence[Sequence[str]] | None = None,
    hatched: Sequence[Sequence[bool]] | None = None,
) -> None:
    """A table of coloured cells, first row on top. A cell without a value is hatched, and so is one
    with too little behind its value (`hatched[row][column]`)."""
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
    axis.spines[:].set_visible(False)


def nothing(axis: Axes, why: str) -> None:
    """An empty panel that says why it is empty."""
    axis.text(
        0.5,
        0.5,
        textwrap.fill(why, 36),
        ha="center",
        va="center",
        color=MUTED,
        fontsize=8.5,
        transform=axis.transAxes,
    )
    axis.set_axis_off()


def percent_axis(axis: Axes, which: str = "x", digits: int = 0) -> None:
    """Write the ticks of one axis as percentages, few and at round numbers."""
    line = axis.xaxis if which == "x" else axis.yaxis
    line.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    line.set_major_formatter(PercentFormatter(1.0, decimals=digits))


def whole_axis(axis: Axes) -> None:
    """Ticks of the x axis at whole numbers only."""
    axis.xaxis.set_major_locator(MaxNLocator(nbins=7, integer=True, steps=[1, 2, 5, 10]))
