"""A metric by setting: a dot with its interval for each."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, percent_axis, shortened


def draw(axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], share: bool) -> None:
    """`rows`: (setting, value, low, high); `share`: write values as percentages."""
    written = [f"{100 * value:.1f}%" if share else f"{value:.2f}" for _, value, *_ in rows]
    dots(axis, [(shortened(name, 34), *values) for name, *values in rows], written)
    axis.margins(x=0.15)
    if share:
        percent_axis(axis, digits=1)
    axis.locator_params(axis="x", nbins=4)
