"""Is it fair enough? Two one-sided tests (TOST), because at ten million games every difference is "significant"."""

from dataclasses import dataclass
from math import sqrt

from simcli.stats.clusters import ClusterSums, bounded_interval
from simcli.stats.normal import t_tail


@dataclass(frozen=True)
class Equivalence:
    """`verdict`: "inside" (truth within target +- delta, shown at alpha), "outside" (shown to lie beyond), "undecided".

    p_inside is the TOST p value, p_differs the two-sided p of "exactly the target"; None where the deals do not vary or are too few.
    """

    estimate: float | None
    target: float
    delta: float
    alpha: float
    p_inside: float | None
    p_differs: float | None
    verdict: str
    n: int
    note: str = ""


def equivalence(sums: ClusterSums, target: float, delta: float, alpha: float = 0.05) -> Equivalence:
    """Judge a share (in [0, 1]) against target +- delta, clustered by deal. Example: seat 1 of 2 within a point: target 0.5, delta 0.01."""
    if sums.ratio is None:
        return Equivalence(None, target, delta, alpha, None, None, "undecided", 0, "no data")
    if sums.variance:
        return equivalence_of(sums.ratio, sqrt(sums.variance), sums.clusters, target, delta, alpha)
    interval = bounded_interval(sums.ratio, sums.variance, sums.clusters, 1 - 2 * alpha)
    verdict = interval.within(target - delta, target + delta)
    return Equivalence(sums.ratio, target, delta, alpha, None, None, verdict, sums.clusters, interval.note)


def equivalence_of(
    estimate: float, error: float, n: int, target: float, delta: float, alpha: float = 0.05
) -> Equivalence:
    """The same from an estimate, its standard error (> 0) and its number of deals (>= 2): for differences, contrasts and means."""
    if not delta > 0 or not error > 0 or n < 2:
        raise ValueError(
            f"equivalence_of needs delta > 0, error > 0 and n >= 2, got {delta!r}, {error!r}, {n!r}"
        )
    above = t_tail((estimate - (target - delta)) / error, n - 1)
    below = t_tail(((target + delta) - estimate) / error, n - 1)
    differs = min(1.0, 2 * t_tail(abs(estimate - target) / error, n - 1))
    beyond = t_tail((abs(estimate - target) - delta) / error, n - 1)
    inside = max(above, below)
    verdict = "inside" if inside <= alpha else "outside" if beyond <= alpha else "undecided"
    return Equivalence(estimate, target, delta, alpha, inside, differs, verdict, n)
