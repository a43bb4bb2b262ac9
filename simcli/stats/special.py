"""Regularised incomplete gamma and beta functions: what chi-square and t need, without scipy.

Series and continued fractions as in Abramowitz and Stegun 6.5.29, 6.5.31 and 26.5.8, the fractions
evaluated by Lentz's method.
"""

from math import exp, lgamma, log, log1p

_TINY = 1e-300
_PRECISION = 1e-15
_MOST_TERMS = 100_000


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x) = Gamma(a, x) / Gamma(a) for a > 0 and x >= 0, in [0, 1]."""
    if not a > 0 or not x >= 0:
        raise ValueError(f"upper_gamma needs a > 0 and x >= 0, got {a!r}, {x!r}")
    if x == 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for k in range(1, _MOST_TERMS):
            term *= x / (a + k)
            total += term
            if term < total * _PRECISION:
                break
        return min(1.0, max(0.0, 1 - front * total))
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction = d
    for k in range(1, _MOST_TERMS):
        step = -k * (k - a)
        b += 2
        d = 1 / _nonzero(step * d + b)
        c = _nonzero(b + step / c)
        fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return min(1.0, max(0.0, front * fraction))


def lower_beta(a: float, b: float, x: float) -> float:
    """I_x(a, b), the regularised incomplete beta function, for a, b > 0 and x in [0, 1]."""
    if not (a > 0 and b > 0 and 0 <= x <= 1):
        raise ValueError(f"lower_beta needs a, b > 0 and 0 <= x <= 1, got {a!r}, {b!r}, {x!r}")
    if x in (0.0, 1.0):
        return float(x)
    # The fraction converges fast only on this side of the mean; the other side by symmetry.
    if x > (a + 1) / (a + b + 2):
        return 1 - lower_beta(b, a, 1 - x)
    front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = d
    for k in range(1, _MOST_TERMS):
        even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k))
        d = 1 / _nonzero(1 + even * d)
        c = _nonzero(1 + even / c)
        fraction *= c * d
        odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))
        d = 1 / _nonzero(1 + odd * d)
        c = _nonzero(1 + odd / c)
        fraction *= c * d
        if abs(c * d - 1) < _PRECISION:
            break
    return min(1.0, max(0.0, front * fraction))


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
