"""When something happens in games that may end first: Kaplan-Meier curves from counts by round.

A game that ends in round t without the event is censored at t and was at risk in round t.
"""

from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from simcli.stats.normal import t_of, z_of
from simcli.stats.results import Interval


@dataclass(frozen=True)
class SurvivalCurve:
    """S(t) = P(not yet happened after round t) for rounds 0, 1, ..., with a pointwise band.

    Entries are None from the round on in which nobody is at risk any more; a band is also None
    where S is 0, and (1, 1) where S is 1.
    """

    times: tuple[int, ...]
    at_risk: tuple[int, ...]
    survival: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    level: float
    n: int
    method: str

    def quantile(self, q: float = 0.5) -> Interval:
        """First round by which a share q (0 < q < 1) has had the event, None where that is never
        reached; bounds where the band crosses 1-q."""
        if not 0 < q < 1:
            raise ValueError(f"a quantile lies between 0 and 1, got {q!r}")
        first, low, high = (self._first(curve, 1 - q) for curve in (self.survival, self.low, self.high))
        note = "" if first is not None else "not reached"
        return Interval(first, low, high, self.level, self.n, self.method, note)

    def _first(self, curve, target: float) -> float | None:
        # Products of exact fractions land a hair above the target they equal.
        below = (t for t, s in zip(self.times, curve, strict=True) if s is not None and s <= target + 1e-12)
        return next((float(t) for t in below), None)


def _log_log_band(survival: float, log_variance: float, z: float) -> tuple[float | None, float | None]:
    """Band of S on the scale log(-log S): S^exp(-+ z se), se^2 = Var(log S) / (log S)^2, which
    stays inside [0, 1]."""
    if survival >= 1:
        return 1.0, 1.0
    if survival <= 0:
        return None, None
    spread = z * sqrt(log_variance) / abs(log(survival))
    # Beyond this the band is all of [0, 1] to double precision.
    if spread > 500:
        return 0.0, 1.0
    return survival ** exp(spread), survival ** exp(-spread)


def _curve(at_risk, events, log_variances, level, n, method, z) -> SurvivalCurve:
    survival: list[float | None] = []
    band: list[tuple[float | None, float | None]] = []
    value = 1.0
    for risk, event, variance in zip(at_risk, events, log_variances, strict=True):
        if risk > 0:
            value *= 1 - event / risk
        survival.append(float(value) if risk > 0 else None)
        band.append(_log_log_band(value, variance, z) if risk > 0 else (None, None))
    low, high = zip(*band, strict=True) if band else ((), ())
    whole = tuple(int(risk) for risk in at_risk)
    return SurvivalCurve(tuple(range(len(whole))), whole, tuple(survival), low, high, level, int(n), method)


def _at_risk(events: np.ndarray, censored: np.ndarray) -> np.ndarray:
    return (events + censored)[::-1].cumsum()[::-1]


def kaplan_meier(events, censored, level: float = 0.95) -> SurvivalCurve:
    """Kaplan-Meier with Greenwood's variance and log-log bands, for independent games; `events`
    and `censored` (R,) count games by round."""
    events, censored = np.asarray(events, dtype=float), np.asarray(censored, dtype=float)
    if events.shape != censored.shape or np.any(events < 0) or np.any(censored < 0):
        raise ValueError("events and censored are equally many counts from 0")
    at_risk = _at_risk(events, censored)
    left = at_risk - events
    variance = np.cumsum(events / (np.maximum(at_risk, 1) * np.where(left > 0, left, 1)))
    games = (events + censored).sum()
    return _curve(at_risk, events, variance, level, games, "Kaplan-Meier, Greenwood", z_of(level))


def kaplan_meier_in_deals(events, censored, pairs, deals: int, level: float = 0.95) -> SurvivalCurve:
    """The same curve with bands clustered by deal, from counts that add over parts.

    `events`, `censored`: (R,) games by round. `pairs`: (2R, 2R), pairs of games on one deal by the
    fates of both (each pair once, in either order): t for an event in round t, R + t for an end in
    round t without it. A game's part in log S is that of its steps: -h/(r(1-h)) for each round
    survived at risk and 1/(r(1-h)) for its event, where h is the hazard of the round and r the
    games at risk in it. With one game a deal the variance is close to Greenwood's.
    """
    events, censored, pairs = (np.asarray(array, dtype=float) for array in (events, censored, pairs))
    size = len(events)
    if censored.shape != (size,) or pairs.shape != (2 * size, 2 * size):
        needed = f"{size} censored and pairs of {2 * size} by {2 * size}"
        raise ValueError(f"{size} events need {needed}, got {censored.shape!r} and {pairs.shape!r}")
    method = "Kaplan-Meier, clustered by deal"
    if deals < 2:
        nobody = np.zeros(size)
        return _curve(nobody, nobody, nobody, level, deals, method, 0.0)
    at_risk = _at_risk(events, censored)
    safe = np.maximum(at_risk, 1)
    hazard = events / safe
    scale = np.where(hazard < 1, 1 / (safe * np.where(hazard < 1, 1 - hazard, 1)), 0.0)
    # Row f: what a game of fate f adds to log S up to each round. Before its last round it was at
    # risk and nothing happened.
    rounds = np.arange(size)
    through = np.where(rounds[None, :] <= rounds[:, None], hazard * scale, 0.0).cumsum(axis=1)
    ended = np.where(rounds[None, :] >= rounds[:, None], scale[:, None], 0.0)
    parts = np.concatenate([ended - through, -through])
    games = np.concatenate([events, censored])
    variance = (games[:, None] * parts**2).sum(axis=0) + 2 * ((pairs @ parts) * parts).sum(axis=0)
    variance = np.maximum(variance, 0.0) * deals / (deals - 1)
    return _curve(at_risk, events, variance, level, deals, method, t_of(level, deals - 1))
