"""How a whole number is distributed over games: bars from 0, with the mean marked."""

from collections.abc import Container, Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import level, percent_axis, whole_axis, write
from simcli.figures.style import BLUE, ORANGE, SKY


def draw(
    axis: Axes,
    values: Sequence[int],
    shares: Sequence[float],
    label: str,
    top: float,
    mean: float | None = None,
    marked: Container[int] = (),
) -> None:
    """`shares[i]`: share of games with `values[i]`; bars in `marked` stand out; `top`: the highest
    bar of all panels."""
    colours = [BLUE if not marked or value in marked else SKY for value in values]
    axis.bar(values, shares, width=0.86, color=colours, linewidth=0)
    if mean is not None:
        level(axis, mean, colour=ORANGE)
        write(axis, f"{mean:.1f}", (mean, 1.0), (3, -2), ("data", "axes fraction"), va="top", color=ORANGE)
    axis.set_ylim(0, top * 1.08)
    percent_axis(axis, "y")
    whole_axis(axis)
    axis.grid(axis="y")
    axis.set_xlabel(label)
    axis.set_ylabel("share of games")
