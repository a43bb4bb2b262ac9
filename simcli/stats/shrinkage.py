"""Normal-normal empirical Bayes: noisy estimates pulled towards their centre before anyone ranks
them."""

from dataclasses import dataclass
from math import sqrt

import numpy as np


@dataclass(frozen=True)
class Shrunk:
    """Shrunken estimates in the order given (None where there was none), and the fitted centre and
    spread of the effects (None without estimates)."""

    estimates: tuple[float | None, ...]
    centre: float | None
    spread: float | None


def shrink(estimates, errors) -> Shrunk:
    """Posterior means under estimate ~ N(effect, error^2), effect ~ N(centre, spread^2).

    `estimates` and standard `errors` have one entry each; where either is None, or the error 0, the
    result is None. The spread solves Paule and Mandel's equation, that the weighted squares about
    the centre equal their degrees of freedom; it is 0 where the errors alone explain the scatter.
    """
    known = [i for i, (y, e) in enumerate(zip(estimates, errors, strict=True)) if y is not None and e]
    means: list[float | None] = [None] * len(estimates)
    if not known:
        return Shrunk(tuple(means), None, None)
    y = np.array([estimates[i] for i in known], dtype=float)
    variance = np.array([errors[i] for i in known], dtype=float) ** 2

    def centre(tau2: float) -> float:
        return float(np.average(y, weights=1 / (variance + tau2)))

    def excess(tau2: float) -> float:
        return float(np.sum((y - centre(tau2)) ** 2 / (variance + tau2))) - (len(y) - 1)

    tau2 = 0.0
    if len(y) > 1 and excess(0.0) > 0:
        low = 0.0
        high = float(np.max((y - np.mean(y)) ** 2) + np.max((y - centre(0.0)) ** 2) + np.max(variance))
        while excess(high) > 0:
            high *= 2
        for _ in range(200):
            tau2 = (low + high) / 2
            low, high = (tau2, high) if excess(tau2) > 0 else (low, tau2)
    middle = centre(tau2)
    keep = tau2 / (tau2 + variance)
    for i, estimate, kept in zip(known, y, keep, strict=True):
        means[i] = float(middle + kept * (estimate - middle))
    return Shrunk(tuple(means), middle, sqrt(tau2))
