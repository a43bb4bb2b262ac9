"""What a change of the rules does to one measure: dots with whiskers for each setting, the first one being the base."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line, percent_axis


def draw(axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], base: float, share: bool) -> None:
    """`rows`: (setting, value, low, high); `base`: the value in the first setting; `share`: write values as percentages."""
    par_line(axis, base, "base")
    digits = 1 if max(row[1] for row in rows) > 0.02 else 2 if max(row[1] for row in rows) > 0.001 else 3
    dots(axis, rows, [f"{100 * row[1]:.{digits}f}%" if share else f"{row[1]:.2f}" for row in rows])
    axis.margins(x=0.15)
    if share:
        percent_axis(axis, digits=digits)
    else:
        axis.locator_params(axis="x", nbins=4)
