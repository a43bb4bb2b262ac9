"""Means and shares of games clustered by deal, from six sums that add over the parts of a run.

A ratio p = (sum of S) / (sum of n) over deals b, with S_b wins (or rounds, ...) and n_b games
(or turns, ...), has the linearised variance B/(B-1) * sum_b (S_b - p n_b)^2 / (sum n)^2.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from simcli.stats.normal import t_of, z_of
from simcli.stats.results import Interval, nothing

# Below this fraction of its terms a variance is the rounding of zero.
_ROUNDING = 1e-12

NO_VARIATION = "no variation between deals"
TOO_FEW = "too few deals"


@dataclass(frozen=True)
class ClusterSums:
    """Sufficient sums of a ratio over the deals with n_b > 0; two of them add.

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
        """From one sum and one size per deal (`sizes` may be one number for all); deals of size 0
        are left out."""
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
        """Variance of the estimate, exactly 0.0 where all deals agree; None below two deals."""
        p = self.ratio
        if self.clusters < 2 or p is None:
            return None
        squares = self.total2 - 2 * p * self.cross + p * p * self.size2
        if squares <= _ROUNDING * (self.total2 + p * p * self.size2):
            return 0.0
        return self.clusters / (self.clusters - 1) * squares / self.size**2


def wilson_bounds(p: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval for a share p of n independent trials: the solutions of
    |p - q| = z sqrt(q(1-q)/n). n > 0 need not be whole (an effective sample size)."""
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(max(p * (1 - p), 0.0) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At the ends rounding must not leave 0.9999999 where the bound is 1.
    low = 0.0 if p <= 0 else max(0.0, centre - half)
    high = 1.0 if p >= 1 else min(1.0, centre + half)
    return low, high


def bounded_interval(p: float, variance: float | None, clusters: int, level: float = 0.95) -> Interval:
    """Interval of a quantity that lies in [0, 1], from its estimate and clustered variance.

    Wilson's interval with the effective sample size p(1-p)/variance and the t quantile of
    clusters-1 degrees of freedom (Korn and Graubard's method for survey proportions). Where the
    deals do not vary, the variance says nothing, and the plain Wilson interval with n = deals,
    which is wide, takes its place.
    """
    if clusters < 1:
        return nothing(level, 0, "clustered wilson")
    if variance and 0 < p < 1:
        low, high = wilson_bounds(p, p * (1 - p) / variance, t_of(level, clusters - 1))
        return Interval(p, low, high, level, clusters, "clustered wilson")
    # Shares of deals leave [0, 1] by rounding only.
    p = min(1.0, max(0.0, p))
    low, high = wilson_bounds(p, clusters, z_of(level))
    return Interval(
        p, low, high, level, clusters, "wilson on deals", NO_VARIATION if clusters > 1 else "one deal only"
    )


def unbounded_interval(
    estimate: float, variance: float | None, clusters: int, level: float = 0.95
) -> Interval:
    """Estimate +- t * standard error; bounds are None with one deal or without variation."""
    if variance is None:
        return Interval(estimate, None, None, level, clusters, "clustered t", TOO_FEW)
    if variance == 0:
        return Interval(estimate, None, None, level, clusters, "clustered t", NO_VARIATION)
    half = t_of(level, clusters - 1) * sqrt(variance)
    return Interval(estimate, estimate - half, estimate + half, level, clusters, "clustered t")


def share(sums: ClusterSums, level: float = 0.95) -> Interval:
    """A win share or other quantity in [0, 1], with an interval that stays inside."""
    if sums.ratio is None:
        return nothing(level, 0, "clustered wilson")
    return bounded_interval(sums.ratio, sums.variance, sums.clusters, level)


def mean(sums: ClusterSums, level: float = 0.95) -> Interval:
    """A mean of an unbounded quantity (rounds, prestige, margin)."""
    if sums.ratio is None:
        return nothing(level, 0, "clustered t")
    return unbounded_interval(sums.ratio, sums.variance, sums.clusters, level)
