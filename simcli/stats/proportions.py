"""Proportions of independent trials: Wilson, rule of three, difference of two, and rates per exposure.

For games that share a deal use `clusters` instead: there the unit is the deal.
"""

from math import sqrt

from simcli.stats.normal import chi_square_quantile, two_sided_p, z_of
from simcli.stats.results import Interval, Test, nothing


def wilson_bounds(p: float, n: float, z: float) -> tuple[float, float]:
    """The two solutions of |p - q| = z sqrt(q(1-q)/n), clipped to [0, 1]; n > 0 need not be whole (an effective sample size)."""
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(max(p * (1 - p), 0.0) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At the ends rounding must not leave 0.9999999 where the bound is 1.
    low = 0.0 if p <= 0 else max(0.0, centre - half)
    high = 1.0 if p >= 1 else min(1.0, centre + half)
    return low, high


def wilson(successes: float, n: float, level: float = 0.95) -> Interval:
    """Wilson's score interval for `successes` out of `n` independent trials; fractions (shared wins) are allowed.
    20 of 20 gives 0.839 to 1."""
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n, got {successes!r} of {n!r}")
    if n == 0:
        return nothing(level, 0, "wilson")
    low, high = wilson_bounds(successes / n, n, z_of(level))
    return Interval(successes / n, low, high, level, int(n), "wilson")


def rule_of_three(n: int, level: float = 0.95) -> float | None:
    """The exact upper bound on a rate when it was never seen in n independent trials: 1 - (1-level)^(1/n), about 3/n; None for n = 0."""
    if n < 0:
        raise ValueError(f"the number of trials cannot be negative, got {n!r}")
    return None if n == 0 else 1 - (1 - level) ** (1 / n)


def difference(
    successes_a: float, n_a: float, successes_b: float, n_b: float, level: float = 0.95
) -> Interval:
    """a minus b of two independent proportions: Newcombe's hybrid score interval (Statistics in Medicine 1998, method 10)."""
    a, b = wilson(successes_a, n_a, level), wilson(successes_b, n_b, level)
    if a.estimate is None or b.estimate is None:
        return nothing(level, int(n_a + n_b), "newcombe")
    gap = a.estimate - b.estimate
    low = gap - sqrt((a.estimate - a.low) ** 2 + (b.high - b.estimate) ** 2)
    high = gap + sqrt((a.high - a.estimate) ** 2 + (b.estimate - b.low) ** 2)
    return Interval(gap, max(-1.0, low), min(1.0, high), level, int(n_a + n_b), "newcombe")


def difference_test(successes_a: float, n_a: float, successes_b: float, n_b: float) -> Test:
    """Two-sided z test of equal proportions, errors added in squares and not pooled (60/100 v 50/100: z = 1.43)."""
    total = int(n_a + n_b)
    if n_a == 0 or n_b == 0:
        return Test(None, (), None, total, "two-sample z", "no data")
    a, b = successes_a / n_a, successes_b / n_b
    variance = a * (1 - a) / n_a + b * (1 - b) / n_b
    if variance == 0:
        note = "no variation"
        return Test(None, (), 1.0 if a == b else None, total, "two-sample z", note)
    z = (a - b) / sqrt(variance)
    return Test(z, (), two_sided_p(z), total, "two-sample z")


def rate(events: int, exposure: float, level: float = 0.95) -> Interval:
    """Events per unit of exposure with the exact Poisson interval (Garwood 1936); `n` is the number of events."""
    if events < 0 or exposure < 0:
        raise ValueError(f"events and exposure cannot be negative, got {events!r}, {exposure!r}")
    if exposure == 0:
        return nothing(level, int(events), "poisson")
    tail = (1 - level) / 2
    low = chi_square_quantile(tail, 2 * events) / 2 if events else 0.0
    high = chi_square_quantile(1 - tail, 2 * events + 2) / 2
    return Interval(events / exposure, low / exposure, high / exposure, level, int(events), "poisson")
