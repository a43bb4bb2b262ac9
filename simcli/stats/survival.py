"""When does it happen, with games that end before it does: Kaplan-Meier from counts by round.

A game that ends in round t without the event counts as censored at t and was at risk in round t: events come before censoring.
"""

from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from simcli.stats.normal import t_of, z_of
from simcli.stats.results import Interval, nothing
from simcli.stats.vectors import VectorSums


@dataclass(frozen=True)
class SurvivalCurve:
    """S(t) = P(not yet happened after round t), with a pointwise band; all tuples have one entry for each of `times`.

    Entries are None from the round on in which nobody is at risk any more: there the data say nothing. Bands are None where S is 0 or
    where nothing has happened yet has no spread (S = 1: both bounds are 1).
    """

    times: tuple[int, ...]
    at_risk: tuple[int, ...]
    events: tuple[int, ...]
    survival: tuple[float | None, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    level: float
    n: int
    method: str

    def quantile(self, q: float = 0.5) -> Interval:
        """First round by which a share q has had the event (0 < q < 1), None where that is never reached;
        bounds where the band crosses 1-q."""
        if not 0 < q < 1:
            raise ValueError(f"a quantile lies between 0 and 1, got {q!r}")
        reached = [self._first(curve, 1 - q) for curve in (self.survival, self.low, self.high)]
        note = "" if reached[0] is not None else "not reached"
        return Interval(*reached, self.level, self.n, self.method, note)

    def _first(self, curve, target: float):
        # Products of exact fractions land a hair above the target they equal.
        return next(
            (
                float(t)
                for t, s in zip(self.times, curve, strict=True)
                if s is not None and s <= target + 1e-12
            ),
            None,
        )

    def happened(self, time: int, level: float | None = None) -> Interval:
        """P(happened by the end of round `time`) with the curve's band."""
        inside = [i for i, t in enumerate(self.times) if t <= time]
        if not inside or self.survival[inside[-1]] is None:
            return nothing(self.level, self.n, self.method)
        i = inside[-1]
        flip = [None if v is None else 1 - v for v in (self.survival[i], self.high[i], self.low[i])]
        return Interval(*flip, self.level, self.n, self.method)

    def restricted_mean(self, horizon: int) -> float | None:
        """Mean number of rounds until the event or `horizon`, whichever is first; None where the curve ends before."""
        total = 0.0
        value = 1.0
        for t in range(horizon):
            i = self.times.index(t) if t in self.times else None
            if i is not None:
                value = self.survival[i]
            if value is None:
                return None
            total += value
        return total


def _log_log_band(survival: float, log_variance: float, z: float) -> tuple[float | None, float | None]:
    """Band of S on the scale log(-log S): S^exp(-+ z se), se^2 = Var(log S) / (log S)^2; stays inside [0, 1]."""
    if survival >= 1:
        return 1.0, 1.0
    if survival <= 0:
        return None, None
    spread = z * sqrt(log_variance) / abs(log(survival))
    # Beyond this the band is all of [0, 1] to double precision.
    if spread > 500:
        return 0.0, 1.0
    return survival ** exp(spread), survival ** exp(-spread)


def _curve(times, at_risk, events, log_variances, level, n, method, z) -> SurvivalCurve:
    survival, low, high = [], [], []
    value = 1.0
    for risk, event, variance in zip(at_risk, events, log_variances, strict=True):
        if risk <= 0:
            survival.append(None)
            low.append(None)
            high.append(None)
            continue
        value *= 1 - event / risk
        bounds = _log_log_band(value, variance, z)
        survival.append(float(value))
        low.append(bounds[0])
        high.append(bounds[1])
    whole = (tuple(int(x) for x in column) for column in (times, at_risk, events))
    return SurvivalCurve(*whole, tuple(survival), tuple(low), tuple(high), level, int(n), method)


def kaplan_meier(events, censored, level: float = 0.95, times=None) -> SurvivalCurve:
    """Kaplan-Meier with Greenwood's variance and log-log bands, for independent games.

    `events` and `censored` count games by round (equal lengths); `times` names the rounds (default 0, 1, 2, ...).
    """
    events, censored = np.asarray(events, dtype=float), np.asarray(censored, dtype=float)
    if events.shape != censored.shape or np.any(events < 0) or np.any(censored < 0):
        raise ValueError("events and censored are equally many counts from 0")
    times = np.arange(len(events)) if times is None else np.asarray(times)
    leaving = events + censored
    at_risk = leaving[::-1].cumsum()[::-1]
    safe = np.maximum(at_risk, 1)
    left = np.maximum(at_risk - events, 0)
    variance = np.cumsum(events / (safe * np.where(left > 0, left, 1)))
    return _curve(
        times, at_risk, events, variance, level, leaving.sum(), "Kaplan-Meier, Greenwood", z_of(level)
    )


def kaplan_meier_clustered(hazards: VectorSums, level: float = 0.95, times=None) -> SurvivalCurve:
    """The same curve with bands clustered by deal.

    Ratio t of `hazards` is (events in round t) / (games at risk in round t), summed by deal: a game that has its event or ends in round T
    is at risk in rounds up to T. Var(log S) follows from the clustered covariance of the hazards; `n` is deals.
    """
    k = hazards.k
    times = np.arange(k) if times is None else np.asarray(times)
    events, at_risk = hazards.totals[:k], hazards.totals[k:]
    covariance = hazards.covariance()
    if covariance is None:
        return _curve(
            times,
            np.zeros(k),
            np.zeros(k),
            np.zeros(k),
            level,
            hazards.clusters,
            "Kaplan-Meier, clustered by deal",
            0.0,
        )
    hazard = events / np.where(at_risk > 0, at_risk, 1)
    slope = np.where(hazard < 1, 1 / np.where(hazard < 1, 1 - hazard, 1), 0.0)
    scaled = covariance * np.outer(slope, slope)
    # Row t of the double cumulative sum, on its diagonal: the variance of the sum of the first t + 1 terms.
    variance = np.maximum(np.diag(scaled.cumsum(axis=0).cumsum(axis=1)), 0.0)
    z = t_of(level, hazards.clusters - 1)
    return _curve(
        times, at_risk, events, variance, level, hazards.clusters, "Kaplan-Meier, clustered by deal", z
    )


def kaplan_meier_in_deals(events, censored, pairs, deals: int, level: float = 0.95) -> SurvivalCurve:
    """`kaplan_meier_clustered` from counts of games and of pairs of games, which add over parts and stay small however many deals there are.

    `events`, `censored`: (R,) games by round. `pairs`: (2R, 2R), pairs of games on one deal by what became of the one and of the other (each
    pair once, either way round): t for an event in round t, R + t for an end in round t without it. With one game a deal `pairs` is all 0
    and the variance is close to Greenwood's. A game's part in log S is that of its steps: -h/(r(1-h)) for each round survived at risk and
    1/(r(1-h)) for its event, h the hazard and r the games at risk of that round.
    """
    events, censored, pairs = (np.asarray(array, dtype=float) for array in (events, censored, pairs))
    size = len(events)
    if censored.shape != (size,) or pairs.shape != (2 * size, 2 * size):
        raise ValueError(
            f"counts of {size} rounds want {size} censored and pairs of {2 * size} by {2 * size}, got {pairs.shape!r}"
        )
    leaving = events + censored
    at_risk = leaving[::-1].cumsum()[::-1]
    safe = np.maximum(at_risk, 1)
    hazard = events / safe
    scale = np.where(hazard < 1, 1 / (safe * np.where(hazard < 1, 1 - hazard, 1)), 0.0)
    # Row c: what a game of kind c adds to log S up to each round. Before its last round it was at risk and nothing happened.
    rounds = np.arange(size)
    through = np.where(rounds[None, :] <= rounds[:, None], hazard * scale, 0.0).cumsum(axis=1)
    ended = np.where(rounds[None, :] >= rounds[:, None], scale[:, None], 0.0)
    parts = np.concatenate([ended - through, -through])
    games = np.concatenate([events, censored])
    variance = (games[:, None] * parts**2).sum(axis=0) + 2 * ((pairs @ parts) * parts).sum(axis=0)
    method = "Kaplan-Meier, clustered by deal"
    if deals < 2:
        return _curve(rounds, np.zeros(size), np.zeros(size), np.zeros(size), level, deals, method, 0.0)
    variance = np.maximum(variance, 0.0) * deals / (deals - 1)
    return _curve(rounds, at_risk, events, variance, level, deals, method, t_of(level, deals - 1))
