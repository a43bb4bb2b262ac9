"""Normal-normal empirical Bayes: pull many noisy estimates towards their centre before anyone ranks them."""

from dataclasses import dataclass
from math import sqrt

import numpy as np


@dataclass(frozen=True)
class Shrunk:
    """Shrunken estimates in the order given (None where there was none), their posterior standard deviations, and the fitted centre and
    spread."""

    estimates: tuple[float | None, ...]
    deviations: tuple[float | None, ...]
    centre: float | None
    spread: float | None
    n: int


def shrink(estimates, errors, centre: float | None = None) -> Shrunk:
    """Posterior means under estimate ~ N(effect, error^2), effect ~ N(centre, spread^2).

    `estimates` and standard `errors` have one entry each; None (or an error of 0 or None) is left out and stays None. With
    `centre=None` the centre is estimated, with a number (0 for effects) it is held. The spread solves Paule and Mandel's equation, that
    the weighted squares about the centre equal their degrees of freedom; it is 0 where the errors alone explain the scatter.
    """
    pairs = [
        (i, float(y), float(e))
        for i, (y, e) in enumerate(zip(estimates, errors, strict=True))
        if y is not None and e
    ]
    size = len(estimates)
    if not pairs:
        return Shrunk((None,) * size, (None,) * size, centre, None, 0)
    y = np.array([pair[1] for pair in pairs])
    variance = np.array([pair[2] for pair in pairs]) ** 2
    freedom = len(y) - (centre is None)

    def fitted_centre(tau2):
        return centre if centre is not None else float(np.average(y, weights=1 / (variance + tau2)))

    def excess(tau2):
        return float(np.sum((y - fitted_centre(tau2)) ** 2 / (variance + tau2))) - freedom

    low, high = (
        0.0,
        float(np.max((y - np.mean(y)) ** 2) + np.max((y - fitted_centre(0.0)) ** 2) + np.max(variance)),
    )
    if freedom < 1 or excess(0.0) <= 0:
        tau2 = 0.0
    else:
        while excess(high) > 0:
            high *= 2
        for _ in range(200):
            tau2 = (low + high) / 2
            low, high = (tau2, high) if excess(tau2) > 0 else (low, tau2)
    middle = fitted_centre(tau2)
    keep = tau2 / (tau2 + variance)
    means: list[float | None] = [None] * size
    deviations: list[float | None] = [None] * size
    for k, (i, value, _) in enumerate(pairs):
        means[i] = float(middle + keep[k] * (value - middle))
        deviations[i] = float(sqrt(keep[k] * variance[k]))
    return Shrunk(tuple(means), tuple(deviations), float(middle), sqrt(tau2), len(y))
