"""Several ratios at once on the same deals (seats, strategies, rounds), with their whole covariance, from sums that add over parts.

Differences on the same deals, contrasts, tests of equality and clustered survival curves all follow from one object, `VectorSums`.
"""

from dataclasses import dataclass

import numpy as np

from simcli.stats.clusters import ClusterSums, bounded_interval, unbounded_interval
from simcli.stats.normal import f_tail
from simcli.stats.results import Interval, Test, nothing

_CHUNK = 4096
_ROUNDING = 1e-11


@dataclass(frozen=True, eq=False)
class VectorSums:
    """k ratios over B deals: y_b = (S_b1..S_bk, n_b1..n_bk). Two of them add.

    clusters  B                totals  sum of y_b, shape (2k,)                cross  sum of y_b y_b^T, shape (2k, 2k)
    """

    clusters: int
    totals: np.ndarray
    cross: np.ndarray

    @classmethod
    def of(cls, sums, sizes) -> "VectorSums":
        """From `sums` of shape (B, k) and `sizes` of shape (B, k), (B,) (the same games for all k) or one number."""
        s = np.asarray(sums, dtype=float)
        n = np.asarray(sizes, dtype=float)
        n = np.broadcast_to(n[:, None] if n.ndim == 1 else n, s.shape)
        present = (n > 0).any(axis=1)
        y = np.concatenate([s, n], axis=1)[present]
        return cls(len(y), y.sum(axis=0), y.T @ y)

    @classmethod
    def of_rows(cls, deals, cells, values, sizes, k: int) -> "VectorSums":
        """From long rows: deal id, cell 0..k-1, value and size of each row (any order; rows of one deal and cell are summed).

        Memory stays small: deals are spread out to dense rows a few thousand at a time.
        """
        _, cluster = np.unique(np.asarray(deals), return_inverse=True)
        order = np.argsort(cluster, kind="stable")
        cluster, cells = cluster[order], np.asarray(cells)[order]
        values = np.broadcast_to(np.asarray(values, dtype=float), order.shape)[order]
        sizes = np.broadcast_to(np.asarray(sizes, dtype=float), order.shape)[order]
        count = int(cluster[-1]) + 1 if len(cluster) else 0
        result = cls(0, np.zeros(2 * k), np.zeros((2 * k, 2 * k)))
        for first in range(0, count, _CHUNK):
            here = slice(*np.searchsorted(cluster, [first, first + _CHUNK]))
            rows = min(_CHUNK, count - first)
            place = (cluster[here] - first) * k + cells[here]
            s = np.bincount(place, values[here], rows * k).reshape(rows, k)
            n = np.bincount(place, sizes[here], rows * k).reshape(rows, k)
            result = result + cls.of(s, n)
        return result

    def __add__(self, other: "VectorSums") -> "VectorSums":
        return VectorSums(
            self.clusters + other.clusters, self.totals + other.totals, self.cross + other.cross
        )

    @property
    def k(self) -> int:
        """Number of ratios."""
        return len(self.totals) // 2

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """The k estimates, None where a ratio has no games."""
        k = self.k
        return tuple(
            float(s / n) if n > 0 else None for s, n in zip(self.totals[:k], self.totals[k:], strict=True)
        )

    def covariance(self) -> np.ndarray | None:
        """Covariance of the k estimates, shape (k, k), clustered by deal; None with fewer than two deals.
        Rows of ratios without games are 0."""
        if self.clusters < 2:
            return None
        k = self.k
        n = np.where(self.totals[k:] > 0, self.totals[k:], 1.0)
        p = np.where(self.totals[k:] > 0, self.totals[:k] / n, 0.0)
        ss, sn, nn = self.cross[:k, :k], self.cross[:k, k:], self.cross[k:, k:]
        squares = ss - p[:, None] * sn.T - sn * p[None, :] + np.outer(p, p) * nn
        # What remains of exact cancellation is rounding, not variance.
        size = np.diag(ss) + p * p * np.diag(nn)
        flat = np.diag(squares) <= _ROUNDING * size
        squares = np.where(flat[:, None] | flat[None, :], 0.0, squares)
        return self.clusters / (self.clusters - 1) * squares / np.outer(n, n)

    def one(self, i: int) -> ClusterSums:
        """The sums of ratio i alone (deals without games of it count as deals here)."""
        j = self.k + i
        squares = (float(self.cross[i, i]), float(self.cross[i, j]), float(self.cross[j, j]))
        return ClusterSums(self.clusters, float(self.totals[i]), float(self.totals[j]), *squares)

    def share(self, i: int, level: float = 0.95) -> Interval:
        """Ratio i as a quantity in [0, 1]."""
        one = self.one(i)
        if one.ratio is None:
            return nothing(level, 0, "clustered wilson")
        return bounded_interval(one.ratio, one.variance, one.clusters, level)

    def linear(self, weights, level: float = 0.95) -> Interval:
        """Interval of sum_i weights_i * ratio_i. Bounds are None without variation between deals (all the same: say "identical")."""
        weights = np.asarray(weights, dtype=float)
        ratios = self.ratios
        used = np.flatnonzero(weights)
        if any(ratios[i] is None for i in used):
            return nothing(level, self.clusters, "clustered t")
        estimate = float(sum(weights[i] * ratios[i] for i in used))
        covariance = self.covariance()
        if covariance is None:
            return unbounded_interval(estimate, None, self.clusters, level)
        variance = float(weights @ covariance @ weights)
        if variance <= _ROUNDING * float(weights**2 @ np.diag(covariance)):
            variance = 0.0
        return unbounded_interval(estimate, variance, self.clusters, level)

    def difference(self, i: int, j: int, level: float = 0.95) -> Interval:
        """Ratio i minus ratio j on the same deals."""
        weights = np.zeros(self.k)
        weights[i], weights[j] = 1.0, -1.0
        return self.linear(weights, level)

    def pairing_gain(self, i: int, j: int) -> float | None:
        """Variance of the difference on the same deals over that on separate deals: 0.1 means ten times fewer games.
        None where undefined."""
        covariance = self.covariance()
        if covariance is None or covariance[i, i] + covariance[j, j] == 0:
            return None
        apart = covariance[i, i] + covariance[j, j]
        return float((apart - 2 * covariance[i, j]) / apart)

    def equal_to(self, expected) -> Test:
        """Wald test that the ratios are `expected` (k numbers, or one for all, e.g. 1/seats), with the clustered covariance.

        Shares that add up to 1, or partners who always win together, make the covariance singular: the test runs in its range, with as many
        degrees of freedom q. Hotelling's F(q, B-q) makes it right for few deals; for many it is the chi-square test.
        """
        method = "Wald, clustered by deal"
        ratios, covariance = self.ratios, self.covariance()
        if None in ratios or covariance is None:
            return Test(
                None, (), None, self.clusters, method, "no data" if None in ratios else "too few deals"
            )
        gap = np.array(ratios) - expected
        roots, vectors = np.linalg.eigh(covariance)
        used = roots > 1e-9 * max(roots[-1], 0.0)
        freedom = int(used.sum())
        along = vectors.T @ gap
        if freedom == 0 or np.max(np.abs(along[~used]), initial=0.0) > 1e-6 * max(1e-6, np.max(np.abs(gap))):
            same = bool(np.max(np.abs(gap)) < 1e-12)
            return Test(
                None, (freedom,), 1.0 if same else None, self.clusters, method, "no variation between deals"
            )
        if self.clusters <= freedom + 1:
            return Test(None, (freedom,), None, self.clusters, method, "too few deals")
        statistic = float(np.sum(along[used] ** 2 / roots[used]))
        rest = self.clusters - freedom
        p = f_tail(statistic * rest / (freedom * (self.clusters - 1)), freedom, rest)
        return Test(statistic, (freedom, rest), p, self.clusters, method)


def paired_sums(sums_a, sizes_a, sums_b, sizes_b) -> VectorSums:
    """Two ratios on the same deals (row b of both is deal b):
    then `.difference(0, 1)` is a minus b, `.pairing_gain(0, 1)` what it saved."""
    a, b = np.asarray(sums_a, dtype=float), np.asarray(sums_b, dtype=float)
    sizes = [np.broadcast_to(np.asarray(size, dtype=float), a.shape) for size in (sizes_a, sizes_b)]
    return VectorSums.of(np.stack([a, b], axis=1), np.stack(sizes, axis=1))
