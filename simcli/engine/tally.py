"""Where a game is noted while it is played: the records, and how several counts share one number.

Four 16-bit lanes of one int64 hold a count for each seat. A lane with two names holds the second
count from its 9th bit.
"""

import numpy as np
from numba import njit

from simcli.engine.actions import TAKEN
from simcli.engine.gems import count
from simcli.engine.names import LEVEL_COUNT, TOKEN_COUNT, positions
from simcli.engine.state import MOST_CARDS, MOST_SHOWN, SEATS, TABLE_PLACES

MOST_ROUNDS = 250
MOST_SEATINGS = 24
SHARE = 12  # a whole win in sums of shares: halves, thirds and quarters of it are whole numbers
WINNERS = 1 << SEATS  # masks of seats
# Counters are emptied into wide ones before a lane can overflow:
GAMES_BETWEEN_FLUSHES = 255  # of one seating and the same winners
DEALS_BETWEEN_FLUSHES = 255
_i64 = np.int64
_CARD_ROWS = LEVEL_COUNT * MOST_CARDS

LANE, LANE_BITS = 16, 0xFFFF
ALL_LANES = 0x0001000100010001
SECOND = 1 << 8  # 1 in the second count of a lane

TOKEN_LANE = 10  # bits of each token in SEAT_TALLY's `taken` and `returned`
TAKEN_WIDE = np.array(
    [
        sum(int(count.py_func(gems, c)) << TOKEN_LANE * c for c in range(TOKEN_COUNT))
        for gems in TAKEN.tolist()
    ],
    dtype=_i64,
)

SEAT_TALLY = np.dtype(
    [
        ("taken", _i64),  # a TOKEN_LANE for each token
        ("returned", _i64),
        ("gold_paid", _i64),
        ("forced_passes", _i64),
        ("prestige_nobles", _i64),
        ("first_noble_round", _i64),
        # After each noted round, in 8-bit lanes; MISSING where the game was over:
        ("prestige_after", _i64),
        ("cards_after", _i64),
    ],
    align=True,
)

# An event is a card that left the table or a hand: the turns that each seat had with it face up
# (lanes), and packed from the lowest bit its row (12 bits), the lane of the seat that got it (6),
# the round (8), and whether a seat of another side could have paid for it.
EVENT = np.dtype([("turns", _i64), ("what", _i64)])
EVENT_LANE, EVENT_ROUND, EVENT_WANTED = 12, 18, 26  # the first bit of each
EVENTS = np.dtype([("many", _i64), ("event", EVENT, (_CARD_ROWS,))])

# What a turn adds to, by seating and turn of the game.
TURN_COUNTERS = np.dtype(
    [
        ("state", _i64),  # 8-bit lanes, STATE_LANES: turns begun or ended in that state
        ("deed", _i64),  # 8-bit lanes, DEED_LANES, then 32 bits of prestige gained
    ]
)
STATE_LANES = (*(f"empty_{i}" for i in range(TOKEN_COUNT)), "short", "full_hands")
DEED_LANES = ("returning", "forced_passes", "bought", "reserved")
PRESTIGE_GAINED = 32  # the first bit of the prestige in `deed`

# What a game adds to by seating, winners and card, in lanes. Counters that most games add to stand
# apart from the others, to lie close together.
CARD_COUNTERS = np.dtype(
    [
        ("turns", _i64),  # own turns with the card face up
        # Games in which the seat faced the card and did not get it from the table; bought it there:
        ("missed", _i64),
        # Games in which the seat reserved the card from the table; bought it out of its hand:
        ("set_aside", _i64),
        ("rounds", _i64),  # sum of the rounds of purchase
    ]
)
RARE_CARD_COUNTERS = np.dtype(
    [
        # Games in which the seat reserved the card from the table and kept it to the end; reserved
        # it from a deck:
        ("kept", _i64),
        # Games in which a seat of another side could have paid for what was reserved from the
        # table:
        ("wanted", _i64),
    ]
)
WIDE_CARDS = (
    *("faced", "games_faced", "finished_faced", "shares_faced"),
    *("sum_of_rounds", "bought", "finished_bought", "shares_bought"),
    *("reserved_table", "reserved_wanted", "reserved_deck", "bought_reserved"),
)
WIDE_TURNS = (*STATE_LANES, *DEED_LANES, "prestige")
CARD_SUM, TURN_SUM = positions(WIDE_CARDS), positions(WIDE_TURNS)
ENDED = np.dtype([(name, _i64) for name in ("games", "prestige", "cards")])

# The visit of a noble: seat from 1, id of the tile, and as a mask the seats of other sides that
# were at most one bonus short of it.
VISIT = np.dtype([(name, np.uint8) for name in ("seat", "round", "noble", "rivals")])

TALLY = np.dtype(
    [
        ("seat", SEAT_TALLY, (SEATS,)),
        ("since", _i64, (TABLE_PLACES,)),  # turns begun, in lanes, when a place's card was turned up
        ("bought", EVENTS),  # from the table
        ("set_aside", EVENTS),  # reserved from the table
        ("claimed", EVENTS),  # bought out of a hand
        ("drawn", EVENTS),  # reserved from a deck
        ("scored", _i64),  # not 0 if prestige was gained in this round
        ("leader", _i64),
        ("lead_changes", _i64),
        ("target_round", _i64),
        ("target_seat", _i64),
        ("noted", _i64),  # noted rounds that have been played
        ("next_noted", _i64),  # the next of them, 0 after the last
        ("visits", _i64),
        ("visit", VISIT, (MOST_SHOWN,)),
        # In lanes, complete when the game is over:
        ("high_cards", _i64),  # purchased cards of level 2; of level 3
        ("reserves", _i64),  # from the table; from a deck
        ("reserves_wanted", _i64),
        ("reserved_bought", _i64),
        # Over the games since the last flush:
        ("seating", _i64),  # row of the next four
        ("turn", TURN_COUNTERS, (MOST_SEATINGS, MOST_ROUNDS * SEATS)),
        ("games", _i64, (MOST_SEATINGS, WINNERS)),
        ("card", CARD_COUNTERS, (MOST_SEATINGS, WINNERS, _CARD_ROWS)),
        ("rare", RARE_CARD_COUNTERS, (MOST_SEATINGS, WINNERS, _CARD_ROWS)),
        # Over all games of a part, by place in the line-up and seat:
        ("wide_turns", _i64, (SEATS, SEATS, MOST_ROUNDS, len(WIDE_TURNS))),
        ("wide_cards", _i64, (SEATS, SEATS, _CARD_ROWS, len(WIDE_CARDS))),
        ("ended", ENDED, (SEATS, SEATS, MOST_ROUNDS)),  # in each round, and what the seat had then
    ],
    align=True,
)


@njit(forceinline=True)
def seat_count(lanes, seat):
    """The count of a seat in lanes that hold one count each."""
    return lanes >> LANE * seat & LANE_BITS


@njit(forceinline=True)
def first_count(lanes, seat):
    """The first count of a seat in lanes that hold two."""
    return count(lanes, 2 * seat)


@njit(forceinline=True)
def second_count(lanes, seat):
    """The second count of a seat in lanes that hold two."""
    return count(lanes, 2 * seat + 1)
