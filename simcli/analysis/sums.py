"""Sums by deal that add over parts, and the estimates with their intervals that come out of them.

Every number of the report that is a share or a mean is a ratio of two sums over games. Games on one
deal are not independent, so each game's numerators and denominators are first added up by deal, and
what is kept is: the number of deals, the sums, and the sums of products of every two of them. From
these follows, for any ratio of linear combinations, the interval clustered by deal, whatever the
number of games."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simcli.stats.clusters import bounded_interval, unbounded_interval

# Below this fraction of its terms a variance is the rounding of zero.
ROUNDING = 1e-12
SLICE = 256
Weights = Mapping[str, float]


@dataclass(frozen=True)
class Sums:
    """`total[i]`: sum over deals of measure i; `cross[i, j]`: sum over deals of measure i times
    measure j; additive with `+`."""

    names: tuple[str, ...]
    deals: int
    total: np.ndarray
    cross: np.ndarray

    def __add__(self, other: "Sums") -> "Sums":
        if self.names != other.names:
            raise ValueError("sums of different measures do not add")
        return Sums(self.names, self.deals + other.deals, self.total + other.total, self.cross + other.cross)

    def vector(self, what: "Weights | str") -> np.ndarray:
        """The weights of a linear combination as a vector over the measures; names that these sums
        do not have weigh nothing."""
        weights = {what: 1.0} if isinstance(what, str) else what
        return np.array([float(weights.get(name, 0.0)) for name in self.names])

    def pair(self, above: "Weights | str", below: "Weights | str") -> "Sums":
        """The same deals with two measures only, `above` and `below`."""
        return self.combined({"above": above, "below": below})

    def combined(self, measures: "Mapping[str, Weights | str]") -> "Sums":
        """The same deals with other measures: by name, linear combinations of those that there
        are."""
        weights = np.stack([self.vector(of) for of in measures.values()])
        return Sums(tuple(measures), self.deals, weights @ self.total, weights @ self.cross @ weights.T)

    def sum_of(self, what: "Weights | str") -> float:
        """The sum over all games of a linear combination."""
        return float(self.vector(what) @ self.total)


@dataclass(frozen=True)
class Estimate:
    """A share or mean with its 95% interval clustered by deal. `n`: games or seats counted (the
    denominator); `low` and `high` are None where fewer than two deals leave nothing to judge the
    spread by."""

    value: float
    low: float | None
    high: float | None
    se: float | None
    n: float
    deals: int

    @property
    def known(self) -> bool:
        """True where there is an interval."""
        return self.low is not None


def sums_by_deal(measures: Mapping[str, np.ndarray], games_a_deal: int) -> Sums:
    """Add up measures (name -> (n,) by game) by deal, and these into Sums. `n` is a multiple of
    `games_a_deal`."""
    names = tuple(measures)
    by_deal = np.empty((len(names), len(next(iter(measures.values()))) // games_a_deal))
    for row, values in zip(by_deal, measures.values(), strict=True):
        # Slices with a stride: many times faster than a sum over a short last axis.
        np.copyto(row, values[::games_a_deal])
        for seating in range(1, games_a_deal):
            row += values[seating::games_a_deal]
    return Sums(names, by_deal.shape[1], by_deal.sum(axis=1), _products(by_deal))


def _products(by_deal: np.ndarray) -> np.ndarray:
    """by_deal @ by_deal.T in slices so small that BLAS does not spread them over threads: on shared
    cores those wait for each other."""
    products = np.zeros((len(by_deal), len(by_deal)))
    for start in range(0, by_deal.shape[1], SLICE):
        piece = by_deal[:, start : start + SLICE]
        products += piece @ piece.T
    return products


def ratio(
    strata: Sequence[Sums], above: "Weights | str", below: "Weights | str", share: bool = False
) -> Estimate | None:
    """Estimate sum(above) / sum(below) over all runs given, clustered by deal within each run.

    Variance of a ratio by linearisation: with e_b = above_b - ratio * below_b, V = sum over runs of
    B/(B-1) * sum_b (e_b - mean e)^2, over (sum of below)^2. With `share` the interval stays within
    0 and 1 and has a width where nothing or everything was counted (Wilson's with as many games as
    give that variance). Returns None where the denominator is 0."""
    total = sum(sums.sum_of(below) for sums in strata)
    if total <= 0:
        return None
    value = sum(sums.sum_of(above) for sums in strata) / total
    deals = sum(sums.deals for sums in strata)
    variance = _variance([(sums, sums.vector(above) - value * sums.vector(below)) for sums in strata])
    if variance is None:
        return Estimate(value, None, None, None, total, deals)
    return _estimate(value, variance / total**2, total, deals, share)


def share(strata: Sequence[Sums], above: "Weights | str", below: "Weights | str") -> Estimate | None:
    """`ratio` for a share between 0 and 1."""
    return ratio(strata, above, below, share=True)


def difference(strata: Sequence[Sums], one: tuple, two: tuple) -> Estimate | None:
    """Estimate ratio(one) - ratio(two), each a pair (above, below), on the same deals. None where
    either denominator is 0."""
    first, second = ratio(strata, *one), ratio(strata, *two)
    if first is None or second is None:
        return None
    value, deals = first.value - second.value, first.deals
    parts = []
    for sums in strata:
        weights = (sums.vector(one[0]) - first.value * sums.vector(one[1])) / first.n
        weights = weights - (sums.vector(two[0]) - second.value * sums.vector(two[1])) / second.n
        parts.append((sums, weights))
    variance = _variance(parts)
    if variance is None:
        return Estimate(value, None, None, None, first.n, deals)
    return _estimate(value, variance, first.n, deals, False)


def covariance(
    strata: Sequence[Sums], aboves: Sequence["Weights | str"], below: "Weights | str"
) -> np.ndarray | None:
    """Covariance matrix, clustered by deal, of the ratios above_i / below. None where it cannot be
    known."""
    total = sum(sums.sum_of(below) for sums in strata)
    if total <= 0 or any(sums.deals == 1 for sums in strata):
        return None
    values = [sum(sums.sum_of(above) for sums in strata) / total for above in aboves]
    matrix = np.zeros((len(values), len(values)))
    for sums in strata:
        weights = np.stack(
            [
                sums.vector(above) - value * sums.vector(below)
                for above, value in zip(aboves, values, strict=True)
            ]
        )
        matrix += _spread(sums, weights)
    return matrix / total**2


def _variance(parts: Sequence[tuple[Sums, np.ndarray]]) -> float | None:
    if any(sums.deals == 1 for sums, _ in parts) or not any(sums.deals for sums, _ in parts):
        return None
    spread = sum(float(_spread(sums, weights[None, :])[0, 0]) for sums, weights in parts if sums.deals)
    return max(0.0, spread)


def _spread(sums: Sums, weights: np.ndarray) -> np.ndarray:
    """B/(B-1) * sum_b (e_b - mean e)(e_b - mean e)' for e = weights @ measures; exactly 0 where
    only rounding is left of a variance."""
    mean = weights @ sums.total
    products = weights @ sums.cross @ weights.T
    spread = (products - np.outer(mean, mean) / sums.deals) * (sums.deals / (sums.deals - 1))
    size = (weights**2 @ np.diag(sums.cross))[:, None]
    return np.where(np.abs(spread) <= ROUNDING * np.maximum(size, size.T), 0.0, spread)


def _estimate(value: float, variance: float, total: float, deals: int, is_share: bool) -> Estimate:
    interval = (
        bounded_interval(value, variance, deals) if is_share else unbounded_interval(value, variance, deals)
    )
    low, high = (value, value) if not is_share and variance == 0 else (interval.low, interval.high)
    return Estimate(value, low, high, math.sqrt(variance), total, deals)
