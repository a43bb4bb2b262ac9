"""Who beats whom: the row's part of the wins between the two, blue below par, orange above."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import cells, shortened
from simcli.figures.style import around_par


def draw(
    axis: Axes,
    labels: Sequence[str],
    values: Sequence[Sequence[float | None]],
    settled: Sequence[Sequence[bool]],
    par: float = 0.5,
) -> None:
    """`values[r][c]`: the row's part against the column (None on the diagonal or where they never
    met); cells that are not `settled`, because their interval spans par, are hatched."""
    texts = [["" if value is None else f"{100 * value:.0f}" for value in line] for line in values]
    open_ = [[not cell for cell in line] for line in settled]
    cells(axis, values, lambda value: around_par(value, par), texts, open_)
    short = [shortened(label, 18) for label in labels]
    axis.set_xticks(range(len(labels)), short, rotation=35, ha="left", rotation_mode="anchor")
    axis.xaxis.tick_top()
    axis.set_yticks(range(len(labels)), short)
    axis.set_aspect("equal")
