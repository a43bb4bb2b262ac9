"""Quantiles and tails of the normal, chi-square and t distributions."""

from functools import lru_cache
from math import erfc, isfinite, sqrt
from statistics import NormalDist

from simcli.stats.special import lower_beta, upper_gamma

_STANDARD = NormalDist()
# From here on the t quantile differs from the normal one by less than a part in a hundred thousand.
_PLENTY_OF_FREEDOM = 200_000


def normal_cdf(x: float) -> float:
    """P(Z <= x) of the standard normal, exact in both tails."""
    return 0.5 * erfc(-x / sqrt(2))


def normal_quantile(p: float) -> float:
    """The x with P(Z <= x) = p, 0 < p < 1."""
    return _STANDARD.inv_cdf(p)


def z_of(level: float) -> float:
    """Half-width in standard errors of a two-sided interval: 1.959964 for 0.95."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, got {level!r}")
    return normal_quantile((1 + level) / 2)


def two_sided_p(z: float) -> float:
    """P(|Z| >= |z|)."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(x: float, df: float) -> float:
    """P(X >= x) of chi-square with df > 0 degrees of freedom."""
    return upper_gamma(df / 2, max(x, 0.0) / 2)


def t_tail(x: float, df: float) -> float:
    """P(T >= x) of Student's t, one-sided."""
    if df >= _PLENTY_OF_FREEDOM:
        return normal_cdf(-x)
    half = 0.5 * lower_beta(df / 2, 0.5, df / (df + x * x))
    return half if x >= 0 else 1 - half


@lru_cache(maxsize=4096)
def t_of(level: float, df: int) -> float:
    """Half-width in standard errors of a two-sided t interval; with many degrees of freedom the
    normal `z_of`.

    Few deals make an estimated standard error itself uncertain; this is what it costs (12.7 for two
    deals at 0.95).
    """
    if df < 1:
        raise ValueError(f"t_of needs at least one degree of freedom, got {df!r}")
    z = z_of(level)
    if df >= _PLENTY_OF_FREEDOM:
        return z
    tail = (1 - level) / 2
    low, high = z, 2 * z
    while t_tail(high, df) > tail:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        if t_tail(middle, df) > tail:
            low = middle
        else:
            high = middle
        if high - low < 1e-12 * high:
            break
    return (low + high) / 2


def finite(value) -> float | None:
    """The value as a float, or None where it is missing, NaN or infinite: the one gate by which
    numbers leave this package."""
    if value is None:
        return None
    value = float(value)
    return value if isfinite(value) else None
