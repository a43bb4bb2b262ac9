"""How good are predicted chances: Brier score, log score, and the calibration table."""

from dataclasses import dataclass

import numpy as np

from simcli.stats.proportions import wilson
from simcli.stats.results import Interval


@dataclass(frozen=True)
class CalibrationBin:
    """Predictions between `low` and `high`: how many, their mean, and what happened."""

    low: float
    high: float
    n: int
    predicted: float | None
    observed: Interval


def brier(chances, outcomes, weights=1.0) -> float | None:
    """Mean of (chance - outcome)^2; for chances of shape (R, classes) summed over classes (outcomes likewise: shares or one-hot).
    None without rows."""
    p, y = np.asarray(chances, dtype=float), np.asarray(outcomes, dtype=float)
    if not len(p):
        return None
    squares = (p - y) ** 2
    squares = squares if squares.ndim == 1 else squares.sum(axis=1)
    w = np.broadcast_to(np.asarray(weights, dtype=float), squares.shape)
    return float(np.average(squares, weights=w)) if w.sum() > 0 else None


def brier_skill(chances, outcomes, base, weights=1.0) -> float | None:
    """1 - Brier score over that of the constant prediction `base` (e.g. 1/players): 0 is no better, 1 is perfect; None where undefined."""
    own = brier(chances, outcomes, weights)
    plain = brier(np.broadcast_to(base, np.shape(chances)), outcomes, weights)
    return None if own is None or not plain else 1 - own / plain


def calibration_table(chances, outcomes, bins: int = 10, level: float = 0.95) -> list[CalibrationBin]:
    """Equal-width bins of the predicted chance (R,) against the outcomes (R,) in [0, 1].

    Rows of one game are not independent, so the Wilson intervals here are for orientation only.
    """
    p, y = np.asarray(chances, dtype=float), np.asarray(outcomes, dtype=float)
    place = np.clip((p * bins).astype(int), 0, bins - 1)
    n = np.bincount(place, minlength=bins)
    predicted, happened = np.bincount(place, p, bins), np.bincount(place, y, bins)
    table = []
    for i in range(bins):
        mean = float(predicted[i] / n[i]) if n[i] else None
        table.append(
            CalibrationBin(
                i / bins,
                (i + 1) / bins,
                int(n[i]),
                mean,
                wilson(float(min(happened[i], n[i])), int(n[i]), level),
            )
        )
    return table
