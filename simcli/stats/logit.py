"""Logistic regression of weighted rows by Newton's method; separated data are reported as such."""

from dataclasses import dataclass

import numpy as np

from simcli.stats.newton import maximise

# Where data separate, the ridge stops the search at fitted chances of about 1e-10, where the
# information per row along that direction is as small. Collinear features have none at all.
# Everything that can be estimated lies far above.
_RIDGE = 1e-11
_FLAT = 1e-8


@dataclass(frozen=True, eq=False)
class LogitFit:
    """Coefficients, shape (d,). Where no finite maximum exists, `separated` is True and they are
    those of a tiny ridge: good for predicting, not for reading."""

    coefficients: np.ndarray
    separated: bool

    def predict(self, features) -> np.ndarray:
        """Chances (R,) for new rows of features (R, d)."""
        return _sigmoid(np.asarray(features, dtype=float) @ self.coefficients)


def _sigmoid(x):
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def fit_binary(features, successes, trials=1.0) -> LogitFit:
    """Fit `successes` of `trials` per row (fractions allowed) to `features` (R, d), which include
    the intercept as a column of ones."""
    features = np.asarray(features, dtype=float)
    y = np.asarray(successes, dtype=float)
    trials = np.broadcast_to(np.asarray(trials, dtype=float), y.shape)
    scale = np.sqrt((features**2).mean(axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    x = features / scale

    def log_likelihood(b):
        score = x @ b
        p = _sigmoid(score)
        value = float(y @ score - trials @ np.logaddexp(0, score))
        return value, x.T @ (y - trials * p), (x * (trials * p * (1 - p))[:, None]).T @ x

    weight = float(trials.sum())
    best = maximise(log_likelihood, np.zeros(len(scale)), _RIDGE * max(weight, 1.0))
    flattest = np.linalg.eigvalsh(best.information)[0]
    return LogitFit(best.parameters / scale, not best.converged or bool(flattest < _FLAT * weight))
