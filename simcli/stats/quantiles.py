"""Mean, spread and quantiles of whole numbers from their histogram (rounds, margins, lead changes)."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from simcli.stats.normal import z_of
from simcli.stats.proportions import wilson_bounds
from simcli.stats.results import Interval, nothing


@dataclass(frozen=True)
class Summary:
    """Of a histogram: number, mean, sample standard deviation (None below two), least and greatest value; None where empty."""

    n: int
    mean: float | None
    deviation: float | None
    least: float | None
    greatest: float | None


def _table(counts, values):
    counts = np.asarray(counts, dtype=float)
    values = np.arange(len(counts), dtype=float) if values is None else np.asarray(values, dtype=float)
    if np.any(counts < 0) or len(values) != len(counts):
        raise ValueError("a histogram has one count from 0 for each value")
    keep = counts > 0
    order = np.argsort(values[keep])
    return counts[keep][order], values[keep][order]


def summary(counts, values=None) -> Summary:
    """Summary of `counts` of `values` (default 0, 1, 2, ...). Ranks 1, 2, 2, 3: mean 2, deviation 0.816."""
    counts, values = _table(counts, values)
    n = counts.sum()
    if not n:
        return Summary(0, None, None, None, None)
    mean = float(counts @ values / n)
    deviation = sqrt(float(counts @ (values - mean) ** 2) / (n - 1)) if n > 1 else None
    return Summary(int(n), mean, deviation, float(values[0]), float(values[-1]))


def quantile(counts, q: float, values=None, level: float = 0.95, units: float | None = None) -> Interval:
    """The least value that a share q of the histogram does not exceed, with Woodruff's interval.

    `units` is the number of independent units behind the counts (deals; default: the counts themselves): the share below the
    quantile is as uncertain as a proportion of that many, and its Wilson bounds are read off the histogram.
    """
    if not 0 < q < 1:
        raise ValueError(f"a quantile lies between 0 and 1, got {q!r}")
    counts, values = _table(counts, values)
    n = counts.sum()
    if not n:
        return nothing(level, 0, "woodruff")
    units = float(n) if units is None else units
    below = counts.cumsum() / n
    places = [q, *wilson_bounds(q, units, z_of(level))]
    found = [float(values[min(np.searchsorted(below, place - 1e-12), len(values) - 1)]) for place in places]
    return Interval(*found, level, int(units), "woodruff")
