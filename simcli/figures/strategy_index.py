"""How much each strategy wins, as an index where 1 is par."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import Dot, dots, par_line, shortened


def draw(axis: Axes, rows: Sequence[Dot], reach: float) -> None:
    """`rows`: win indices, best first; `reach`: right end of the axis."""
    par_line(axis, 1.0, "par")
    dots(
        axis,
        [row._replace(name=shortened(row.name, 22)) for row in rows],
        [f"{row.value:.2f}" for row in rows],
    )
    axis.set_xlim(0, reach)
    axis.set_xlabel("win index")
