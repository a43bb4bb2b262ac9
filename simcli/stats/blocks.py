"""Block scores: what one deal, played in all its seatings, says about a candidate, as a histogram.

A block score is the candidate's mean win share over the m games of a deal: for pairs 0, 1/4, 1/2,
3/4, 1 (the "pentanomial"). Scores are multiples of 1/(lcm(1..players) * m), so histograms hold
whole numbers, add over batches, and are all that the tests of `likelihood` need.
"""

from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from simcli.base.errors import BadInput

# What fishtest, fastchess and OpenBench put into an empty cell, so that no logarithm meets a zero.
EMPTY_CELL = 1e-3


@dataclass(frozen=True)
class Blocks:
    """A histogram of block scores.

    support    ascending scores, at least two
    counts     how often each was seen, from 0
    games      games in a block (m)
    reference  the mean of "no difference": par, or 0 for differences of scores
    par        the win share of equal strength: 1/players, 1/2 for one of two teams
    """

    support: tuple[float, ...]
    counts: tuple[float, ...]
    games: int
    reference: float
    par: float

    def __post_init__(self):
        if (
            len(self.support) != len(self.counts)
            or len(self.support) < 2
            or list(self.support) != sorted(set(self.support))
        ):
            sizes = f"{len(self.counts)} counts for {len(self.support)} scores"
            raise BadInput(
                f"block counts need one count for each of at least two ascending scores, got {sizes}"
            )
        for count in self.counts:
            if not 0 <= count < float("inf"):
                raise BadInput(f"block counts are numbers from 0, got {count!r}")
        if self.games < 1:
            raise BadInput(f"a block has at least one game, got {self.games!r}")

    @cached_property
    def total(self) -> float:
        """Number of blocks (deals)."""
        return sum(self.counts)

    @cached_property
    def mean(self) -> float | None:
        """Mean score, None without blocks."""
        return float(np.dot(self.support, self.counts) / self.total) if self.total else None

    @cached_property
    def variance(self) -> float | None:
        """Sample variance of the scores (divisor N-1), None with fewer than two blocks."""
        if self.total < 2:
            return None
        if self.one_cell:
            return 0.0
        return float(np.dot(self.counts, (np.array(self.support) - self.mean) ** 2) / (self.total - 1))

    @property
    def one_cell(self) -> bool:
        """Do all blocks have the same score? Then no test has anything to work with."""
        return sum(count > 0 for count in self.counts) <= 1

    @cached_property
    def filled(self) -> np.ndarray:
        """The counts with `EMPTY_CELL` where there was nothing, shape (N,)."""
        counts = np.array(self.counts, dtype=float)
        counts[counts == 0] = EMPTY_CELL
        return counts

    @cached_property
    def filled_moments(self) -> tuple[float, float]:
        """Mean and variance (divisor N) of the filled histogram: what the published tools print
        from."""
        p = self.filled / self.filled.sum()
        a = np.array(self.support)
        mean = float(p @ a)
        return mean, float(p @ (a - mean) ** 2)

    def compact(self) -> "Blocks":
        """Without the empty cells between the ends: a score that cannot occur must not get
        weight."""
        last = len(self.counts) - 1
        keep = [i for i, count in enumerate(self.counts) if count > 0 or i in (0, last)]
        return Blocks(
            tuple(self.support[i] for i in keep),
            tuple(self.counts[i] for i in keep),
            self.games,
            self.reference,
            self.par,
        )


def score_units(players: int, games: int) -> int:
    """Block scores are multiples of 1 / this: 4 for pairs, 18 for 3 players, 48 for 4."""
    return lcm(*range(1, players + 1)) * games


def blocks_of_counts(counts, players: int, games: int, places: int = 1) -> Blocks:
    """Blocks from counts by score in units of 1 / `score_units`: from 0 to 1 for scores, from -1 to
    1 for differences. The candidate's score adds up `places` seats (2 for a team of two).

    Raises ValueError for any other number of counts.
    """
    counts = np.asarray(counts)
    par = places / players
    top = score_units(players, games)
    if len(counts) == top + 1:
        support, reference = np.arange(top + 1) / top, par
    elif len(counts) == 2 * top + 1:
        support, reference = np.arange(-top, top + 1) / top, 0.0
    else:
        raise ValueError(
            f"{players} players and {games} games give {top + 1} or {2 * top + 1} counts, got {len(counts)}"
        )
    blocks = Blocks(tuple(support.tolist()), tuple(counts.tolist()), games, reference, par)
    return blocks if players == 2 and games == 2 and reference else blocks.compact()


def evenly(counts, players: int = 2, games: int | None = None) -> Blocks:
    """Blocks from counts, worst to best, of scores spaced evenly from 0 to 1: 3 for the loss, tie
    and win of single games, 5 for pairs, ...

    `games` defaults to 1 for three cells with two players, else to the number of players.
    """
    counts = tuple(counts)
    if len(counts) < 2:
        raise BadInput(f"block counts need at least two cells, from worst to best, got {len(counts)}")
    if not sum(counts):
        raise BadInput("block counts are all 0: there is nothing to judge")
    if games is None:
        games = 1 if players == 2 and len(counts) == 3 else players
    top = len(counts) - 1
    return Blocks(tuple(i / top for i in range(top + 1)), counts, games, 1 / players, 1 / players)
