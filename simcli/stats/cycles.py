"""Cycles of strategies: what no ranking of a table of pairings can explain.

After Balduzzi et al. 2018, Re-evaluating evaluation: strengths are log-odds a_ij = -a_ji, the
ranking part is r_i - r_j with r_i the row mean, the rest is cyclic. A cycle is reported only where
each of its edges is significant after Holm's correction over all pairings.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from simcli.stats.multiplicity import holm
from simcli.stats.normal import two_sided_p


@dataclass(frozen=True)
class Cycle:
    """i beats j beats k beats i; `weakest` is the smallest of the three log-odds, p the largest
    adjusted p of the edges."""

    members: tuple[int, int, int]
    weakest: float
    p: float


@dataclass(frozen=True)
class Circularity:
    """`cycles`, strongest first; `cyclic`, the share (0 to 1) of the squared strengths that is
    cyclic, less what chance alone would give: None where pairings are missing or nobody differs."""

    cycles: tuple[Cycle, ...]
    cyclic: float | None


def circularity(shares, errors, deals, par: float = 0.5, alpha: float = 0.05) -> Circularity:
    """From shares[i][j], the win share of i against j (NaN or None: not played), its clustered
    standard error, and its number of deals, all of shape (k, k).

    With two players the matrix holds each pairing twice, as s and 1 - s. With more (par =
    1/players) shares[i][j] is one i against a field of j, and the two directions are averaged.
    """
    share, error, n = (np.array(table, dtype=float) for table in (shares, errors, deals))
    k = len(share)
    edge = 0.5 / (n + 1)
    inside = np.clip(share, edge, 1 - edge)
    odds = np.log(inside / (1 - inside)) - np.log(par / (1 - par))
    spread = error / (inside * (1 - inside))
    strength = (odds - odds.T) / 2
    spread = spread if par == 0.5 else np.sqrt(spread**2 + spread.T**2) / 2
    pairs = [
        (i, j)
        for i, j in combinations(range(k), 2)
        if np.isfinite(strength[i, j]) and np.isfinite(spread[i, j])
    ]
    raw = []
    for i, j in pairs:
        if spread[i, j] > 0:
            raw.append(two_sided_p(strength[i, j] / spread[i, j]))
        else:
            # All deals agree: only the sign test is left.
            raw.append(1.0 if abs(strength[i, j]) < 1e-12 else min(1.0, 2 * 0.5 ** min(n[i, j], n[j, i])))
    edge_p = {pair: 1.0 if p is None else p for pair, p in zip(pairs, holm(raw), strict=True)}
    cycles = []
    for trio in combinations(range(k), 3):
        for i, j, m in (trio, trio[::-1]):
            ways = [(i, j), (j, m), (m, i)]
            p = [edge_p.get((min(way), max(way)), 1.0) for way in ways]
            if max(p) <= alpha and all(strength[way] > 0 for way in ways):
                cycles.append(Cycle((i, j, m), float(min(strength[way] for way in ways)), float(max(p))))
    cycles.sort(key=lambda cycle: -cycle.weakest)
    complete = len(pairs) == k * (k - 1) // 2
    return Circularity(tuple(cycles), _cyclic_part(strength, spread) if complete else None)


def _cyclic_part(strength, spread) -> float | None:
    whole = np.where(np.eye(len(strength), dtype=bool), 0.0, strength)
    noise = np.where(np.eye(len(strength), dtype=bool), 0.0, spread)
    size = float((whole**2).sum())
    k = len(whole)
    if size == 0 or k < 3:
        return None
    row = whole.mean(axis=1)
    rest = whole - (row[:, None] - row[None, :])
    # Of k(k-1)/2 independent errors k-1 go into the ranking part.
    expected = float((noise**2).sum()) * (k - 2) / k
    return min(1.0, max(0.0, (float((rest**2).sum()) - expected) / size))
