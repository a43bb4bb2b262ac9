"""The names that the compiled game shares with everything that reads what it wrote, and numbers
made from them.

Imports nothing, so that it costs nothing to import; `simcli.base.words` hands the names on to rooms
that know no engine.
"""

from collections import namedtuple

COLOURS = ("white", "blue", "green", "red", "black")
TOKENS = (*COLOURS, "gold")
LEVELS = (1, 2, 3)
COLOUR_COUNT, TOKEN_COUNT, LEVEL_COUNT = len(COLOURS), len(TOKENS), len(LEVELS)

ENDINGS = ("target", "stalemate", "round_limit")
DECIDERS = ("prestige", "fewest_cards", "weakest_member", "shared")

NOTED_ROUNDS = (5, 10, 15, 20)  # after which each seat's prestige and purchased cards are noted
MISSING = 255  # stands in a column of bytes where there is no value


def positions(names):
    """The position of each of some names, as a named tuple: `positions(("a", "b")).b` is 1. In
    compiled code it is a constant."""
    return namedtuple("Positions", names)(*range(len(names)))
