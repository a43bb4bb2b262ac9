"""Do the parts of a run look like parts of one run? In a deterministic simulator a part that does
not is a fault. Chi-square residuals by part, as fishtest computes them (`get_chi2`)."""

from dataclasses import dataclass

import numpy as np

from simcli.stats.normal import chi_square_tail, normal_quantile

# Parts with a smaller expected count are left out: there chi-square is a poor approximation.
LEAST_EXPECTED = 5.0
_LEAST_TAIL = 1e-15


@dataclass(frozen=True)
class Homogeneity:
    """`residuals`: one z per part (None where it was too small); `suspects`: the parts beyond
    `limit`, which is None where fewer than two parts could be compared."""

    residuals: tuple[float | None, ...]
    limit: float | None
    suspects: tuple[int, ...]


def homogeneity(counts, alpha: float = 0.01) -> Homogeneity:
    """Compare parts: `counts` of shape (parts, outcomes), e.g. deals won by each seat.

    A part is suspect where its own chi-square, as a normal deviate, exceeds the Bonferroni limit at
    `alpha`. Raises ValueError for anything but a table of counts from 0.
    """
    table = np.asarray(counts, dtype=float)
    if table.ndim != 2 or np.any(table < 0):
        raise ValueError("homogeneity needs a table of counts from 0, one row per part")
    residuals: list[float | None] = [None] * len(table)
    table = table[:, table.sum(axis=0) > 0]
    total = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / total if total else table
    usable = np.flatnonzero((expected > LEAST_EXPECTED).all(axis=1))
    if len(usable) < 2 or table.shape[1] < 2:
        return Homogeneity(tuple(residuals), None, ())
    rows = table[usable]
    sizes = rows.sum(axis=1)
    # A column that only the left-out rows had is empty here.
    expected = np.maximum(np.outer(sizes, rows.sum(axis=0)) / rows.sum(), 1e-300)
    squares = ((rows - expected) ** 2 / expected).sum(axis=1)
    limit = normal_quantile(1 - alpha / len(rows))
    suspects = []
    for part, square, size in zip(map(int, usable), squares, sizes, strict=True):
        tail = chi_square_tail(float(square / (1 - size / rows.sum())), rows.shape[1] - 1)
        residual = -normal_quantile(min(1 - _LEAST_TAIL, max(_LEAST_TAIL, tail)))
        residuals[part] = residual
        if residual > limit:
            suspects.append(part)
    return Homogeneity(tuple(residuals), limit, tuple(suspects))
