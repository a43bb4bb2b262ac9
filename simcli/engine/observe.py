"""What is noted while a game is played for the run tables.

A turn costs one addition to packed counters; everything else is worked out once a game from a short list of events (counting.py).
"""

import numpy as np
from numba import njit

from simcli.engine.actions import BUY, BUY_HAND, RESERVE, RESERVE_DECK, TAKEN
from simcli.engine.ending import standing
from simcli.engine.gems import (
    COLOURED,
    GOLD_SHIFT,
    HIGH,
    HIGH_AND_GOLD,
    ONES_AND_GOLD,
    coloured_sum,
    shortfall,
)
from simcli.engine.processor import population
from simcli.engine.state import LEVELS, MOST_CARDS, MOST_SHOWN, SEATS, TABLE_PLACES

NOTED_ROUNDS = (5, 10, 15, 20)
MOST_ROUNDS = 250
MOST_SEATINGS = 24
MISSING = 255  # stands in a column of bytes where there is no value
_i64 = np.int64

SEAT_TALLY = np.dtype(
    [
        ("taken", _i64),  # six 10-bit lanes
        ("returned", _i64),  # six 10-bit lanes
        ("gold_paid", _i64),
        ("forced_passes", _i64),
        ("prestige_nobles", _i64),
        ("first_noble_round", _i64),
        (
            "prestige_after",
            _i64,
        ),  # prestige after each noted round, 8-bit lanes; MISSING where the game was over
        ("cards_after", _i64),  # purchased cards, likewise
    ],
    align=True,
)

# A turn of a game is counted in four 16-bit lanes, one for each seat: how many turns each has begun. An event is a card that left the table or
# a hand: the turns that each seat had with it face up, and packed from the lowest bit its row (12 bits), the lane of the seat that got it
# (6), the round (8), and whether a seat of another side could have paid for it.
EVENT_LANE, EVENT_ROUND, EVENT_WANTED = 12, 18, 26
EVENT = np.dtype([("turns", _i64), ("what", _i64)])
EVENTS = np.dtype([("many", _i64), ("event", EVENT, (LEVELS * MOST_CARDS,))])

LANE, LANE_BITS = 16, 0xFFFF
ALL_LANES = 0x0001000100010001
# Lanes of the seats up to one, that included.
_UP_TO = np.array([ALL_LANES & (1 << LANE * (seat + 1)) - 1 for seat in range(SEATS)], dtype=np.int64)

# What a turn adds to, by seating and turn of the game; packed, emptied into wide counters before a lane can overflow.
TURN_COUNTERS = np.dtype(
    [
        ("state", _i64),  # 8-bit lanes, STATE_LANES: turns begun or ended in that state
        ("deed", _i64),  # 8-bit lanes, DEED_LANES, then 32 bits of prestige gained
    ]
)
STATE_LANES = (*(f"empty_{i}" for i in range(6)), "short", "full_hands")
DEED_LANES = ("returning", "forced_passes", "bought", "reserved")
_SHORT, _FULL_HANDS = 8 * STATE_LANES.index("short"), 8 * STATE_LANES.index("full_hands")
_RETURNING, _FORCED_PASS, _BOUGHT, _RESERVED = (1 << 8 * i for i in range(len(DEED_LANES)))
PRESTIGE_GAINED = 32

# What a game adds to by seating, winners and card: four 16-bit lanes a number, one for each seat. A lane with two names counts the second from its
# 9th bit. Those that most games add to apart from the others, to lie close together.
CARD_COUNTERS = np.dtype(
    [
        ("turns", _i64),  # own turns with the card face up
        (
            "missed",
            _i64,
        ),  # games in which the seat faced it and did not get it from the table; and in which it bought it from there
        (
            "set_aside",
            _i64,
        ),  # games in which it reserved it from the table; and in which it bought it out of its hand
        ("rounds", _i64),  # of purchase
    ]
)
RARE_CARD_COUNTERS = np.dtype(
    [
        (
            "kept",
            _i64,
        ),  # games in which what it had reserved from the table was in its hand at the end; and in which it reserved it from a deck
        (
            "wanted",
            _i64,
        ),  # games in which a seat of another side could have paid for what it reserved from the table
    ]
)
GAMES_BETWEEN_FLUSHES = 255  # of a seating and the same winners
WINNERS = 1 << SEATS  # masks of seats
SHARE = 12  # a whole win in shares_: halves, thirds and quarters of it are whole numbers
WIDE_CARDS = (
    *("faced", "games_faced", "finished_faced", "shares_faced", "sum_of_rounds"),
    *(
        "bought",
        "finished_bought",
        "shares_bought",
        "reserved_table",
        "reserved_wanted",
        "reserved_deck",
        "bought_reserved",
    ),
)
WIDE_TURNS = (*STATE_LANES, *DEED_LANES, "prestige")
ENDED = np.dtype([(name, _i64) for name in ("games", "prestige", "cards")])

# A noble's: seat from 1, id of the tile, the seats of other sides that were at most one bonus short of it (a mask).
VISIT = np.dtype([("seat", np.uint8), ("round", np.uint8), ("noble", np.uint8), ("rivals", np.uint8)])

TALLY = np.dtype(
    [
        ("seat", SEAT_TALLY, (SEATS,)),
        ("since", _i64, (TABLE_PLACES,)),  # turns begun, in lanes, when the card on each place was turned up
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
        # Four 16-bit lanes, one for each seat; complete when the game is over:
        ("high_cards", _i64),  # purchased cards of level 2, and from the 9th bit of level 3
        ("reserves", _i64),  # from the table, and from the 9th bit from a deck
        ("reserves_wanted", _i64),
        ("reserved_bought", _i64),
        # Over the games since the last flush:
        ("seating", _i64),  # row of the next two
        ("turn", TURN_COUNTERS, (MOST_SEATINGS, MOST_ROUNDS * SEATS)),
        ("games", _i64, (MOST_SEATINGS, WINNERS)),
        ("card", CARD_COUNTERS, (MOST_SEATINGS, WINNERS, LEVELS * MOST_CARDS)),
        ("rare", RARE_CARD_COUNTERS, (MOST_SEATINGS, WINNERS, LEVELS * MOST_CARDS)),
        # Over all games of a part, by place in the line-up and seat:
        ("wide_turns", _i64, (SEATS, SEATS, MOST_ROUNDS, len(WIDE_TURNS))),
        ("wide_cards", _i64, (SEATS, SEATS, LEVELS * MOST_CARDS, len(WIDE_CARDS))),
        (
            "ended",
            ENDED,
            (SEATS, SEATS, MOST_ROUNDS),
        ),  # games that ended in each round, and what the seat had then
    ],
    align=True,
)

DEALS_BETWEEN_FLUSHES = 255

TAKEN_WIDE = np.array(
    [sum((int(g) >> 8 * c & 0xFF) << 10 * c for c in range(6)) for g in TAKEN], dtype=np.int64
)


@njit
def start_tally(tally, table, seating):
    """Empty the tally for a new game, in a seating (from 0), whose cards have just been turned up."""
    tally.seating = seating
    for seat in range(table.players):
        t = tally.seat[seat]
        t.taken = 0
        t.returned = 0
        t.gold_paid = 0
        t.forced_passes = 0
        t.prestige_nobles = 0
        t.first_noble_round = MISSING
        t.prestige_after = -1
        t.cards_after = -1
    for place in range(TABLE_PLACES):
        tally.since[place] = 0
    tally.bought.many = 0
    tally.set_aside.many = 0
    tally.claimed.many = 0
    tally.drawn.many = 0
    tally.scored = 1
    tally.leader = -1
    tally.lead_changes = 0
    tally.target_round = MISSING
    tally.target_seat = MISSING
    tally.visits = 0
    tally.noted = 0
    tally.next_noted = NOTED_ROUNDS[0]


@njit(forceinline=True)
def begun(round_, seat):
    """Turns that each seat has begun, in lanes, when it is `seat`'s turn in a round."""
    return (round_ - 1) * ALL_LANES + _UP_TO[seat]


@njit(forceinline=True)
def _add(events, turns, table, seat, card):
    event = events.event[events.many]
    event.turns = turns
    event.what = card | LANE * seat << EVENT_LANE | table.round << EVENT_ROUND
    events.many += 1


@njit(forceinline=True)
def _turns_on(tally, table, seat, place):
    """Turns that each seat had with the card that now leaves a place of the table, where the next one is turned up."""
    now = begun(table.round, seat)
    turns = now - tally.since[place]
    tally.since[place] = now
    return turns


@njit(forceinline=True)
def note_purchase(tally, counters, table, seat, action, card, payment):
    """Note a purchase: `card` is its row, `payment` the packed gems paid, `counters` the TURN_COUNTERS of the turn."""
    counters.deed += _BOUGHT
    tally.seat[seat].gold_paid += payment >> GOLD_SHIFT
    if action < BUY_HAND:
        _add(tally.bought, _turns_on(tally, table, seat, action - BUY), table, seat, card)
    else:
        _add(tally.claimed, 0, table, seat, card)


@njit(forceinline=True)
def _wanted(table, rules, seat, cost):
    """1 if a seat of another side can pay a cost now, else 0. Whether it can cannot be foretold: no branches."""
    wanted = 0
    for other in range(table.players):
        player = table.player[other]
        lack = coloured_sum(shortfall(shortfall(cost, player.bonus), player.tokens & COLOURED))
        wanted |= int(lack <= player.tokens >> GOLD_SHIFT) & int(rules.team[other] != rules.team[seat])
    return wanted


@njit(forceinline=True)
def note_reserve(tally, counters, table, rules, seat, action, card):
    """Note a reserve of `card` (its row)."""
    counters.deed += _RESERVED
    if action < RESERVE_DECK:
        wanted = _wanted(table, rules, seat, rules.card[card].cost)
        _add(
            tally.set_aside,
            _turns_on(tally, table, seat, action - RESERVE),
            table,
            seat,
            card | wanted << EVENT_WANTED,
        )
    else:
        _add(tally.drawn, 0, table, seat, card)


@njit(forceinline=True)
def note_forced_pass(tally, counters, seat):
    """Note a turn in which nothing but the pass was legal."""
    tally.seat[seat].forced_passes += 1
    counters.deed += _FORCED_PASS


@njit(forceinline=True)
def note_given_back(tally, counters, seat, colour, first):
    """Note a token given back, the `first` of its turn or not."""
    tally.seat[seat].returned += 1 << 10 * colour
    if first:
        counters.deed += _RETURNING


@njit(forceinline=True)
def note_turn(counters, bank_before, full):
    """Note the states of a turn: `bank_before` is the bank at its beginning, `full` whether as many tokens were held as the limit allows, or more."""
    empty = ~((bank_before | HIGH_AND_GOLD) - ONES_AND_GOLD) & HIGH_AND_GOLD
    counters.state += empty >> 7 | int(population(empty & HIGH) > 2) << _SHORT | int(full) << _FULL_HANDS


@njit
def note_noble(tally, table, rules, seat, noble):
    """Note the visit of a noble (a record of RULES)."""
    t = tally.seat[seat]
    t.prestige_nobles += noble.prestige
    visit = tally.visit[tally.visits]
    tally.visits += 1
    visit.seat = seat + 1
    visit.round = table.round
    visit.noble = noble.id
    rivals = 0
    for other in range(table.players):
        if rules.team[other] != rules.team[seat]:
            rivals |= int(coloured_sum(shortfall(noble.requirement, table.player[other].bonus)) <= 1) << other
    visit.rivals = rivals
    if t.first_noble_round == MISSING:
        t.first_noble_round = table.round


@njit(forceinline=True)
def note_prestige(tally, counters, gained):
    """Note the prestige that a turn gained, if any. Whether it did cannot be foretold: no branches."""
    counters.deed += gained << PRESTIGE_GAINED
    tally.scored |= gained


@njit
def note_target(tally, table, seat):
    """Note that a seat's turn ended with the target reached, if it is the first."""
    if tally.target_round == MISSING:
        tally.target_round = table.round
        tally.target_seat = seat + 1


@njit(forceinline=True)
def _leader(table, rules):
    """The team (or seat) that alone has the highest standing, -1 without. Who leads cannot be foretold: no branches."""
    best, leader = -1, -1
    for seat in range(table.players):
        points, team = standing(table, rules, seat), rules.team[seat]
        shared = -1 if (points == best) & (team != leader) else leader
        leader = team if points > best else shared
        best = max(points, best)
    return leader


@njit(forceinline=True)
def note_round(tally, table, rules):
    """Note the leader, and the heights at the noted rounds, after a round."""
    if tally.scored:
        leader, before = _leader(table, rules), tally.leader
        leader = before if leader < 0 else leader
        tally.lead_changes += int(leader != before) & int(before >= 0)
        tally.leader = leader
        tally.scored = 0
    if table.round == tally.next_noted:
        i = tally.noted
        for seat in range(table.players):
            t, player = tally.seat[seat], table.player[seat]
            t.prestige_after += (player.prestige - MISSING) << 8 * i  # the lane holds MISSING
            t.cards_after += (player.purchased - MISSING) << 8 * i
        tally.noted = i + 1
        tally.next_noted = NOTED_ROUNDS[i + 1] if i + 1 < len(NOTED_ROUNDS) else 0
