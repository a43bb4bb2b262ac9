"""Who sits where when a candidate is judged: its seats in each seating of a deal, and what a game's
winners are worth to it."""

from dataclasses import dataclass
from math import lcm

import numpy as np

from simcli.base.errors import BadInput
from simcli.stats.blocks import score_units
from simcli.variant.rules import Rules


@dataclass(frozen=True)
class Layout:
    """Places 0..`places`-1 of the line-up are the candidate's (one, or a whole team);
    seatings[k][place] = seat, from 1."""

    players: int
    places: int
    seatings: tuple[tuple[int, ...], ...]

    @property
    def games(self) -> int:
        """Games of a deal."""
        return len(self.seatings)

    @property
    def par(self) -> float:
        """The win share of equal strength."""
        return self.places / self.players

    def worth(self) -> np.ndarray:
        """int64[seating, mask of winners]: the candidate's part of a game in units of 1 /
        score_units; a game without a winner counts as par."""
        unit = lcm(*range(1, self.players + 1))
        table = np.zeros((self.games, 1 << self.players), np.int64)
        for k, seating in enumerate(self.seatings):
            own = sum(1 << (seat - 1) for seat in seating[: self.places])
            for mask in range(1, 1 << self.players):
                table[k, mask] = (mask & own).bit_count() * unit // mask.bit_count()
            table[k, 0] = self.places * unit // self.players
        return table

    @property
    def top(self) -> int:
        """Units of a deal won in every game."""
        return score_units(self.players, self.games)


def layout_of(rules: Rules, players: int) -> Layout:
    """The candidate in every seat, or as every team, of the rules' game. Raises BadInput where the
    rules are not for that many."""
    if players not in rules.players:
        allowed = ", ".join(map(str, rules.players))
        raise BadInput(f"--players {players}: the rules {rules.name!r} are for {allowed}")
    if not rules.teams:
        return Layout(
            players,
            1,
            tuple(tuple((place + k) % players + 1 for place in range(players)) for k in range(players)),
        )
    size = len(rules.teams[0])
    seatings = []
    for k in range(len(rules.teams)):
        order = [*rules.teams[k:], *rules.teams[:k]]
        seatings.append(tuple(seat for team in order for seat in team))
    return Layout(players, size, tuple(seatings))


def parse_players(text: str, rules: Rules) -> tuple[int, ...]:
    """`2,3,4` as numbers that the rules are for; empty means the smallest of them. Raises
    BadInput."""
    if not text:
        return rules.players[:1]
    numbers = []
    for word in text.split(","):
        if word.strip() not in ("2", "3", "4"):
            raise BadInput(
                f"--players {text!r}: {word.strip()!r} is not allowed; 2, 3 and 4 are, with commas between"
            )
        numbers.append(int(word))
    for players in numbers:
        layout_of(rules, players)
    return tuple(dict.fromkeys(numbers))
