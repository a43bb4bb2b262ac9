"""The arrays of a game, as numpy records that the compiled code gets by reference.

What a seat may see (`TABLE`, and its own `HAND`) and what it may not (`HIDDEN`) are different
values. Cards and nobles are numbered by their row in `RULES`, from 0; seats and places are numbered
from 0 in here, from 1 everywhere outside the engine.
"""

import numpy as np

from simcli.engine.names import LEVEL_COUNT
from simcli.engine.rng import RNG

SEATS = 4
FACE_UP = 4  # places of a level on the table
TABLE_PLACES = LEVEL_COUNT * FACE_UP
HAND_PLACES = 3
MOST_CARDS = 100  # of one level
MOST_NOBLES = 20  # tiles in a noble table
MOST_SHOWN = 10  # nobles on the table
NOBLE_PLACES = 12  # as many in whole fours: requirements, like prices, are looked at four at a time
TIE_BREAKS = 2  # most that rules can name
MOST_PARAMETERS = 32
SHOWN_WORDS = (LEVEL_COUNT * MOST_CARDS + 63) // 64

_i64 = np.int64

CARD = np.dtype(
    [
        ("cost", _i64),  # packed gems
        ("bonus", _i64),  # packed gems: one of its colour
        ("colour", np.int32),  # of the bonus, 0-4
        ("prestige", np.int32),
        ("level", np.int32),  # 1-3
        ("id", np.int32),  # in the card table
    ],
    align=True,
)

NOBLE = np.dtype([("requirement", _i64), ("prestige", np.int32), ("id", np.int32)], align=True)

RULES = np.dtype(
    [
        ("players", _i64),
        ("prestige_to_win", _i64),
        ("round_limit", _i64),
        ("face_up", _i64),
        ("bank", _i64),  # packed gems at the start
        ("nobles_shown", _i64),
        ("token_limit", _i64),
        ("reserve_limit", _i64),
        ("pair_minimum", _i64),
        ("teams", _i64),  # number of teams; 0 without
        ("team", _i64, (SEATS,)),  # team of each seat, from 0; the seat itself without teams
        ("prestige_at_start", _i64, (SEATS,)),
        ("tie_breaks", _i64),
        ("tie_break", _i64, (TIE_BREAKS,)),  # BY_CARDS or BY_WEAKEST, in order
        ("takes", _i64, (32,)),  # legal takes of different colours, by the set of colours in the bank
        ("level_start", _i64, (LEVEL_COUNT,)),  # first card row of each level
        ("level_size", _i64, (LEVEL_COUNT,)),
        ("nobles", _i64),  # tiles in the noble table
        ("card", CARD, (LEVEL_COUNT * MOST_CARDS,)),
        ("noble", NOBLE, (MOST_NOBLES,)),
    ],
    align=True,
)

PLAYER = np.dtype(
    [
        ("tokens", _i64),  # packed gems
        ("bonus", _i64),  # packed gems
        ("prestige", _i64),
        ("purchased", _i64),  # development cards purchased
        ("nobles", _i64),
        ("held", _i64),  # reserved cards in hand
        # The card's row if reserved from the table, minus its level if from a deck.
        ("reserved", _i64, (HAND_PLACES,)),
        # 1 if a noble may come without a purchase: another came last turn, or it needs no bonus.
        ("waiting", _i64),
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("price", _i64, (TABLE_PLACES,)),  # packed cost of each face-up card, NEVER in an empty place
        ("card", _i64, (TABLE_PLACES,)),  # its row, -1 in an empty place
        ("bank", _i64),  # packed gems
        ("reservable", _i64),  # bits 0-11: places with a card; 12-14: decks that are not empty
        ("deck_size", _i64, (LEVEL_COUNT,)),
        ("nobles", _i64),  # tiles on the table, in the first places of:
        ("noble", _i64, (MOST_SHOWN,)),  # row of each tile
        ("requirement", _i64, (NOBLE_PLACES,)),  # its packed requirement, NEVER in an empty place
        ("players", _i64),
        ("seat", _i64),  # to move
        ("round", _i64),  # from 1
        ("passes", _i64),  # forced passes without a noble in this round
        # Bit of each card row that everybody has seen: turned up on the table, or purchased.
        ("shown", _i64, (SHOWN_WORDS,)),
        ("player", PLAYER, (SEATS,)),
    ],
    align=True,
)

# The mover's own reserved cards, in the order of TABLE's `reserved`. The fourth price is always
# NEVER: prices are looked at four at a time.
HAND = np.dtype([("price", _i64, (FACE_UP,)), ("card", _i64, (HAND_PLACES,))], align=True)

HIDDEN = np.dtype(
    [
        ("key", np.uint64),  # of the deal's random numbers
        ("ordered", _i64),  # 1 if the decks already stand in draw order, 0 if they are shuffled card by card
        ("hand", HAND, (SEATS,)),
        # Rows; the first deck_size are left, the last of them is drawn next.
        ("deck", np.int16, (LEVEL_COUNT, MOST_CARDS)),
    ],
    align=True,
)

POSITION = np.dtype([("table", TABLE), ("hidden", HIDDEN)], align=True)

# What the strategy at one place of the line-up owns while it plays: its parameters, its random
# stream, positions to think on.
THOUGHT_POSITIONS = 4
SCRATCH = np.dtype(
    [("position", POSITION, (THOUGHT_POSITIONS,)), ("number", np.float64, (256,)), ("whole", _i64, (256,))],
    align=True,
)
PLACE = np.dtype(
    [("rng", RNG), ("parameter", np.float64, (MOST_PARAMETERS,)), ("scratch", SCRATCH)], align=True
)

BY_CARDS, BY_WEAKEST = 0, 1
