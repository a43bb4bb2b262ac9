"""Who sits at which table of a tournament.

Two sides (two players, two teams) meet as a pair. With three or four players there are two
questions, and so two kinds of tables: one of each against a field of the other, in both directions,
and mixed tables of as many different strategies as there are seats, in every order around the
table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations

import numpy as np

from simcli.compare.layout import Layout

KINDS = ("all", "pairs", "mixed")


@dataclass
class Meeting:
    """One table. `line_up`: the number of the strategy on each place, which the seatings of the
    layout rotate through the seats; `wanted`: deals to play. `totals` and `cross` are sums over
    deals of the win shares by seating and seat, in twelfths (whole numbers, so that they add
    exactly in any order): shapes (seatings * seats,) and its square."""

    line_up: tuple[int, ...]
    mixed: bool
    wanted: int
    totals: np.ndarray
    cross: np.ndarray
    deals: int = 0
    unfinished: int = 0
    rounds: int = 0

    @property
    def one(self) -> int:
        """Of a pair: the strategy whose share is asked for."""
        return self.line_up[0]

    @property
    def other(self) -> int:
        """Of a pair: the field."""
        return self.line_up[-1]

    def seats(self, layout: Layout) -> np.ndarray:
        """int[seating, seat]: the number of the strategy that sits there."""
        found = np.empty((layout.games, layout.players), int)
        for k, seating in enumerate(layout.seatings):
            for place, seat in enumerate(seating):
                found[k, seat - 1] = self.line_up[place]
        return found


def pairs(count: int, layout: Layout, gauntlet: bool) -> list[tuple[int, ...]]:
    """Line-ups of pairs: each once where the sides are alike, else in both directions; `gauntlet`:
    the first against each other."""
    alike = 2 * layout.places == layout.players
    chosen = (combinations if alike else permutations)(range(count), 2)
    return [
        (one,) * layout.places + (other,) * (layout.players - layout.places)
        for one, other in chosen
        if not gauntlet or 0 in (one, other)
    ]


def mixed(count: int, players: int, gauntlet: bool) -> list[list[tuple[int, ...]]]:
    """Mixed tables, each as its different orders around the table: every choice of `players`
    different strategies; where there are fewer, all of them, with every way to fill the other
    seats. Tables that are a pair already are left out. `gauntlet`: only those with the first."""
    if count >= players:
        chosen: Sequence = list(combinations(range(count), players))
    else:
        every = combinations_with_replacement(range(count), players)
        chosen = [
            table
            for table in every
            if len(set(table)) == count and (count > 2 or min(table.count(k) for k in range(count)) > 1)
        ]
    return [rings(table) for table in chosen if not gauntlet or 0 in table]


def rings(table: Sequence[int]) -> list[tuple[int, ...]]:
    """The different orders of some strategies around a table; those that a rotation turns into one
    another are one."""
    turns = {min(order[k:] + order[:k] for k in range(len(order))) for order in permutations(table)}
    return sorted(turns)


def meetings(count: int, layout: Layout, games: int, gauntlet: bool, kind: str, alone: bool) -> list[Meeting]:
    """All tables with the deals that each is to play: `games` games a pair or mixed table, rounded
    up to whole deals, those of a mixed table spread over its orders. `alone`: every seat plays for
    itself and there are more than two."""
    size = layout.games * layout.players

    def table(line_up, is_mixed, orders):
        return Meeting(
            line_up,
            is_mixed,
            -(-games // (layout.games * orders)),
            np.zeros(size, np.int64),
            np.zeros((size, size), np.int64),
        )

    found = (
        [table(line_up, False, 1) for line_up in pairs(count, layout, gauntlet)] if kind != "mixed" else []
    )
    if kind != "pairs" and alone:
        found += [
            table(order, True, len(orders))
            for orders in mixed(count, layout.players, gauntlet)
            for order in orders
        ]
    return found
