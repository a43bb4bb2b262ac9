"""What a change of the rules does: each measure by setting, the first one being the base, and differences by line-up."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line, percent_axis, shortened


def draw(
    axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], base: float, share: bool
) -> None:
    """`rows`: (setting, value, low, high); `base`: the value in the first setting; `share`: write values as percentages."""
    par_line(axis, base, "base")
    digits = 1 if max(row[1] for row in rows) > 0.02 else 2 if max(row[1] for row in rows) > 0.001 else 3
    written = [
        f"{100 * row[1]:.{digits}f}%" if share and row[1] else "0%" if share else f"{row[1]:.2f}"
        for row in rows
    ]
    dots(axis, [(shortened(row[0], 34), *row[1:]) for row in rows], written)
    axis.margins(x=0.15)
    if share:
        low, high = axis.get_xlim()
        # Ticks that are closer together than the labels' digits would read alike.
        fine = max(digits, 2 if high - low < 0.005 else 1, 3 if high - low < 0.0005 else 1)
        percent_axis(axis, digits=fine)
        if fine > 1:
            axis.locator_params(axis="x", nbins=3)
    else:
        axis.locator_params(axis="x", nbins=4)


def draw_gaps(axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], share: bool) -> None:
    """`rows`: (line-up, difference, low, high); `share`: write differences as percentage points."""
    par_line(axis, 0.0, "no difference")
    scale = 100 if share else 1
    scaled = [
        (shortened(name, 34), *(v if v is None else scale * v for v in values)) for name, *values in rows
    ]
    dots(axis, scaled, [f"{row[1]:+.2f}" for row in scaled])
    axis.margins(x=0.15)
    axis.set_xlabel("percentage points" if share else "rounds")
    axis.locator_params(axis="x", nbins=5)
