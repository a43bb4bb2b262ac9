"""Histograms of whole numbers by setting: lengths, margins, lead changes."""

from collections.abc import Callable, Container, Sequence
from functools import partial

import numpy as np

from simcli.analysis.balance import SettingAnswer
from simcli.figures import histogram
from simcli.figures.style import Panel
from simcli.report.sections.common import NO_WINNER, panels

Row = tuple[str, int, int, float]


def histograms(
    answers: Sequence[SettingAnswer],
    games_of: Callable[[SettingAnswer], np.ndarray],
    label: str,
    mean_of: Callable[[SettingAnswer], float] | None = None,
    marked: Container[int] = (),
    last: int | None = None,
) -> tuple[list[Panel], list[Row]]:
    """Panels of bars, all with one height of the axis, and their numbers: setting, value, games,
    share of games.

    `games_of`: number of games by value, from 0; `label`: what the values are; values above `last`
    are not drawn.
    """
    rows = [
        (answer.label, value, int(games), float(games / games_of(answer).sum()))
        for answer in answers
        for value, games in enumerate(games_of(answer))
        if games
    ]
    top = max((share for *_, share in rows), default=0.0)

    def panel(answer: SettingAnswer) -> Panel | None:
        bars = {
            value: share
            for setting, value, _, share in rows
            if setting == answer.label and (last is None or value <= last)
        }
        if not bars:
            return None
        draw = partial(histogram.draw, values=list(bars), shares=list(bars.values()), label=label, top=top)
        return Panel(answer.label, partial(draw, mean=mean_of(answer) if mean_of else None, marked=marked))

    return panels(answers, panel, NO_WINNER), rows
