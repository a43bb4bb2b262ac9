"""Scales of strength with intervals: Elo, also for n players, and normalized Elo.

Elo: a candidate worth w = 10^(e/400), in a field where equal strength has the share r, wins the
share s = wr / (wr + 1 - r) (Plackett-Luce; r = 1/2 gives the usual formula). Normalized Elo:
K (mean - reference) / s.d. of one game, K = 800/ln 10 (Van den Bergh, Normalized Elo).
"""

from math import log, log10, sqrt

from simcli.stats.blocks import Blocks
from simcli.stats.clusters import NO_VARIATION, bounded_interval
from simcli.stats.normal import normal_cdf, z_of
from simcli.stats.results import Interval, nothing

NORMALIZED = 800 / log(10)
ABOVE, BELOW = "above range", "below range"


def elo_of_share(share: float, par: float = 0.5) -> float | None:
    """Elo difference for a win share; None at 0 and 1, where no number exists."""
    if not 0 < share < 1:
        return None
    return 400 * log10(share * (1 - par) / ((1 - share) * par))


def share_of_elo(elo: float, par: float = 0.5) -> float:
    """Win share for an Elo difference: +10 is +1.439 percentage points for two players."""
    exponent = elo / 400
    # Beyond a few thousand the power overflows long after the share has become 0 or 1.
    if abs(exponent) > 300:
        return 1.0 if elo > 0 else 0.0
    odds = 10**exponent * par / (1 - par)
    return odds / (1 + odds)


def elo_interval(share: Interval, par: float = 0.5) -> Interval:
    """A share's interval on the Elo scale. At a share of 1 the estimate and upper bound are None
    with the note "above range"; at 0 the estimate and lower bound, with "below range"."""
    if share.estimate is None:
        return nothing(share.level, share.n, share.method, share.note)
    low, high = (None if value is None else elo_of_share(value, par) for value in (share.low, share.high))
    note = ABOVE if share.estimate >= 1 else BELOW if share.estimate <= 0 else share.note
    return Interval(elo_of_share(share.estimate, par), low, high, share.level, share.n, share.method, note)


def block_share(blocks: Blocks, level: float = 0.95) -> Interval:
    """The candidate's mean score (or difference of scores) with an interval that stays inside the
    support."""
    n = int(blocks.total)
    if blocks.mean is None:
        return nothing(level, 0, "clustered wilson")
    low, high = blocks.support[0], blocks.support[-1]
    span = high - low
    variance = None if blocks.variance is None else blocks.variance / n / span**2
    unit = bounded_interval((blocks.mean - low) / span, variance, n, level)
    return unit.mapped(lambda value: low + span * value)


def block_elo(blocks: Blocks, level: float = 0.95) -> Interval:
    """Elo of the candidate as chess testers print it: share +- z standard errors on the Elo scale.

    Where those bounds leave (0, 1), or all blocks are lost or won, the interval of `block_share`
    takes their place. A difference of scores counts as a share of par + difference.
    """
    n = int(blocks.total)
    if blocks.mean is None:
        return nothing(level, 0, "normal")
    shift = blocks.par - blocks.reference
    mean, variance = blocks.filled_moments
    half = z_of(level) * sqrt(variance / blocks.filled.sum())
    inside = mean + shift - half > 0 and mean + shift + half < 1
    at_an_end = blocks.one_cell and blocks.mean in (blocks.support[0], blocks.support[-1])
    if n < 2 or at_an_end or not inside:
        share = block_share(blocks, level).mapped(lambda value: min(1.0, max(0.0, value + shift)))
        return elo_interval(share, blocks.par)
    share = Interval(
        mean + shift,
        mean + shift - half,
        mean + shift + half,
        level,
        n,
        "normal",
        NO_VARIATION if blocks.one_cell else "",
    )
    return elo_interval(share, blocks.par)


def block_nelo(blocks: Blocks, level: float = 0.95) -> Interval:
    """Normalized Elo +- z K / sqrt(games), the s.d. taken as known as in fastchess; "above range"
    or "below range" where the blocks do not vary but differ from the reference."""
    n = int(blocks.total)
    if blocks.mean is None:
        return nothing(level, 0, "normal, s.d. as known")
    half = z_of(level) * NORMALIZED / sqrt(blocks.games * n)
    method = "normal, s.d. as known"
    if blocks.one_cell:
        if abs(blocks.mean - blocks.reference) < 1e-12:
            return Interval(0.0, -half, half, level, n, method, NO_VARIATION)
        return Interval(
            None, None, None, level, n, method, ABOVE if blocks.mean > blocks.reference else BELOW
        )
    mean, variance = blocks.filled_moments
    estimate = NORMALIZED * (mean - blocks.reference) / sqrt(blocks.games * variance)
    return Interval(estimate, estimate - half, estimate + half, level, n, method)


def one_sided(blocks: Blocks) -> float | None:
    """1 - p of the one-sided test that the mean exceeds the reference: what chess testers call LOS,
    though it is not a probability of being stronger.

    Not valid after a sequential test. Where the blocks do not vary, the sign test: 1 - 2^-n, or 0.5
    at the reference itself.
    """
    if blocks.mean is None:
        return None
    mean, variance = blocks.filled_moments
    if blocks.one_cell:
        gap = blocks.mean - blocks.reference
        if abs(gap) < 1e-12:
            return 0.5
        return 1 - 0.5**blocks.total if gap > 0 else 0.5**blocks.total
    return normal_cdf((mean - blocks.reference) / sqrt(variance / blocks.filled.sum()))
