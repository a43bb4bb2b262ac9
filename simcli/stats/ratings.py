"""Joint ratings of many strategies with seat effects: a conditional logit on who wins.

P(seat s wins) = exp(theta[strategy in s] + beta[s]) / sum over seats; k winners count 1/k each.
theta and beta each average 0, in Elo units (400/ln 10); standard errors are clustered by deal. Of
every set of seatings played on the same deals only sums are needed: win shares by seating and
seat, and their cross products.
"""

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from simcli.stats.elo import ABOVE, BELOW
from simcli.stats.newton import maximise
from simcli.stats.normal import t_of
from simcli.stats.results import Interval, nothing

ELO = 400 / log(10)
_METHOD = "conditional logit, clustered by deal"
# A seat effect beyond this (in logits) is a seat that never wins or always does.
_FAR = 9.0


@dataclass(frozen=True, eq=False)
class SeatingSums:
    """Games of m seatings of n seats that were all played on the same deals.

    line_ups  which strategy (0..k-1) has which seat, shape (m, n)
    deals     number of deals
    totals    win shares summed over deals, shape (m * n,)
    cross     sum over deals of y y^T with y the deal's win shares, shape (m * n, m * n)
    """

    line_ups: np.ndarray
    deals: int
    totals: np.ndarray
    cross: np.ndarray

    @classmethod
    def of(cls, line_ups, shares, counts=None) -> "SeatingSums":
        """From win shares by deal, seating and seat, shape (B, m, n); `counts` (B,) if row b stands
        for several deals with the same outcome. A game without a winner is a row of zeros."""
        line_ups = np.asarray(line_ups, dtype=int)
        y = np.asarray(shares, dtype=float).reshape(-1, line_ups.size)
        w = np.ones(len(y)) if counts is None else np.asarray(counts, dtype=float)
        return cls(line_ups, int(w.sum()), w @ y, (y * w[:, None]).T @ y)


@dataclass(frozen=True, eq=False)
class Ratings:
    """`strategies` and `seats` in Elo about an average of 0; None with a note where there is no
    finite rating. `covariance` (k, k) of the strategies, in Elo^2."""

    strategies: tuple[Interval, ...]
    seats: tuple[Interval, ...]
    covariance: np.ndarray | None
    deals: int
    level: float

    def difference(self, i: int, j: int) -> Interval:
        """Rating of strategy i minus that of j."""
        a, b = self.strategies[i].estimate, self.strategies[j].estimate
        if i == j or a is None or b is None or self.covariance is None:
            note = "the same strategy" if i == j else "no finite rating"
            return nothing(self.level, self.deals, _METHOD, note)
        c = self.covariance
        half = t_of(self.level, max(1, self.deals - 1)) * sqrt(max(0.0, c[i, i] + c[j, j] - 2 * c[i, j]))
        return Interval(a - b, a - b - half, a - b + half, self.level, self.deals, _METHOD)


def _standing(groups, k: int) -> tuple[np.ndarray, list[str]]:
    """Which strategies can be rated together (True), and a note for each of the others.

    Finite ratings exist within a set in which everybody has, through some chain, taken a share from
    everybody else (Ford's condition).
    """
    beats = np.eye(k, dtype=bool)
    games = np.zeros(k)
    for group in groups:
        for line_up, wins in zip(group.line_ups, group.totals.reshape(group.line_ups.shape), strict=True):
            np.add.at(games, line_up, wins.sum())
            for i in line_up[wins > 0]:
                beats[i, line_up] = True
    for middle in range(k):
        beats |= beats[:, middle : middle + 1] & beats[middle : middle + 1, :]
    together = beats & beats.T
    # The largest such set, of equals that with most games; a strategy alone cannot be rated.
    core = np.zeros(k, dtype=bool)
    if k:
        largest = max(together, key=lambda row: (row.sum(), games[row].sum()))
        if k == 1 or largest.sum() > 1:
            core = largest
    notes = []
    for i in range(k):
        if core.any():
            over, under = beats[i][core].any(), beats[:, i][core].any()
        else:
            over, under = beats[i].sum() > 1, beats[:, i].sum() > 1
        notes.append(
            ""
            if core[i]
            else ABOVE
            if over and not under
            else BELOW
            if under and not over
            else "no finite rating"
        )
    return core, notes


def _centred(size: int) -> np.ndarray:
    """Orthonormal basis of the vectors that add up to 0, shape (size, size - 1)."""
    if size < 2:
        return np.zeros((size, 0))
    return np.linalg.svd(np.eye(size) - 1 / size)[0][:, : size - 1]


def fit_ratings(groups, strategies: int, level: float = 0.95, seats: bool = True) -> Ratings:
    """Fit `strategies` ratings (and seat effects, unless `seats` is False) to a list of
    `SeatingSums` with equally many seats.

    A strategy that always (never) wins against the others gets None and "above range" ("below
    range"), and the others are rated without it. The unit is the deal of a group; pairings that
    share deals belong in one group.
    """
    groups = list(groups)
    players = groups[0].line_ups.shape[1]
    deals = sum(group.deals for group in groups)
    core, notes = _standing(groups, strategies)
    members = np.flatnonzero(core)
    basis = np.zeros((strategies, max(0, len(members) - 1)))
    basis[members] = _centred(len(members))
    seat_basis = _centred(players) if seats else np.zeros((players, 0))
    d, own = basis.shape[1] + seat_basis.shape[1], basis.shape[1]

    # One row per seating. A seat counts where its strategy is rated, or where all seats have the
    # same strategy (then only seats matter).
    rows, wins = [], []
    for group in groups:
        rows.append(group.line_ups)
        wins.append(group.totals.reshape(group.line_ups.shape))
    line_ups, y = np.concatenate(rows), np.concatenate(wins)
    alone = (line_ups == line_ups[:, :1]).all(axis=1)
    present = core[line_ups] | alone[:, None]
    y = np.where(present, y, 0.0)
    x = np.concatenate(
        [basis[line_ups], np.broadcast_to(seat_basis, (len(line_ups), *seat_basis.shape))], axis=2
    )
    size = y.sum(axis=1)

    def chances(b):
        scores = np.where(present, x @ b, -np.inf)
        top = np.where(present.any(axis=1), scores.max(axis=1, initial=-1e300), 0.0)
        weight = np.exp(scores - top[:, None])
        total = np.maximum(weight.sum(axis=1), 1e-300)
        return weight / total[:, None], top + np.log(total)

    def function(b):
        p, logs = chances(b)
        value = float((y * (x @ b)).sum() - size @ logs)
        centred = x - np.einsum("rs,rsd->rd", p, x)[:, None, :]
        spread = (centred * np.sqrt(p * size[:, None])[:, :, None]).reshape(-1, d)
        return value, np.einsum("rs,rsd->d", y - size[:, None] * p, x), spread.T @ spread

    weight = float(size.sum())
    unfit = [nothing(level, deals, _METHOD, note or "no finite rating") for note in notes]
    no_seats = tuple(nothing(level, deals, _METHOD, "no finite estimate") for _ in range(players))
    if d == 0 or weight == 0:
        return Ratings(tuple(unfit), no_seats, None, deals, level)
    best = maximise(function, np.zeros(d), 1e-9 * weight)
    if np.linalg.matrix_rank(best.information, tol=1e-12 * weight, hermitian=True) < d:
        lost = "seats and strategies cannot be told apart" if seats else "no finite rating"
        unfit = [nothing(level, deals, _METHOD, note or lost) for note in notes]
        return Ratings(tuple(unfit), no_seats, None, deals, level)

    p, _ = chances(best.parameters)
    centred = np.where(present[:, :, None], x - np.einsum("rs,rsd->rd", p, x)[:, None, :], 0.0)
    meat, first = np.zeros((d, d)), 0
    for group in groups:
        m = len(group.line_ups)
        columns = centred[first : first + m].reshape(-1, d)
        meat += columns.T @ group.cross @ columns
        first += m
    bread = np.linalg.inv(best.information)
    covariance = bread @ meat @ bread * (deals / max(1, deals - 1))
    z = t_of(level, max(1, deals - 1))

    def intervals(values, spread, usable):
        out = []
        for value, error, note in zip(values, np.sqrt(np.maximum(np.diag(spread), 0)), usable, strict=True):
            low, high = value - z * error, value + z * error
            if note:
                out.append(nothing(level, deals, _METHOD, note))
            elif deals > 1 and error > 0:
                out.append(Interval(float(value), float(low), float(high), level, deals, _METHOD))
            else:
                out.append(Interval(float(value), None, None, level, deals, _METHOD))
        return tuple(out)

    theta, beta = ELO * basis @ best.parameters[:own], ELO * seat_basis @ best.parameters[own:]
    theta_spread = ELO**2 * basis @ covariance[:own, :own] @ basis.T
    beta_spread = ELO**2 * seat_basis @ covariance[own:, own:] @ seat_basis.T
    seat_notes = (
        ["" if abs(b) < _FAR * ELO else ABOVE if b > 0 else BELOW for b in beta]
        if seats
        else ["not fitted"] * players
    )
    rated, seated = intervals(theta, theta_spread, notes), intervals(beta, beta_spread, seat_notes)
    return Ratings(rated, seated, theta_spread, deals, level)
