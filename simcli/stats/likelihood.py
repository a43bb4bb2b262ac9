"""Log-likelihood ratios of two hypotheses about block scores: exact empirical likelihood, for any
support and many histograms at once.

"logistic" bounds fix the mean (MLE_multinomial.pdf, Prop. 1.1), "normalized" bounds fix mean over
s.d. (normalized_elo_practical.pdf, 4.1), both by M. Van den Bergh. Arrays of counts have the cells
last, shape (..., N), and may not hold zeros (see `Blocks.filled`).
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from simcli.base.errors import BadInput
from simcli.stats.blocks import Blocks
from simcli.stats.elo import NORMALIZED, share_of_elo

# Ordinary data settle in two to four rounds; what has not settled by then never will.
_ROUNDS = 25
_CLOSE = 1e-10
_LEAST_DEVIATION = 1e-12


@dataclass(frozen=True)
class LLR:
    """`value` favours H1 where positive. `method` is "exact", "approximate" where the exact fit
    does not exist, or "none" without blocks; `degenerate`: all blocks had one score."""

    value: float | None
    model: str
    method: str
    degenerate: bool


def _tilt(p, phi):
    """theta with sum p phi / (1 + theta phi) = 0 along the last axis; p, phi of shape (R, N), every
    row of phi with both signs.

    The sum falls from +inf to -inf between the poles, so that bisection cannot fail; Newton steps
    are taken where they stay inside.
    """
    low, high = -1 / phi.max(axis=1), -1 / phi.min(axis=1)
    theta = np.zeros(len(p))
    for _ in range(100):
        part = phi / (1 + theta[:, None] * phi)
        value = (p * part).sum(axis=1)
        low, high = np.where(value > 0, theta, low), np.where(value > 0, high, theta)
        newton = theta + value / (p * part * part).sum(axis=1)
        new = np.where((newton > low) & (newton < high), newton, (low + high) / 2)
        done = np.abs(new - theta) <= 1e-14 * (high - low) + 1e-15 * np.abs(new)
        theta = new
        if done.all():
            break
    return theta


def _rows(counts):
    counts = np.asarray(counts, dtype=float)
    flat = counts.reshape(-1, counts.shape[-1])
    total = flat.sum(axis=1)
    return flat / total[:, None], total, counts.shape[:-1]


def mean_llr(counts, support, s0: float, s1: float) -> np.ndarray:
    """Exact LLR of mean s1 against mean s0; counts (..., N) > 0, support (N,) ascending, result
    (...). Both means must lie inside the support."""
    a = np.asarray(support, dtype=float)
    if not (a[0] < s0 < a[-1] and a[0] < s1 < a[-1]):
        raise BadInput(
            f"the bounds mean scores of {s0:.4g} and {s1:.4g}, "
            f"which must lie between {a[0]:.4g} and {a[-1]:.4g}"
        )
    p, total, shape = _rows(counts)
    logs = []
    for s in (s0, s1):
        phi = np.broadcast_to(a - s, p.shape)
        logs.append(np.log1p(_tilt(p, phi)[:, None] * phi))
    return (total * (p * (logs[0] - logs[1])).sum(axis=1)).reshape(shape)


def _fit_t(p, a, reference, t, start):
    """log(p_i / q_i) of the closest law q with (mean - reference) / s.d. = t, shape (R, N), and
    which rows converged, shape (R,)."""
    q = start.copy()
    logs = np.zeros_like(p)
    going = np.ones(len(p), dtype=bool)
    good = np.zeros(len(p), dtype=bool)
    for _ in range(_ROUNDS):
        rows = np.flatnonzero(going)
        if not len(rows):
            break
        here = q[rows]
        mean = here @ a
        deviation = np.sqrt((here * (a - mean[:, None]) ** 2).sum(axis=1))
        deviation = np.maximum(deviation, _LEAST_DEVIATION)
        phi = (
            a
            - reference
            - 0.5 * t * deviation[:, None] * (1 + ((a - mean[:, None]) / deviation[:, None]) ** 2)
        )
        possible = (phi.max(axis=1) > 0) & (phi.min(axis=1) < 0) & np.isfinite(phi).all(axis=1)
        going[rows[~possible]] = False
        rows, phi, here = rows[possible], phi[possible], here[possible]
        if not len(rows):
            break
        log = np.log1p(_tilt(p[rows], phi)[:, None] * phi)
        new = p[rows] * np.exp(-log)
        close = np.abs(new - here).max(axis=1) < _CLOSE
        q[rows], logs[rows] = new, log
        good[rows[close]] = True
        going[rows[close]] = False
    return logs, good


def t_llr(counts, support, reference: float, t0: float, t1: float) -> tuple[np.ndarray, np.ndarray]:
    """LLR of (mean - reference)/s.d. of a block = t1 against t0:
    values (...), and True where the exact fit exists (else the approximation F7).

    Every fit starts from the data, then, if that fails, from the uniform law.
    """
    a = np.asarray(support, dtype=float)
    p, total, shape = _rows(counts)
    logs, good = [], np.ones(len(p), dtype=bool)
    for t in (t0, t1):
        fitted, fine = _fit_t(p, a, reference, t, p)
        if not fine.all():
            again = np.flatnonzero(~fine)
            uniform = np.full((len(again), len(a)), 1 / len(a))
            fitted[again], fine[again] = _fit_t(p[again], a, reference, t, uniform)
        logs.append(fitted)
        good &= fine
    exact = total * (p * (logs[0] - logs[1])).sum(axis=1)
    mean = p @ a
    deviation = np.maximum(np.sqrt((p * (a - mean[:, None]) ** 2).sum(axis=1)), _LEAST_DEVIATION)
    t = (mean - reference) / deviation
    rough = total / 2 * (np.log1p((t - t0) ** 2) - np.log1p((t - t1) ** 2))
    value = np.where(good & np.isfinite(exact), exact, rough)
    return value.reshape(shape), good.reshape(shape)


def llr(blocks: Blocks, elo0: float, elo1: float, model: str = "normalized") -> LLR:
    """LLR of Elo bound elo1 (H1) against elo0 (H0), elo0 < elo1, on the scale of `model`:
    "normalized" or "logistic"."""
    if not elo0 < elo1:
        raise BadInput(f"bounds {elo0:g},{elo1:g} are the wrong way round: the first must be the smaller")
    if not blocks.total:
        return LLR(None, model, "none", True)
    if model == "logistic":
        means = [blocks.reference + share_of_elo(elo, blocks.par) - blocks.par for elo in (elo0, elo1)]
        return LLR(float(mean_llr(blocks.filled, blocks.support, *means)), model, "exact", blocks.one_cell)
    if model != "normalized":
        raise BadInput(f"unknown model {model!r}: it is normalized or logistic")
    t0, t1 = (sqrt(blocks.games) * elo / NORMALIZED for elo in (elo0, elo1))
    value, good = t_llr(blocks.filled, blocks.support, blocks.reference, t0, t1)
    return LLR(float(value), model, "exact" if good else "approximate", blocks.one_cell)
