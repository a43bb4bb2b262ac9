"""An interval that stays valid however often one looks: an asymptotic confidence sequence.

Robbins' normal mixture with the empirical variance (Howard, Ramdas et al. 2021; Waudby-Smith,
Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics 2024, arXiv 2103.06476). At its tightest it
is 1.55 times as wide as an interval for a single look.
"""

from math import log

import numpy as np

from simcli.stats.blocks import Blocks
from simcli.stats.clusters import NO_VARIATION
from simcli.stats.results import Interval, nothing

# The sequence is asymptotic: with fewer blocks it does not reach its level.
LEAST_BLOCKS = 500
METHOD = "always valid"


def radius(n, variance, tightest: float, level: float = 0.95):
    """Half-width after n blocks whose scores have the given variance; n and variance may be arrays.
    `tightest` is the n at which it should be narrowest."""
    alpha = 1 - level
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / tightest
    n = np.asarray(n, dtype=float)
    spread = n * rho2 + 1
    return np.sqrt(variance * 2 * spread / (n * n * rho2) * np.log(np.sqrt(spread) / alpha))


def always_valid(blocks: Blocks, tightest: float, level: float = 0.95) -> Interval:
    """Interval of the mean score, clipped to the support, valid at all looks together; bounds are
    None before 500 blocks and without variation."""
    n = int(blocks.total)
    if blocks.mean is None:
        return nothing(level, 0, METHOD)
    if n < LEAST_BLOCKS:
        return Interval(blocks.mean, None, None, level, n, METHOD, f"fewer than {LEAST_BLOCKS} deals")
    if blocks.one_cell:
        return Interval(blocks.mean, None, None, level, n, METHOD, NO_VARIATION)
    half = float(radius(n, blocks.variance, tightest, level))
    return Interval(
        blocks.mean,
        max(blocks.support[0], blocks.mean - half),
        min(blocks.support[-1], blocks.mean + half),
        level,
        n,
        METHOD,
    )
