"""How often each noble is claimed when it is on offer."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.base.words import COLOURS, LETTERS
from simcli.figures.marks import percent_axis
from simcli.figures.style import GEMS, INK, MUTED


def draw(axis: Axes, rows: Sequence[tuple[str, dict[str, int], float]], top: float) -> None:
    """`rows`: (noble, what it needs, claim rate), most wanted first; its colours stand as lettered squares at the left; `top`: end of the
    axis.
    """
    for number, (_, needs, rate) in enumerate(rows):
        axis.plot([0, rate], [number, number], color=MUTED, linewidth=1.2)
        axis.plot([rate], [number], "o", color=INK, markersize=5)
        axis.annotate(
            f"{100 * rate:.0f}%",
            (rate, number),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
        )
        for place, colour in enumerate([colour for colour in COLOURS if needs.get(colour)]):
            square = {
                "boxstyle": "square,pad=0.22",
                "facecolor": GEMS[colour],
                "edgecolor": MUTED,
                "linewidth": 0.5,
            }
            ink = "#20242c" if colour in ("white", "gold") else "#ffffff"
            axis.annotate(
                LETTERS[colour],
                (0, number),
                xytext=(-38 + 12 * place, 0),
                textcoords="offset points",
                fontsize=6.5,
                color=ink,
                ha="center",
                va="center",
                bbox=square,
                family="monospace",
                annotation_clip=False,
            )
    axis.set_yticks(range(len(rows)), ["" for _ in rows])
    axis.set_ylim(len(rows) - 0.4, -0.6)
    axis.set_xlim(0, top * 1.15)
    percent_axis(axis)
    axis.tick_params(axis="y", length=0, pad=44)
    axis.grid(axis="x")
    axis.set_xlabel("claimed, of the games that offer it")
