"""Who sits where in which game: deals, seatings, game numbers, and how a run is cut into parts.

Game number = deal * seatings + seating. A part holds a whole range of deals; how a run is cut
depends on its size alone, never on the machine."""

from dataclasses import dataclass
from itertools import permutations

from simcli.base.errors import BadInput

SEATINGS = ("rotate", "all", "fixed")
MOST_GAMES_OF_A_PART = 1 << 17
PARTS_OF_A_SMALL_RUN = 8
FEWEST_DEALS_OF_A_PART = 16


def seatings_of(labels: list[str], mode: str = "rotate") -> list[list[int]]:
    """seatings[k][place] = the seat (from 1) of each place of the line-up in seating k.

    `rotate`: every cyclic rotation; `all`: every permutation; `fixed`: as the line-up stands. A
    line-up of one and the same strategy has one seating, since the others would be the same
    game."""
    if mode not in SEATINGS:
        raise BadInput(f"--seating {mode!r}: expected one of {', '.join(SEATINGS)}")
    players = len(labels)
    if mode == "fixed" or len(set(labels)) == 1:
        return [list(range(1, players + 1))]
    if mode == "all":
        return [list(seats) for seats in permutations(range(1, players + 1))]
    return [[(place + k) % players + 1 for place in range(players)] for k in range(players)]


@dataclass(frozen=True)
class Schedule:
    """`deals` deals, each in `seatings` seatings, in parts of `part_deals`; with a shard, its
    contiguous range of the deals only."""

    deals: int
    seatings: int
    part_deals: int
    first: int = 0  # first deal of the shard
    last: int = -1  # its last deal

    @property
    def games(self) -> int:
        """Games of the shard."""
        return (self.last - self.first + 1) * self.seatings

    def parts(self) -> list[tuple[int, int]]:
        """First and last deal of each part of the shard, in order. Parts begin at multiples of
        `part_deals`, but for the shard's own ends."""
        bounds, start = [], self.first
        while start <= self.last:
            end = min((start // self.part_deals + 1) * self.part_deals - 1, self.last)
            bounds.append((start, end))
            start = end + 1
        return bounds


def make_schedule(games: int, seatings: int, shard: tuple[int, int] | None = None) -> Schedule:
    """The schedule of a run of at least `games` games (rounded up to whole deals). `shard` = (i,
    n), i from 1: the i-th of n contiguous ranges of deals."""
    deals = -(-games // seatings)
    most = max(1, MOST_GAMES_OF_A_PART // seatings)
    part_deals = min(most, max(FEWEST_DEALS_OF_A_PART, -(-deals // PARTS_OF_A_SMALL_RUN)))
    first, last = 0, deals - 1
    if shard:
        i, n = shard
        if n > deals:
            raise BadInput(f"--shard {i}/{n}: the run has only {deals} deals; at most that many shards")
        first, last = (i - 1) * deals // n, i * deals // n - 1
    return Schedule(deals, seatings, part_deals, first, last)
