"""Logit models fitted by Newton's method on weighted rows: binary, multinomial, and conditional (one of several seats wins).

Fits report separation instead of running to infinity; covariances are model-based, or robust and clustered where cluster labels are given.
"""

from dataclasses import dataclass

import numpy as np

from simcli.stats.newton import maximise
from simcli.stats.normal import z_of
from simcli.stats.results import Interval

# Where data separate, the ridge stops the search at fitted chances of about 1e-10, and there the information along that direction, a row,
# is as small. A direction in which features repeat each other has none at all. Everything that can be estimated lies far above.
_RIDGE = 1e-11
_FLAT = 1e-8


@dataclass(frozen=True, eq=False)
class LogitFit:
    """Coefficients, shape (d,) or (classes-1, d); covariance of the flattened coefficients; `separated` where no finite maximum exists.

    Where `separated`, coefficients are those of a tiny ridge (fit for predicting, not for reading) and `coefficient` gives no interval.
    """

    kind: str
    coefficients: np.ndarray
    covariance: np.ndarray | None
    log_likelihood: float
    n: float
    separated: bool

    def coefficient(self, i: int, level: float = 0.95) -> Interval:
        """Interval of flattened coefficient i."""
        n = int(self.n)
        if self.separated or self.covariance is None:
            return Interval(None, None, None, level, n, f"{self.kind} logit", "separated: no finite estimate")
        value = float(self.coefficients.ravel()[i])
        half = z_of(level) * float(np.sqrt(max(self.covariance[i, i], 0.0)))
        return Interval(value, value - half, value + half, level, n, f"{self.kind} logit")

    def predict(self, features) -> np.ndarray:
        """Chances for new rows: (R,) binary, (R, classes) multinomial, (R, seats) conditional; `features` as in the fit."""
        features = np.asarray(features, dtype=float)
        if self.kind == "binary":
            return _sigmoid(features @ self.coefficients)
        if self.kind == "multinomial":
            scores = features @ self.coefficients.T
            return _softmax(np.concatenate([np.zeros((len(scores), 1)), scores], axis=1))
        return _softmax(features @ self.coefficients)


def _sigmoid(x):
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))


def _softmax(scores):
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def _finish(kind, shape, function, scale, row_scores, clusters, weight) -> LogitFit:
    """Maximise on standardised features, look for separation, and put the result back on the scale of the features.

    Separation shows as a flat direction of the likelihood, measured a row.
    """
    best = maximise(function, np.zeros(len(scale)), _RIDGE * max(weight, 1.0))
    information = best.information
    covariance = None
    separated = not best.converged or bool(np.linalg.eigvalsh(information)[0] < _FLAT * weight)
    if not separated:
        covariance = np.linalg.inv(information)
        if clusters is not None:
            scores = row_scores(best.parameters)
            _, index = np.unique(np.asarray(clusters), return_inverse=True)
            sums = np.zeros((int(index.max()) + 1, scores.shape[1]))
            np.add.at(sums, index, scores)
            count = len(sums)
            covariance = covariance @ (sums.T @ sums) @ covariance * (count / max(1, count - 1))
        covariance = covariance / np.outer(scale, scale)
    coefficients = (best.parameters / scale).reshape(shape)
    return LogitFit(kind, coefficients, covariance, float(best.value), float(weight), separated)


def _scale(features, axes) -> np.ndarray:
    scale = np.sqrt((features**2).mean(axis=axes))
    return np.where(scale > 0, scale, 1.0)


def fit_binary(features, successes, trials=1.0, clusters=None) -> LogitFit:
    """Logistic regression: `features` (R, d) with the intercept as a column of ones, `successes` of `trials` by row (fractions allowed).

    `clusters` (R,) labels of deals give the robust clustered covariance.
    """
    features = np.asarray(features, dtype=float)
    y = np.asarray(successes, dtype=float)
    trials = np.broadcast_to(np.asarray(trials, dtype=float), y.shape)
    scale = _scale(features, 0)
    x = features / scale

    def function(b):
        score = x @ b
        p = _sigmoid(score)
        value = float(y @ score - trials @ np.logaddexp(0, score))
        return value, x.T @ (y - trials * p), (x * (trials * p * (1 - p))[:, None]).T @ x

    def row_scores(b):
        return x * (y - trials * _sigmoid(x @ b))[:, None]

    return _finish("binary", x.shape[1:], function, scale, row_scores, clusters, float(trials.sum()))


def fit_multinomial(features, classes, count: int, weights=1.0, clusters=None) -> LogitFit:
    """Multinomial logit of class 0..count-1 on `features` (R, d, ones included); class 0 is the base.
    Coefficients have shape (count-1, d)."""
    features = np.asarray(features, dtype=float)
    classes = np.asarray(classes)
    w = np.broadcast_to(np.asarray(weights, dtype=float), classes.shape)
    scale = _scale(features, 0)
    x = features / scale
    d = x.shape[1]
    hit = (classes[:, None] == np.arange(1, count)[None, :]).astype(float)

    def chances(b):
        scores = x @ b.reshape(count - 1, d).T
        return _softmax(np.concatenate([np.zeros((len(x), 1)), scores], axis=1))

    def function(b):
        p = chances(b)
        own = p[np.arange(len(p)), classes]
        value = float(w @ np.log(np.maximum(own, 1e-300)))
        gradient = ((hit - p[:, 1:]) * w[:, None]).T @ x
        information = np.empty((count - 1, d, count - 1, d))
        for i in range(count - 1):
            for j in range(i, count - 1):
                part = w * p[:, 1 + i] * ((i == j) - p[:, 1 + j])
                information[i, :, j, :] = information[j, :, i, :] = (x * part[:, None]).T @ x
        return value, gradient.ravel(), information.reshape((count - 1) * d, -1)

    def row_scores(b):
        return (((hit - chances(b)[:, 1:]) * w[:, None])[:, :, None] * x[:, None, :]).reshape(len(x), -1)

    scales = np.tile(scale, count - 1)
    return _finish("multinomial", (count - 1, d), function, scales, row_scores, clusters, float(w.sum()))


def fit_conditional(features, shares, weights=1.0, clusters=None) -> LogitFit:
    """Conditional logit: of the seats of a game one wins, with chance softmax(features @ b). For win-probability models.

    `features` (G, seats, d) (no intercept: what all seats share cancels), `shares` (G, seats) win shares (rows of zeros, games without a
    winner, do not count), `weights` (G,).
    """
    features = np.asarray(features, dtype=float)
    shares = np.asarray(shares, dtype=float)
    w = np.broadcast_to(np.asarray(weights, dtype=float), shares.shape[:1])
    scale = _scale(features - features.mean(axis=1, keepdims=True), (0, 1))
    x = features / scale
    y = shares * w[:, None]
    size = y.sum(axis=1)
    d = x.shape[2]

    def function(b):
        scores = x @ b
        top = scores.max(axis=1)
        value = float((y * scores).sum() - size @ (top + np.log(np.exp(scores - top[:, None]).sum(axis=1))))
        p = _softmax(scores)
        centred = x - np.einsum("gs,gsd->gd", p, x)[:, None, :]
        rows = (centred * np.sqrt(p * size[:, None])[:, :, None]).reshape(-1, d)
        return value, np.einsum("gs,gsd->d", y - size[:, None] * p, x), rows.T @ rows

    def row_scores(b):
        return np.einsum("gs,gsd->gd", y - size[:, None] * _softmax(x @ b), x)

    return _finish("conditional", (d,), function, scale, row_scores, clusters, float(size.sum()))
