"""What is noted while a game is played for the run tables, and how a finished game is added to them.

A turn costs a few additions to packed counters; everything else is worked out once a game from a short list of events.
"""

import numpy as np
from numba import njit

from simcli.engine.actions import BUY, BUY_HAND, RESERVE, RESERVE_DECK, TAKEN
from simcli.engine.ending import standing
from simcli.engine.gems import ONES
from simcli.engine.state import LEVELS, MOST_CARDS, MOST_SHOWN, SEATS, TABLE_PLACES

NOTED_ROUNDS = (5, 10, 15, 20)
MOST_ROUNDS = 250
MISSING = 255  # stands in a column of bytes where there is no value
_i64 = np.int64

SEAT_TALLY = np.dtype(
    [
        ("taken", _i64),  # six 10-bit lanes
        ("returned", _i64),  # six 10-bit lanes
        ("gold_paid", _i64),
        ("forced_passes", _i64),
        ("reserves_table", _i64),
        ("reserves_deck", _i64),
        ("reserved_bought", _i64),
        ("prestige_nobles", _i64),
        ("first_noble_round", _i64),
        ("levels", _i64),  # purchased cards by level, three 8-bit lanes
        ("prestige_after", _i64, (len(NOTED_ROUNDS),)),
        ("cards_after", _i64, (len(NOTED_ROUNDS),)),
    ],
    align=True,
)
# A card that left the table, a hand or (at the end) stays on the table.
EVENT = np.dtype([("card", np.int16), ("seat", np.int16), ("round", np.int16), ("since_seat", np.int16), ("since_round", np.int16), ("kind", np.int16)])
LEFT_STAYS, LEFT_BOUGHT, LEFT_RESERVED, BOUGHT_RESERVED, RESERVED_DECK = 0, 1, 2, 3, 4
MOST_EVENTS = LEVELS * MOST_CARDS * 2 + TABLE_PLACES

# Sums over the games of a part, by place in the line-up and seat.
CARD_SUMS = np.dtype(
    [(name, np.int32) for name in ("faced", "games_faced", "bought", "bought_reserved", "reserved_table", "reserved_deck", "sum_of_rounds")]
    + [(name, np.int32) for name in ("finished_bought", "finished_faced")]
    + [("pad", np.int32)]
    + [(name, np.float64) for name in ("win_shares_bought", "win_shares_faced")],
    align=True,
)
# By round: packed counters of 8-bit lanes, emptied into wide ones before they can overflow.
TURN_LANES = ("turns", "forced_passes", "returning", "full_hands", "bought", "reserved", "short")
ROUND_COUNTERS = np.dtype([("turn", _i64), ("empty", _i64), ("height", _i64)])  # height: prestige and purchased cards, 32 bits each
WIDE_COUNTERS = len(TURN_LANES) + 6 + 2

VISIT = np.dtype([("seat", np.uint8), ("round", np.uint8), ("noble", np.uint8)])  # a noble's: seat from 1, id of the tile

TALLY = np.dtype(
    [
        ("seat", SEAT_TALLY, (SEATS,)),
        ("since_seat", np.int16, (TABLE_PLACES,)),
        ("since_round", np.int16, (TABLE_PLACES,)),
        ("events", _i64),
        ("event", EVENT, (MOST_EVENTS,)),
        ("buyer", np.int8, (LEVELS * MOST_CARDS,)),  # 1 + seat of this game's buyer of each card, 0 without
        ("leader", _i64),
        ("lead_changes", _i64),
        ("target_round", _i64),
        ("target_seat", _i64),
        ("turns", _i64),
        ("noted", _i64),  # noted rounds that have been played
        ("next_noted", _i64),  # the next of them, 0 after the last
        ("visits", _i64),
        ("visit", VISIT, (MOST_SHOWN,)),
        # Over all games of a part, by place in the line-up and seat:
        ("rounds", ROUND_COUNTERS, (SEATS, SEATS, MOST_ROUNDS)),
        ("wide", _i64, (SEATS, SEATS, MOST_ROUNDS, WIDE_COUNTERS)),
        ("sums", CARD_SUMS, (SEATS, SEATS, LEVELS * MOST_CARDS)),
    ],
    align=True,
)

GAMES_BETWEEN_FLUSHES = 255

_LANES_6 = 0x010101010101
_HIGH_6 = 0x808080808080


@njit
def start_tally(tally, table):
    """Empty the tally for a new game whose cards have just been turned up."""
    for seat in range(table.players):
        t = tally.seat[seat]
        t.taken = 0
        t.returned = 0
        t.gold_paid = 0
        t.forced_passes = 0
        t.reserves_table = 0
        t.reserves_deck = 0
        t.reserved_bought = 0
        t.prestige_nobles = 0
        t.first_noble_round = MISSING
        t.levels = 0
        for i in range(len(NOTED_ROUNDS)):
            t.prestige_after[i] = MISSING
            t.cards_after[i] = MISSING
    for place in range(TABLE_PLACES):
        tally.since_seat[place] = -1
        tally.since_round[place] = 1
    tally.events = 0
    tally.leader = -1
    tally.lead_changes = 0
    tally.target_round = MISSING
    tally.target_seat = MISSING
    tally.turns = 0
    tally.visits = 0
    tally.noted = 0
    tally.next_noted = NOTED_ROUNDS[0]


TAKEN_WIDE = np.array([sum((int(g) >> 8 * c & 0xFF) << 10 * c for c in range(6)) for g in TAKEN], dtype=np.int64)


@njit
def note_card(tally, rules, table, seat, action, card, payment):
    """Note a purchase or a reserve: `card` is its row, `payment` the packed gems paid."""
    t = tally.seat[seat]
    i = tally.events
    tally.events = i + 1
    event = tally.event[i]
    event.card = card
    event.seat = seat
    event.round = table.round
    place = -1
    if action < RESERVE:
        t.gold_paid += payment >> 40
        t.levels += 1 << 8 * (rules.card[card].level - 1)
        if action < BUY_HAND:
            place = action - BUY
            event.kind = LEFT_BOUGHT
        else:
            t.reserved_bought += 1
            event.kind = BOUGHT_RESERVED
    elif action < RESERVE_DECK:
        place = action - RESERVE
        t.reserves_table += 1
        event.kind = LEFT_RESERVED
    else:
        t.reserves_deck += 1
        event.kind = RESERVED_DECK
    if place >= 0:
        event.since_seat = tally.since_seat[place]
        event.since_round = tally.since_round[place]
        tally.since_seat[place] = seat
        tally.since_round[place] = table.round


@njit
def note_turn(tally, at, rules, table, player, seat, action, bank_before, over):
    """Note the end of a turn of the strategy at place `at` of the line-up: `bank_before` is the bank at its beginning, `over` how many tokens were given back."""
    tally.turns += 1
    empty = ~((bank_before | _HIGH_6) - _LANES_6) & _HIGH_6
    tokens = (player.tokens * _LANES_6) >> 40 & 0xFF
    short = (((empty >> 7 & ONES) * ONES) >> 32 & 0xFF) > 2
    word = 1 | int(over > 0) << 16 | int(tokens >= rules.token_limit) << 24 | int(short) << 48
    if action < RESERVE:
        word |= int(action >= BUY) << 32
    elif action < RESERVE_DECK + LEVELS:
        word |= 1 << 40
    else:
        word |= 1 << 8
        tally.seat[seat].forced_passes += 1
    counters = tally.rounds[at, seat, table.round - 1]
    counters.turn += word
    counters.empty += empty >> 7
    counters.height += player.prestige | player.purchased << 32


@njit
def note_noble(tally, table, seat, noble):
    """Note the visit of a noble (a record of RULES)."""
    t = tally.seat[seat]
    t.prestige_nobles += noble.prestige
    visit = tally.visit[tally.visits]
    tally.visits += 1
    visit.seat = seat + 1
    visit.round = table.round
    visit.noble = noble.id
    if t.first_noble_round == MISSING:
        t.first_noble_round = table.round


@njit
def note_target(tally, table, seat):
    """Note that a seat's turn ended with the target reached, if it is the first."""
    if tally.target_round == MISSING:
        tally.target_round = table.round
        tally.target_seat = seat + 1


@njit
def _leader(table, rules):
    """The team (or seat) that alone has the highest standing, -1 without."""
    best, leader = -1, -1
    for seat in range(table.players):
        points, team = standing(table, rules, seat), rules.team[seat]
        if points > best:
            best, leader = points, team
        elif points == best and team != leader:
            leader = -1
    return leader


@njit
def note_round(tally, table, rules, scored):
    """Note the leader (if anybody `scored`), and the heights at the noted rounds, after a round."""
    if scored:
        leader = _leader(table, rules)
        if leader >= 0 and leader != tally.leader:
            tally.lead_changes += tally.leader >= 0
            tally.leader = leader
    if table.round == tally.next_noted:
        i = tally.noted
        for seat in range(table.players):
            tally.seat[seat].prestige_after[i] = table.player[seat].prestige
            tally.seat[seat].cards_after[i] = table.player[seat].purchased
        tally.noted = i + 1
        tally.next_noted = NOTED_ROUNDS[i + 1] if i + 1 < len(NOTED_ROUNDS) else 0


@njit
def _own_turns(event, seat):
    """Own turns of a seat with the card of an event face up: turned up in the turn (since_round, since_seat), gone in (round, seat)."""
    turns = event.round - event.since_round
    turns += int(seat <= event.seat) - int(seat <= event.since_seat)
    return turns


@njit
def add_cards(tally, table, place_at, winners, share):
    """Add the game's events to the sums by card. `winners` is a mask of seats that have `share` of the win each."""
    players, sums = table.players, tally.sums
    for place in range(TABLE_PLACES):
        if table.card[place] >= 0:
            event = tally.event[tally.events]
            tally.events += 1
            event.card = table.card[place]
            event.seat = players - 1
            event.round = table.round
            event.since_seat = tally.since_seat[place]
            event.since_round = tally.since_round[place]
            event.kind = LEFT_STAYS
    for i in range(tally.events):
        event = tally.event[i]
        if event.kind == LEFT_BOUGHT or event.kind == BOUGHT_RESERVED:
            tally.buyer[event.card] = event.seat + 1
            row = sums[place_at[event.seat], event.seat, event.card]
            row.bought += 1
            row.bought_reserved += int(event.kind == BOUGHT_RESERVED)
            row.sum_of_rounds += event.round
            if winners:
                row.finished_bought += 1
                if winners >> event.seat & 1:
                    row.win_shares_bought += share
    for i in range(tally.events):
        event = tally.event[i]
        if event.kind == RESERVED_DECK:
            sums[place_at[event.seat], event.seat, event.card].reserved_deck += 1
        elif event.kind != BOUGHT_RESERVED:
            if event.kind == LEFT_RESERVED:
                sums[place_at[event.seat], event.seat, event.card].reserved_table += 1
            for seat in range(players):
                turns = _own_turns(event, seat)
                if turns > 0:
                    row = sums[place_at[seat], seat, event.card]
                    row.faced += turns
                    row.games_faced += 1
                    if winners and tally.buyer[event.card] != seat + 1:
                        row.finished_faced += 1
                        if winners >> seat & 1:
                            row.win_shares_faced += share
    for i in range(tally.events):
        tally.buyer[tally.event[i].card] = 0


@njit
def flush_rounds(tally, players, most):
    """Move the packed counters of the first `most` rounds into the wide ones; leaves them empty."""
    for place in range(players):
        for seat in range(players):
            for r in range(most):
                counters = tally.rounds[place, seat, r]
                if counters.turn:
                    for lane in range(len(TURN_LANES)):
                        tally.wide[place, seat, r, lane] += counters.turn >> 8 * lane & 0xFF
                    for lane in range(6):
                        tally.wide[place, seat, r, len(TURN_LANES) + lane] += counters.empty >> 8 * lane & 0xFF
                    tally.wide[place, seat, r, len(TURN_LANES) + 6] += counters.height & 0xFFFFFFFF
                    tally.wide[place, seat, r, len(TURN_LANES) + 7] += counters.height >> 32
                    counters.turn = 0
                    counters.empty = 0
                    counters.height = 0
