"""What a lead is worth: share of wins by lead in prestige and by noted round."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.figures.marks import cells
from simcli.figures.style import around_par


def draw(
    axis: Axes,
    rounds: Sequence[int],
    leads: Sequence[int],
    shares: Sequence[Sequence[float | None]],
    thin: Sequence[Sequence[bool]],
    fair: float,
) -> None:
    """`shares[r][l]`: share of wins with lead `leads[l]` after round `rounds[r]`, None where nobody
    had it; `thin`: hatched."""
    texts = [["" if value is None else f"{100 * value:.0f}" for value in line] for line in shares]
    cells(axis, shares, lambda value: around_par(value, fair), texts, thin)
    axis.set_xticks(range(len(leads)), [f"{lead:+d}" if lead else "0" for lead in leads])
    axis.set_yticks(range(len(rounds)), [f"round {number}" for number in rounds])
    axis.set_xlabel("lead in prestige over the best other (share of wins in %)")
