"""The keys of a rules file and the values that each allows."""

from collections.abc import Callable
from dataclasses import dataclass

from simcli.base.errors import near_match
from simcli.base.numbers import is_whole
from simcli.base.words import TIE_BREAKS

PLAYERS = (2, 3, 4)
FEWER = ("only-if-short", "free")
MOST_TEXT = 80
MOST_AT_START = 99


class Refused(Exception):
    """A value that is not allowed; the message says what is."""


def _number(low: int, high: int) -> Callable:
    def check(value):
        if not is_whole(value, low, high):
            raise Refused(f"a whole number from {low} to {high}")
        return value

    return check


def _by_players(low: int, high: int) -> Callable:
    number = _number(low, high)

    def check(value):
        allowed = Refused(
            f"whole numbers from {low} to {high} by number of players, such as {{ 2 = 4, 3 = 5 }}"
        )
        if not isinstance(value, dict) or not value:
            raise allowed
        if any(str(players) not in map(str, PLAYERS) for players in value):
            raise Refused(f"{allowed}; the numbers of players are 2, 3 and 4")
        try:
            return {int(players): number(value[players]) for players in sorted(value, key=str)}
        except Refused:
            raise allowed from None

    return check


def _players(value):
    numbers = isinstance(value, list) and value and all(type(n) is int and n in PLAYERS for n in value)
    if not numbers or len(set(value)) < len(value):
        raise Refused("a list of different numbers out of 2, 3 and 4")
    return tuple(sorted(value))


def _teams(value):
    allowed = "[] or teams of equal size that hold each seat once, such as [[1, 4], [2, 3]]"
    if not isinstance(value, list) or not all(isinstance(team, list) and len(team) > 1 for team in value):
        raise Refused(allowed)
    seats = [seat for team in value for seat in team]
    equal = len({len(team) for team in value}) <= 1 and len(value) != 1 and len(seats) <= max(PLAYERS)
    if (
        not equal
        or any(type(seat) is not int for seat in seats)
        or sorted(seats) != list(range(1, len(seats) + 1))
    ):
        raise Refused(allowed)
    return tuple(tuple(sorted(team)) for team in value)


def _by_seat(low: int, high: int) -> Callable:
    """A list by seat. Zeros at its end say nothing and are left off, so that equal rules are equal
    texts."""

    def check(value):
        seats = max(PLAYERS)
        whole = isinstance(value, list) and len(value) <= seats and all(is_whole(n, low, high) for n in value)
        if not whole:
            raise Refused(
                f"a list of at most {seats} whole numbers from {low} to {high} by seat, such as [0, 1]"
            )
        while value and value[-1] == 0:
            value = value[:-1]
        return tuple(value)

    return check


def _tie_break(value):
    if (
        not isinstance(value, list)
        or any(word not in TIE_BREAKS for word in value)
        or len(set(value)) < len(value)
    ):
        wrong = (
            [word for word in value if isinstance(word, str) and word not in TIE_BREAKS]
            if isinstance(value, list)
            else []
        )
        hint = near_match(wrong[0], TIE_BREAKS) if wrong else ""
        raise Refused(
            "a list of different words out of "
            f"{' and '.join(map(repr, TIE_BREAKS))}{'.' + hint if hint else ''}"
        )
    return tuple(value)


def _fewer(value):
    if value not in FEWER:
        hint = near_match(value, FEWER) if isinstance(value, str) else ""
        raise Refused(f"{FEWER[0]!r} or {FEWER[1]!r}{'.' + hint if hint else ''}")
    return value


def _text(value):
    if not isinstance(value, str) or not value.strip() or len(value) > MOST_TEXT or not value.isprintable():
        raise Refused(f"a text in quotes, of one line and at most {MOST_TEXT} characters")
    return value


@dataclass(frozen=True)
class Key:
    """A key of the rules file: the field of `Rules` that holds it, and the check that gives the
    field's value or raises Refused."""

    field: str
    check: Callable


KEYS = {
    "name": Key("name", _text),
    "title": Key("title", _text),
    "players": Key("players", _players),
    "prestige_to_win": Key("prestige_to_win", _number(1, 100)),
    "teams": Key("teams", _teams),
    "prestige_at_start": Key("prestige_at_start", _by_seat(0, MOST_AT_START)),
    "tie_break": Key("tie_break", _tie_break),
    "face_up": Key("face_up", _number(1, 4)),
    "round_limit": Key("round_limit", _number(1, 250)),
    "bank.gems": Key("bank_gems", _by_players(1, 30)),
    "bank.gold": Key("bank_gold", _number(0, 30)),
    "nobles.shown": Key("nobles_shown", _by_players(0, 10)),
    "limits.tokens": Key("limit_tokens", _number(1, 60)),
    "limits.reserved": Key("limit_reserved", _number(0, 3)),
    "limits.pair_minimum": Key("pair_minimum", _number(2, 30)),
    "takes.fewer": Key("takes_fewer", _fewer),
}
TABLES = tuple(dict.fromkeys(dotted.split(".")[0] for dotted in KEYS if "." in dotted))
DEFAULTS = {"teams": [], "prestige_at_start": []}
# Left out of the plain values where they are empty: records, baselines and hashes of rules written
# before the key existed stay valid.
LEFT_OUT_EMPTY = ("prestige_at_start",)
