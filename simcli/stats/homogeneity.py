"""Do the parts of a run (shards, workers, machines) look like parts of one run? In a deterministic simulator a part that does not is a
fault.

Chi-square of parts x outcomes with residuals by part, as fishtest does (`get_chi2`).
"""

from dataclasses import dataclass

import numpy as np

from simcli.stats.normal import chi_square_tail, normal_quantile
from simcli.stats.results import Test

# Rows with a smaller expected count are left out: there chi-square is no chi-square.
LEAST_EXPECTED = 5.0
_LEAST_TAIL = 1e-15


@dataclass(frozen=True)
class Homogeneity:
    """`test` is the whole table's chi-square; `residuals` one z by part (None where it was too small);
    `suspects` the parts beyond `limit`."""

    test: Test
    residuals: tuple[float | None, ...]
    limit: float | None
    suspects: tuple[int, ...]


def homogeneity(counts, alpha: float = 0.01) -> Homogeneity:
    """Compare parts: `counts` of shape (parts, outcomes), e.g. deals that went to A, neither, B.

    A part is suspect where its own chi-square, as a normal deviate, passes the Bonferroni limit at `alpha`;
    fewer than two usable parts give p = None.
    """
    table = np.asarray(counts, dtype=float)
    if table.ndim != 2 or np.any(table < 0):
        raise ValueError("homogeneity needs a table of counts from 0, one row a part")
    parts = len(table)
    table = table[:, table.sum(axis=0) > 0]
    total = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / total if total else table
    usable = (
        np.flatnonzero((expected > LEAST_EXPECTED).all(axis=1)) if table.shape[1] else np.zeros(0, dtype=int)
    )
    empty: tuple[float | None, ...] = (None,) * parts
    if len(usable) < 2 or table.shape[1] < 2:
        note = "fewer than two parts with enough deals, or one outcome only"
        return Homogeneity(Test(None, (), None, int(total), "chi-square", note), empty, None, ())
    rows = table[usable]
    sizes = rows.sum(axis=1)
    expected = np.outer(sizes, rows.sum(axis=0)) / rows.sum()
    # A column that only the left-out rows had is empty here.
    expected = np.maximum(expected, 1e-300)
    by_row = ((rows - expected) ** 2 / expected).sum(axis=1)
    freedom = rows.shape[1] - 1
    whole = float(by_row.sum())
    test = Test(
        whole,
        ((len(rows) - 1) * freedom,),
        chi_square_tail(whole, (len(rows) - 1) * freedom),
        int(rows.sum()),
        "chi-square",
    )
    residuals = list(empty)
    limit = normal_quantile(1 - alpha / len(rows))
    for part, square, size in zip(usable, by_row, sizes, strict=True):
        tail = chi_square_tail(float(square / (1 - size / rows.sum())), freedom)
        residuals[part] = -normal_quantile(min(1 - _LEAST_TAIL, max(_LEAST_TAIL, tail)))
    suspects = tuple(int(part) for part in usable if residuals[part] > limit)
    return Homogeneity(test, tuple(residuals), limit, suspects)
