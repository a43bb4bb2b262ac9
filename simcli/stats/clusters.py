"""Means and shares of games clustered by deal, from sums by deal or from the six sums that add over parts.

A ratio p = (sum of S) / (sum of n) over deals b with S_b (wins, rounds, ...) and n_b (games, turns, ...) has the linearised variance
B/(B-1) * sum_b (S_b - p n_b)^2 / (sum n)^2, which needs of each deal only six sums. Ten million games are so summed part by part.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from simcli.stats.normal import t_of, z_of
from simcli.stats.proportions import wilson_bounds
from simcli.stats.results import Interval, nothing

# Below this fraction of its terms a variance is the rounding of zero.
_ROUNDING = 1e-12

NO_VARIATION = "no variation between deals"
TOO_FEW = "too few deals"


@dataclass(frozen=True)
class ClusterSums:
    """Sufficient sums of a ratio over deals; two of them add. Leave out deals with n_b = 0.

    clusters  number of deals            total   sum S_b          size   sum n_b
    total2    sum S_b^2                  cross   sum S_b n_b      size2  sum n_b^2
    """

    clusters: int
    total: float
    size: float
    total2: float
    cross: float
    size2: float

    @classmethod
    def of(cls, sums, sizes) -> "ClusterSums":
        """From one sum and one size by deal (equal lengths; `sizes` may be one number for all). Deals of size 0 are left out."""
        s = np.asarray(sums, dtype=float)
        n = np.broadcast_to(np.asarray(sizes, dtype=float), s.shape)
        s, n = s[n > 0], n[n > 0]
        return cls(len(s), float(s.sum()), float(n.sum()), float(s @ s), float(s @ n), float(n @ n))

    def __add__(self, other: "ClusterSums") -> "ClusterSums":
        return ClusterSums(
            self.clusters + other.clusters,
            self.total + other.total,
            self.size + other.size,
            self.total2 + other.total2,
            self.cross + other.cross,
            self.size2 + other.size2,
        )

    @property
    def ratio(self) -> float | None:
        """The estimate, None without data."""
        return self.total / self.size if self.size > 0 else None

    @property
    def variance(self) -> float | None:
        """Variance of the estimate, exactly 0.0 where all deals agree; None with fewer than two deals."""
        if self.clusters < 2 or self.size <= 0:
            return None
        p = self.ratio
        squares = self.total2 - 2 * p * self.cross + p * p * self.size2
        if squares <= _ROUNDING * (self.total2 + p * p * self.size2):
            return 0.0
        return self.clusters / (self.clusters - 1) * squares / self.size**2

    @property
    def error(self) -> float | None:
        """Standard error of the estimate."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def design_effect(self) -> float | None:
        """For 0/1 outcomes: variance over that of as many independent games; None where it has no meaning (share 0 or 1, no variance)."""
        p = self.ratio
        if p is None or self.variance is None or not 0 < p < 1:
            return None
        return self.variance / (p * (1 - p) / self.size)


def bounded_interval(p: float, variance: float | None, clusters: int, level: float = 0.95) -> Interval:
    """Interval of a quantity that lies in [0, 1], from its estimate and clustered variance.

    Wilson's interval with the effective sample size p(1-p)/variance and the t quantile of clusters-1 degrees of freedom (as Korn and
    Graubard do for survey proportions). Where the deals do not vary (all 0, all 1, all the same) the variance says nothing: plain Wilson
    with n = deals, which is wide.
    """
    if clusters < 1:
        return nothing(level, 0, "clustered wilson")
    if variance and 0 < p < 1:
        low, high = wilson_bounds(p, p * (1 - p) / variance, t_of(level, clusters - 1))
        return Interval(p, low, high, level, clusters, "clustered wilson")
    # Shares of deals can leave [0, 1] by rounding only.
    p = min(1.0, max(0.0, p))
    low, high = wilson_bounds(p, clusters, z_of(level))
    return Interval(
        p, low, high, level, clusters, "wilson on deals", NO_VARIATION if clusters > 1 else "one deal only"
    )


def unbounded_interval(
    estimate: float, variance: float | None, clusters: int, level: float = 0.95
) -> Interval:
    """Estimate +- t * standard error; bounds None with one deal or without variation between deals."""
    if variance is None:
        return Interval(estimate, None, None, level, clusters, "clustered t", TOO_FEW)
    if variance == 0:
        return Interval(estimate, None, None, level, clusters, "clustered t", NO_VARIATION)
    half = t_of(level, clusters - 1) * sqrt(variance)
    return Interval(estimate, estimate - half, estimate + half, level, clusters, "clustered t")


def share(sums: ClusterSums, level: float = 0.95) -> Interval:
    """A win share, rate or other quantity between 0 and 1, with an interval that works at 0 and 1 and stays inside."""
    if sums.ratio is None:
        return nothing(level, 0, "clustered wilson")
    return bounded_interval(sums.ratio, sums.variance, sums.clusters, level)


def mean(sums: ClusterSums, level: float = 0.95) -> Interval:
    """A mean without bounds (rounds, prestige, margin)."""
    if sums.ratio is None:
        return nothing(level, 0, "clustered t")
    return unbounded_interval(sums.ratio, sums.variance, sums.clusters, level)


def independent_difference(
    a: ClusterSums, b: ClusterSums, level: float = 0.95, bounded: bool = True
) -> Interval:
    """a minus b of two runs that share no deal.

    `bounded` (shares): the two share intervals combined by squares (Zou and Donner's MOVER, Newcombe's idea). Otherwise Welch's t.
    """
    n = a.clusters + b.clusters
    if a.ratio is None or b.ratio is None:
        return nothing(level, n, "difference of clustered")
    gap = a.ratio - b.ratio
    if bounded:
        left, right = share(a, level), share(b, level)
        low = gap - sqrt((left.estimate - left.low) ** 2 + (right.high - right.estimate) ** 2)
        high = gap + sqrt((left.high - left.estimate) ** 2 + (right.estimate - right.low) ** 2)
        return Interval(gap, max(-1.0, low), min(1.0, high), level, n, "difference of clustered wilson")
    if a.variance is None or b.variance is None:
        return Interval(gap, None, None, level, n, "clustered welch", TOO_FEW)
    variance = a.variance + b.variance
    if variance == 0:
        return Interval(gap, None, None, level, n, "clustered welch", NO_VARIATION)
    freedom = variance**2 / (a.variance**2 / (a.clusters - 1) + b.variance**2 / (b.clusters - 1))
    half = t_of(level, max(1, int(freedom))) * sqrt(variance)
    return Interval(gap, gap - half, gap + half, level, n, "clustered welch")
