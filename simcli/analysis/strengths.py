"""Ratings of strategies and of seats in one joint model, and circles in who beats whom."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.gather import Gathered
from simcli.analysis.runs import Setting
from simcli.analysis.seats import STUDY
from simcli.analysis.sums import Estimate
from simcli.stats.cycles import circularity
from simcli.stats.ratings import SeatingSums, fit_ratings
from simcli.stats.results import Interval


@dataclass(frozen=True)
class Strengths:
    """Elo about an average of 0: `strategies` best first, `seats` by seat. `cyclic`: part of the
    strengths that no ranking can hold (None where pairings are missing); `cycles`: circles of three
    in which each beats the next with 95% confidence. `why`: why there is nothing, else empty."""

    strategies: tuple[tuple[str, Interval], ...]
    seats: tuple[Interval, ...]
    cyclic: float | None
    cycles: tuple[tuple[str, str, str], ...]
    why: str = ""


def strengths(
    setting: Setting,
    found: Sequence[Gathered],
    labels: Sequence[str],
    matrix: dict[tuple[str, str], Estimate],
) -> Strengths:
    """Fit the model to all runs of a setting, mirror line-ups too (they tell about seats). Not for
    teams, whose members win together."""
    finished = [one for one in found if one.finished]
    if setting.teams:
        return Strengths((), (), None, (), "partners win together, so the model of one winner does not hold")
    if not finished or len(labels) < 2:
        return Strengths((), (), None, (), "there are no two different strategies to rate")
    everyone = tuple(dict.fromkeys(label for one in finished for label in one.run.line_up))
    fit = fit_ratings([_group(one, everyone) for one in finished], len(everyone))
    rated = sorted(
        zip(everyone, fit.strategies, strict=True),
        key=lambda pair: (pair[1].estimate is None, -(pair[1].estimate or 0.0), pair[0]),
    )
    circles = _circles(labels, matrix)
    return Strengths(
        tuple(rated),
        tuple(fit.seats),
        circles.cyclic,
        tuple(tuple(labels[i] for i in one.members) for one in circles.cycles),
    )


def _group(one: Gathered, everyone: tuple[str, ...]) -> SeatingSums:
    """The run's win shares by seating and seat in the form of the model."""
    run, sums = one.run, one.sums[STUDY.name]
    seats = range(1, run.players + 1)
    line_ups = [
        [everyone.index(run.line_up[seating.index(seat)]) for seat in seats] for seating in run.seatings
    ]
    names = [f"w{number}_{seat}" for number in range(len(run.seatings)) for seat in seats]
    where = [sums.names.index(name) for name in names]
    return SeatingSums(np.array(line_ups), sums.deals, sums.total[where], sums.cross[np.ix_(where, where)])


def _circles(labels: Sequence[str], matrix: dict[tuple[str, str], Estimate]):
    tables = np.full((3, len(labels), len(labels)), np.nan)
    for (one, two), value in matrix.items():
        if value.se is not None:
            tables[:, labels.index(one), labels.index(two)] = value.value, value.se, value.deals
    return circularity(*tables)
