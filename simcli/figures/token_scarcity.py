"""Which tokens run out when: share of turns that begin with none of a colour in the bank, by
round."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from simcli.base.words import LETTERS, TOKENS
from simcli.figures.marks import cells
from simcli.figures.style import deepen


def draw(axis: Axes, rounds: Sequence[int], shares: Sequence[Sequence[float]], top: float) -> None:
    """`shares[t][r]`: by token (in the order of TOKENS) and round; `top`: the share that has the
    deepest colour in all panels."""
    cells(axis, shares, lambda value: deepen(value / top if top else 0.0))
    ticks = [place for place, number in enumerate(rounds) if number % 5 == 0]
    axis.set_xticks(ticks, [rounds[place] for place in ticks])
    axis.set_yticks(range(len(TOKENS)), [f"{token} {LETTERS[token]}" for token in TOKENS])
    axis.set_aspect("auto")
    axis.set_xlabel(f"round (deepest colour: {100 * top:.0f}% of turns)")
