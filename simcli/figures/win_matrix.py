"""Who beats whom: the row's part of the wins between the two, blue below par, orange above."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import cells, shortened
from simcli.figures.style import blend


def draw(
    axis: Axes,
    labels: Sequence[str],
    values: Sequence[Sequence[float | None]],
    sure: Sequence[Sequence[bool]],
    par: float = 0.5,
) -> None:
    """`values[r][c]`: the row's part against the column (None on the diagonal or where they never met); cells that are not `sure` are
    hatched: their interval spans par.
    """
    texts = [["" if value is None else f"{100 * value:.0f}" for value in line] for line in values]
    hatched = [
        [value is not None and not known for value, known in zip(line, row, strict=True)]
        for line, row in zip(values, sure, strict=True)
    ]
    cells(
        axis,
        values,
        lambda value: blend((value - par) / (1 - par) if value > par else (value - par) / par),
        texts,
        hatched,
    )
    short = [shortened(label, 18) for label in labels]
    axis.set_xticks(range(len(labels)), short, rotation=35, ha="left", rotation_mode="anchor")
    axis.xaxis.tick_top()
    axis.set_yticks(range(len(labels)), short)
    axis.set_aspect("equal")
