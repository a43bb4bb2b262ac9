"""Who plays: the facts about a run that the expressions of metrics depend on, and the expressions
they share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import polars as pl

# The types of columns in expressions: signed and wide enough for differences and for sums over
# seats.
SIGNED = {pl.UInt8(): pl.Int16(), pl.UInt16(): pl.Int32()}
FINISHED = pl.col("decided_by").is_not_null()
EVERY = pl.lit(1)


def of_seat(column: str, seat: int) -> pl.Expr:
    """A column of `seats` for one seat (from 1), at the level of games."""
    return pl.col(f"{column}:{seat}")


def any_of(conditions: Sequence[pl.Expr]) -> pl.Expr:
    """Does any of the conditions hold in a row?"""
    return conditions[0] if len(conditions) == 1 else pl.any_horizontal(*conditions)


def several(conditions: Sequence[pl.Expr]) -> pl.Expr:
    """Do two or more of the conditions hold in a row? Several times faster than counting them."""
    return any_of([one & other for one, other in combinations(conditions, 2)])


def added(values: Sequence[pl.Expr]) -> pl.Expr:
    """The sum of several columns in a row; conditions count 1 where they hold."""
    return values[0] if len(values) == 1 else pl.sum_horizontal(*values)


@dataclass(frozen=True)
class Setup:
    """`players`: number of seats; `team_of`: team (from 1) of each seat, empty without teams;
    `nobles_shown`: nobles on offer in a game; `line_up`: strategies by place; `seatings[k][p]`:
    seat (from 1) of place p (from 0) in seating k."""

    players: int
    team_of: tuple[int, ...] = ()
    nobles_shown: int = 0
    line_up: tuple[str, ...] = ()
    seatings: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(1, self.players + 1)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side. Sides compete: they are the teams where there are teams, else the
        seats."""
        if not self.team_of:
            return tuple((seat,) for seat in self.seats)
        return tuple(
            tuple(seat for seat in self.seats if self.team_of[seat - 1] == team)
            for team in range(1, max(self.team_of) + 1)
        )

    def by_seat(self, column: str) -> list[pl.Expr]:
        """A column of `seats`, seat by seat."""
        return [of_seat(column, seat) for seat in self.seats]

    def total(self, column: str) -> pl.Expr:
        """A column of `seats` added up over all seats of a game."""
        return added(self.by_seat(column))

    def by_side(self, column: str) -> list[pl.Expr]:
        """A column of `seats` added up over the seats of each side."""
        return [added([of_seat(column, seat) for seat in side]) for side in self.sides]

    def leads(self, values: Sequence[pl.Expr]) -> list[pl.Expr]:
        """Which of the sides have the highest of `values`, a condition for each."""
        best = pl.max_horizontal(*values)
        return [value == best for value in values]

    def side_won(self) -> list[pl.Expr]:
        """Which of the sides have a part of the win, a condition for each."""
        return [wins > 0 for wins in self.by_side("win_share")]

    def wins_of(self, holders: Sequence[pl.Expr]) -> pl.Expr:
        """The win share of the side for which the condition in `holders` holds, the first of them
        where there are several; null where there is none."""
        (first, *others), (wins, *rest) = holders, self.by_side("win_share")
        chain = pl.when(first).then(wins)
        for holds, share in zip(others, rest, strict=True):
            chain = chain.when(holds).then(share)
        return chain

    def side_of_seat(self, seat: pl.Expr) -> list[pl.Expr]:
        """For each side, whether the seat number in the expression is one of its seats."""
        return [seat.is_in(list(side)) for side in self.sides]

    def places_of(self, labels: Sequence[str]) -> Iterator[tuple[int, str, list[int]]]:
        """Of the strategies `labels` those that play: number from 1, label, places (from 1) in the
        line-up."""
        for number, label in enumerate(labels, 1):
            places = [place for place, name in enumerate(self.line_up, 1) if name == label]
            if places:
                yield number, label, places
