"""Comparing two groups within strata (Mantel-Haenszel): what remains of a difference once like is compared with like."""

from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from simcli.stats.normal import chi_square_tail, z_of
from simcli.stats.results import Interval, Test, nothing
from simcli.stats.vectors import VectorSums


@dataclass(frozen=True)
class Stratified:
    """`difference` of means within strata, `strata` that could be used (both groups present) and how many rows fell out with the others."""

    difference: Interval
    strata: int
    left_out: float


def _weights(n1, n0):
    both = (n1 > 0) & (n0 > 0)
    safe = np.where(both, n1 + n0, 1.0)
    return np.where(both, n1 * n0 / safe, 0.0), both


def stratified_difference(n1, total1, squares1, n0, total0, squares0, level: float = 0.95) -> Stratified:
    """Mantel-Haenszel weighted difference of means, group 1 minus group 0, for independent rows.

    All arguments have one entry a stratum: rows, sum of the outcome, sum of its squares (for 0/1 outcomes equal to the sum). Weights are
    n1 n0 / (n1 + n0); the variance uses each stratum's own spread.
    """
    n1, s1, q1, n0, s0, q0 = (
        np.asarray(v, dtype=float) for v in (n1, total1, squares1, n0, total0, squares0)
    )
    weights, both = _weights(n1, n0)
    rows = float(n1.sum() + n0.sum())
    used = float(n1[both].sum() + n0[both].sum())
    if not both.any():
        return Stratified(nothing(level, 0, "Mantel-Haenszel"), 0, rows)
    a, b = np.where(n1 > 0, n1, 1), np.where(n0 > 0, n0, 1)
    estimate = float(weights @ (s1 / a - s0 / b) / weights.sum())
    spread = np.maximum(q1 / a - (s1 / a) ** 2, 0) / a + np.maximum(q0 / b - (s0 / b) ** 2, 0) / b
    half = z_of(level) * sqrt(float(weights**2 @ spread)) / float(weights.sum())
    bounds = (estimate - half, estimate + half) if half > 0 else (None, None)
    note = "" if half > 0 else "no variation"
    return Stratified(
        Interval(estimate, *bounds, level, int(used), "Mantel-Haenszel", note), int(both.sum()), rows - used
    )


def stratified_difference_clustered(cells: VectorSums, level: float = 0.95) -> Stratified:
    """The same, clustered by deal: the first half of the ratios are the strata of group 1, the second half those of group 0, in the same
    order."""
    k = cells.k // 2
    sizes = cells.totals[cells.k :]
    weights, both = _weights(sizes[:k], sizes[k:])
    if not both.any():
        return Stratified(
            nothing(level, cells.clusters, "Mantel-Haenszel, clustered by deal"), 0, float(sizes.sum())
        )
    weights = weights / weights.sum()
    plain = cells.linear(np.concatenate([weights, -weights]), level)
    interval = Interval(
        plain.estimate,
        plain.low,
        plain.high,
        level,
        plain.n,
        "Mantel-Haenszel, clustered by deal",
        plain.note,
    )
    used = float(sizes[:k][both].sum() + sizes[k:][both].sum())
    return Stratified(interval, int(both.sum()), float(sizes.sum()) - used)


def odds_ratio(a, b, c, d, level: float = 0.95) -> tuple[Interval, Test]:
    """Common odds ratio of 2 x 2 tables (Robins, Breslow and Greenland's variance) and the Mantel-Haenszel test without continuity
    correction.

    a, b: outcome yes, no in group 1; c, d: in group 0; one entry a stratum. None where a margin is empty throughout.
    """
    a, b, c, d = (np.asarray(v, dtype=float) for v in (a, b, c, d))
    n = a + b + c + d
    keep = n > 1
    a, b, c, d, n = a[keep], b[keep], c[keep], d[keep], n[keep]
    total = int(n.sum())
    expected = (a + b) * (a + c) / n
    variance = float(((a + b) * (c + d) * (a + c) * (b + d) / (n * n * (n - 1))).sum())
    if variance > 0:
        statistic = float((a - expected).sum()) ** 2 / variance
        test = Test(statistic, (1,), chi_square_tail(statistic, 1), total, "Mantel-Haenszel")
    else:
        test = Test(None, (1,), None, total, "Mantel-Haenszel", "no variation")
    r, s = a * d / n, b * c / n
    if not (r.sum() > 0 and s.sum() > 0):
        return nothing(level, total, "Mantel-Haenszel", "no finite odds ratio"), test
    p, q = (a + d) / n, (b + c) / n
    rr, ss = float(r.sum()), float(s.sum())
    spread = (
        float((p * r).sum()) / (2 * rr * rr)
        + float((p * s + q * r).sum()) / (2 * rr * ss)
        + float((q * s).sum()) / (2 * ss * ss)
    )
    middle, half = log(rr / ss), z_of(level) * sqrt(spread)
    return Interval(rr / ss, exp(middle - half), exp(middle + half), level, total, "Mantel-Haenszel"), test
