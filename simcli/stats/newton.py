"""Newton's method for concave log-likelihoods, with halved steps and a small ridge against flat
directions."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Maximum:
    """Where the search ended: parameters, negative Hessian there (without the ridge), value, and
    whether it settled."""

    parameters: np.ndarray
    information: np.ndarray
    value: float
    converged: bool


def maximise(function, start, ridge: float = 0.0, rounds: int = 100, close: float = 1e-10) -> Maximum:
    """Maximise value - ridge/2 |parameters|^2. `function(parameters) -> (value, gradient,
    information)` with the information a negative Hessian."""
    x = np.array(start, dtype=float)
    eye = np.eye(len(x))
    value, gradient, information = function(x)
    value -= ridge / 2 * float(x @ x)
    for _ in range(rounds):
        slope = gradient - ridge * x
        # The trace term keeps the system solvable where the data leave a direction flat; it does
        # not move the maximum.
        damping = 1e-12 * (np.trace(information) / max(1, len(x)) + 1e-300)
        step = np.linalg.solve(information + (ridge + damping) * eye, slope)
        gain = float(slope @ step)
        if gain < close * (1e-6 + abs(value)) * 1e-2:
            x = x + step if gain < 1 else x
            value, gradient, information = function(x)
            return Maximum(x, information, value, True)
        size = 1.0
        while True:
            trial = x + size * step
            new, new_gradient, new_information = function(trial)
            new -= ridge / 2 * float(trial @ trial)
            if new >= value or size < 1e-8:
                break
            size /= 2
        x, value, gradient, information = trial, new, new_gradient, new_information
    return Maximum(x, information, value, False)
