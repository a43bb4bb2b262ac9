"""How much each strategy wins, as an index where 1 is par."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import dots, par_line, shortened


def draw(axis: Axes, rows: Sequence[tuple[str, float, float | None, float | None]], reach: float) -> None:
    """`rows`: (strategy, index, low, high), best first; `reach`: right end of the axis, the same in all panels."""
    par_line(axis, 1.0, "par")
    dots(axis, [(shortened(row[0], 22), *row[1:]) for row in rows], [f"{row[1]:.2f}" for row in rows])
    axis.set_xlim(0, reach)
    axis.set_xlabel("win index")
