"""What a change of the rules does: each metric by setting, the first one being the base, and
differences by line-up."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, percent_axis, shortened


def draw(axis: Axes, rows: Sequence[Dot], base: float | None, share: bool) -> None:
    """`rows`: a metric by setting; `base`: its value in the first setting, None where there is none
    to compare with; `share`: write values as percentages."""
    if base is not None:
        par_line(axis, base, "base")
    most = max(row.value for row in rows)
    digits = 1 if most > 0.02 else 2 if most > 0.001 else 3
    labels = [
        (f"{100 * row.value:.{digits}f}%" if row.value else "0%") if share else f"{row.value:.2f}"
        for row in rows
    ]
    dots(axis, _shortened(rows), labels)
    axis.margins(x=0.15)
    if not share:
        axis.locator_params(axis="x", nbins=4)
        return
    low, high = axis.get_xlim()
    # Ticks that are closer together than the labels' digits would read alike.
    fine = max(digits, 2 if high - low < 0.005 else 1, 3 if high - low < 0.0005 else 1)
    percent_axis(axis, digits=fine)
    if fine > 1:
        axis.locator_params(axis="x", nbins=3)


def draw_gaps(axis: Axes, rows: Sequence[Dot], unit: str) -> None:
    """`rows`: differences by line-up, in `unit`."""
    par_line(axis, 0.0, "no difference")
    dots(axis, _shortened(rows), [f"{row.value:+.2f}" for row in rows])
    axis.margins(x=0.15)
    axis.set_xlabel(unit)
    axis.locator_params(axis="x", nbins=5)


def _shortened(rows: Sequence[Dot]) -> list[Dot]:
    return [row._replace(name=shortened(row.name, 34)) for row in rows]
