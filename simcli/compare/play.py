"""Deals played for a comparison, in pieces on all cores, and added up in the order of deals whoever
was faster."""

import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local

import numpy as np

from simcli.compare.layout import Layout
from simcli.runs.kernel import Table, checked_call, seatings_by_seat
from simcli.strategy.loading import Strategy

SECONDS_OF_A_PIECE = 0.05
FIRST_PIECE = 8  # deals, before it is known how long one takes


@dataclass
class Sums:
    """What deals add up to. `counts`: histogram of block scores in units (of differences, from
    -top, if paired); `by_seating`: the candidate's units by seating; `own`: in a paired comparison
    the candidate's units; `unfinished`: games without a winner; `same`: deals in which no game
    differed (paired)."""

    counts: np.ndarray
    by_seating: np.ndarray
    deals: int = 0
    own: int = 0
    unfinished: int = 0
    rounds: int = 0
    same: int = 0

    def add(self, other: "Sums") -> None:
        """Take in the sums of other deals."""
        self.counts += other.counts
        self.by_seating += other.by_seating
        for name in ("deals", "own", "unfinished", "rounds", "same"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def to_dict(self) -> dict:
        """As plain values; empty cells are left out."""
        filled = {str(cell): int(count) for cell, count in enumerate(self.counts) if count}
        rest = {name: getattr(self, name) for name in ("deals", "own", "unfinished", "rounds", "same")}
        return {"cells": len(self.counts), "counts": filled, "by_seating": self.by_seating.tolist(), **rest}

    @classmethod
    def from_dict(cls, values: dict) -> "Sums":
        """The inverse of to_dict. KeyError, TypeError or ValueError for values of another shape."""
        counts = np.zeros(int(values["cells"]), np.int64)
        for cell, count in values["counts"].items():
            counts[int(cell)] = count
        rest = {name: int(values[name]) for name in ("deals", "own", "unfinished", "rounds", "same")}
        return cls(counts, np.array(values["by_seating"], np.int64), **rest)


class Match:
    """A candidate's line-up, and in a paired comparison the baseline's on the same deals, ready to
    be played in any thread."""

    def __init__(
        self,
        kernel,
        record: np.ndarray,
        layout: Layout,
        seed: int,
        candidate: list[Strategy],
        baseline: list[Strategy] | None = None,
    ):
        self.kernel, self.record, self.layout, self.seed = kernel, record, layout, seed
        self.line_ups = [candidate] if baseline is None else [candidate, baseline]
        self._seatings = seatings_by_seat(layout.seatings)
        self._worth = layout.worth()
        self._mine = local()

    @property
    def paired(self) -> bool:
        """Is the baseline played on the same deals?"""
        return len(self.line_ups) == 2

    def none(self) -> Sums:
        """The sums of no deals."""
        cells = (2 * self.layout.top if self.paired else self.layout.top) + 1
        return Sums(np.zeros(cells, np.int64), np.zeros(self.layout.games, np.int64))

    def games_of(self, which: int, first: int, deals: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Winners' masks, rounds and digests, each (deals, seatings), of one line-up."""
        tables = self._mine.__dict__.setdefault("tables", {})
        if which not in tables:
            tables[which] = Table(self.record, list(self.line_ups[which]))
        games = deals * self.layout.games
        winners, rounds, digests = (
            np.zeros(games, np.uint8),
            np.zeros(games, np.uint8),
            np.zeros(games, np.uint64),
        )
        # A game always has a first round, so that a round of 0 tells how far the kernel came.
        checked_call(
            self.kernel,
            tables[which],
            (self.seed, first, deals, self._seatings),
            (winners, rounds, digests),
            lambda: int(np.count_nonzero(rounds)),
        )
        shape = (deals, self.layout.games)
        return winners.reshape(shape), rounds.reshape(shape), digests.reshape(shape)

    def play(self, first: int, deals: int) -> Sums:
        """Play deals and add them up."""
        winners, rounds, digests = self.games_of(0, first, deals)
        seatings = np.arange(self.layout.games)
        units = self._worth[seatings, winners]
        score = units.sum(axis=1)
        sums = self.none()
        sums.deals, sums.own = deals, int(score.sum())
        sums.by_seating += units.sum(axis=0)
        sums.unfinished, sums.rounds = int((winners == 0).sum()), int(rounds.sum(dtype=np.int64))
        if self.paired:
            old, _, before = self.games_of(1, first, deals)
            score = score - self._worth[seatings, old].sum(axis=1) + self.layout.top
            sums.same = int((digests == before).all(axis=1).sum())
            sums.unfinished += int((old == 0).sum())
        sums.counts += np.bincount(score, minlength=len(sums.counts))
        return sums


def play_in_order(match: Match, first: int, last: int, look: int, jobs: int, stopped) -> Iterator[Sums]:
    """Play deals first..last-1 on `jobs` threads (0: one a core) and yield the sums of each piece
    in the order of deals.

    Pieces end at multiples of `look`, however long they are; their length follows the speed, which
    changes no sum. `stopped()` ends it early."""
    workers = jobs or os.cpu_count() or 1
    pieces: deque = deque()
    at, size, seconds = first, FIRST_PIECE, 0.0

    def timed(begin, deals):
        began = time.perf_counter()
        return match.play(begin, deals), time.perf_counter() - began

    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            while pieces or (at < last and not stopped()):
                while len(pieces) < 2 * workers and at < last and not stopped():
                    deals = min(size, last - at, look - at % look)
                    pieces.append(pool.submit(timed, at, deals))
                    at += deals
                if not pieces:
                    break
                sums, seconds = pieces.popleft().result()
                size = max(1, min(4 * size, int(sums.deals * SECONDS_OF_A_PIECE / max(seconds, 1e-6))))
                yield sums
        finally:
            for piece in pieces:
                piece.cancel()
