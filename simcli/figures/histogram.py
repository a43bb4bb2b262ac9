"""How a whole number is spread over games: bars from 0, with the middle marked."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import percent_axis, whole_axis
from simcli.figures.style import BLUE, ORANGE, SKY


def draw(
    axis: Axes,
    values: Sequence[int],
    shares: Sequence[float],
    label: str,
    middle: float | None = None,
    marked=(),
    top: float | None = None,
) -> None:
    """`shares[i]`: share of the games with `values[i]`; bars in `marked` stand out; `middle` is drawn as a line; `top`: height of the axis,
    the same in all panels.
    """
    colours = [BLUE if not marked or value in marked else SKY for value in values]
    axis.bar(values, shares, width=0.86, color=colours, linewidth=0)
    if middle is not None:
        axis.axvline(middle, color=ORANGE, linewidth=1.0, linestyle=(0, (4, 3)))
        axis.annotate(
            f"{middle:.1f}",
            (middle, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3, -2),
            textcoords="offset points",
            fontsize=8,
            va="top",
            color=ORANGE,
        )
    if top:
        axis.set_ylim(0, top * 1.08)
    percent_axis(axis, "y")
    whole_axis(axis)
    axis.grid(axis="y")
    axis.set_xlabel(label)
    axis.set_ylabel("share of the games")
