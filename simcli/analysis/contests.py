"""Contests for nobles: how often others were at most one bonus short of a noble when it came, and who wins such contests.

The contestants of a noble are the side that it came to and the sides of its rivals (a side is a seat, or a team where there are teams; the
schema says who is a rival). Whoever gets it, the same sides are counted, so if all of them were equally likely to, each would win one over
their number: that is the expected part of each, and what a side wins beyond it is its edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import read_rivals
from simcli.analysis.gather import Gathered
from simcli.analysis.runs import Run, Setting
from simcli.analysis.seats import balanced
from simcli.analysis.sums import Estimate, Sums, ratio, share
from simcli.analysis.units import members, unit_names

MOST_RIVALS = 3


@dataclass(frozen=True)
class Contestant:
    """A seat, a team or a strategy in contests; `number` of the seat or team, from 1, 0 for a strategy. `won`: share it won of the contests it was in; `expected`: what that share would be if all
    contestants were equally likely; `edge`: `won` less `expected`; `contests`: how often it was in one.
    """

    name: str
    number: int
    won: Estimate
    expected: float
    edge: Estimate
    contests: int

    @property
    def verdict(self) -> str:
        """more, fewer or undecided: where the 95% interval of the edge lies against 0."""
        if not self.edge.known or self.edge.low == self.edge.high:
            return "undecided"
        return "more" if self.edge.low > 0 else "fewer" if self.edge.high < 0 else "undecided"


@dataclass(frozen=True)
class ContestAnswer:
    """Contests in one setting. `contested`: share of the visits with at least one rival; `rivals[k]`: share with k rivals; `sides`: seats, or
    teams where there are teams, from the runs in which every strategy sits in every seat as often; `strategies`: from line-ups of different
    strategies, none for teams, whose members are not each other's rivals; `visits`: nobles that came.
    """

    visits: int
    contested: Estimate | None
    rivals: dict[int, Estimate]
    sides: tuple[Contestant, ...]
    strategies: tuple[Contestant, ...]


def contests(run: Run, deals: int) -> Sums:
    """The visits of one run, summed and crossed by deal: part by part. Raises RunDataError for a part that cannot be read.

    Names: `visits`, `contested`, `rivals_{k}`; by side (from 1) `in_{u}`, `won_{u}`, `fair_{u}`; by place (from 1), where strategies differ and
    there are no teams, `place_in_{p}`, `place_won_{p}`, `place_fair_{p}`. All of them follow from the kind of a visit (its seating, seat and
    rivals), so what is counted are kinds, and pairs of kinds that met in one deal.
    """
    shape = (len(run.seatings), run.players, 1 << run.players)
    measures = _by_visit(run, *(which.ravel() for which in np.indices(shape)))
    weights = np.stack([of.astype(float) for of in measures.values()])
    single, pairs = np.zeros(weights.shape[1]), np.zeros((weights.shape[1],) * 2)
    for part in run.parts:
        game, seat, rivals = read_rivals(run, part)
        kind = np.ravel_multi_index((game % len(run.seatings), seat, rivals), shape)
        single += np.bincount(kind, minlength=len(single))
        pairs += _pairs(game // len(run.seatings), kind, len(single))
    return Sums(tuple(measures), deals, weights @ single, weights @ pairs @ weights.T)


def _pairs(deal: np.ndarray, kind: np.ndarray, kinds: int) -> np.ndarray:
    """How often visits of two kinds (row, column) were in one deal, each with itself too; `deal` is in ascending order."""
    found = np.zeros((kinds, kinds))
    for apart in range(len(deal)):
        together = deal[apart:] == deal[: len(deal) - apart]
        if not together.any():
            break
        flat = kind[apart:][together] * kinds + kind[: len(deal) - apart][together]
        many = np.bincount(flat, minlength=kinds**2).reshape(kinds, kinds)
        found += many + many.T if apart else many
    return found


def _by_visit(run: Run, game: np.ndarray, seat: np.ndarray, rivals: np.ndarray) -> dict[str, np.ndarray]:
    """The measures of each visit: `seat` from 0, `rivals` as bits by seat."""
    near = (rivals[:, None] >> np.arange(run.players) & 1).astype(bool)
    found = {"visits": np.ones(len(game)), "contested": rivals > 0}
    found |= {f"rivals_{number}": near.sum(axis=1) == number for number in range(MOST_RIVALS + 1)}
    owner = seat[:, None] == np.arange(run.players)
    sides = members(run)
    found |= _shares("", owner @ sides > 0, (owner | near) @ sides > 0, rivals > 0)
    if not run.mirror and not run.team_of:
        seats = np.array(run.seatings)[game % len(run.seatings)] - 1
        mine, there = (np.take_along_axis(of, seats, axis=1) for of in (owner, owner | near))
        found |= _shares("place_", mine, there, rivals > 0)
    return found


def _shares(prefix: str, won: np.ndarray, there: np.ndarray, contested: np.ndarray) -> dict[str, np.ndarray]:
    """For each column of `there` (who is a contestant): in how many contests, how many won, how many if all were equally likely."""
    part = contested / there.sum(axis=1)
    found = {}
    for number in range(there.shape[1]):
        found[f"{prefix}in_{number + 1}"] = there[:, number] & contested
        found[f"{prefix}won_{number + 1}"] = won[:, number] & contested
        found[f"{prefix}fair_{number + 1}"] = there[:, number] * part
    return found


def answer(setting: Setting, found: Sequence[Gathered]) -> ContestAnswer:
    """Answer for one setting from the `nobles` tables of its runs. Raises RunDataError."""
    pairs = [(one.run, contests(one.run, one.deals)) for one in found]
    sums = [one for _, one in pairs if one.deals]
    level = [one for run, one in pairs if one.deals and balanced(run)]
    visits = sum(one.sum_of("visits") for one in sums)
    rivals = {number: share(sums, f"rivals_{number}", "visits") for number in range(MOST_RIVALS + 1)}
    sides = [
        _contestant(name, number, level, *(f"{what}_{number}" for what in ("won", "fair", "in")))
        for number, name in enumerate(unit_names(setting.runs[0]), 1)
    ]
    return ContestAnswer(
        visits=int(visits),
        contested=share(sums, "contested", "visits"),
        rivals={
            number: value
            for number, value in rivals.items()
            if value and (value.value or number < setting.players)
        },
        sides=tuple(row for row in sides if row),
        strategies=_strategies(setting, pairs),
    )


def _strategies(setting: Setting, pairs: Sequence[tuple[Run, Sums]]) -> tuple[Contestant, ...]:
    mixed = [(run, sums) for run, sums in pairs if not run.mirror and not run.team_of and sums.deals]
    rows = []
    for label in dict.fromkeys(label for run, _ in mixed for label in run.strategies):
        mine = []
        for run, sums in mixed:
            places = [place for place, name in enumerate(run.line_up, 1) if name == label]
            if places:
                won, fair, there = (
                    dict.fromkeys((f"place_{what}_{place}" for place in places), 1.0)
                    for what in ("won", "fair", "in")
                )
                mine.append(sums.combined({"won": won, "fair": fair, "in": there}))
        if row := _contestant(label, 0, mine, "won", "fair", "in"):
            rows.append(row)
    return tuple(sorted(rows, key=lambda row: (-row.edge.value, row.name)))


def _contestant(
    name: str, number: int, sums: Sequence[Sums], won: str, fair: str, there: str
) -> Contestant | None:
    part = share(sums, won, there)
    if part is None:
        return None
    contests = int(sum(one.sum_of(there) for one in sums))
    return Contestant(
        name,
        number,
        part,
        ratio(sums, fair, there).value,
        ratio(sums, {won: 1.0, fair: -1.0}, there),
        contests,
    )
