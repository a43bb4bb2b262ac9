"""What is noted while a game is played for the run tables, and how a finished game is added to them.

A turn costs a few additions to packed counters; everything else is worked out once a game from a short list of events.
"""

import numpy as np
from numba import njit

from simcli.engine.actions import ACTIONS, BUY, PASS, RESERVE, TAKEN
from simcli.engine.ending import standing
from simcli.engine.gems import GOLD_SHIFT, HIGH
from simcli.engine.processor import population
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
        ("prestige_nobles", _i64),
        ("first_noble_round", _i64),
        ("prestige_after", _i64),  # prestige after each noted round, 8-bit lanes; MISSING where the game was over
        ("cards_after", _i64),  # purchased cards, likewise
        # Counted from the events when the game is over:
        ("levels", _i64),  # purchased cards by level, three 8-bit lanes
        ("reserves", _i64),  # three 8-bit lanes: from the table, from a deck, purchased later
        ("rank", _i64),
        ("share", np.float64),  # of the win
    ],
    align=True,
)

# An event is a card that left the table or a deck or a hand, or at the end stays on the table; packed into one number, from the lowest bit:
# row of the card (12 bits), seat (4), round (8), kind (8), and when it was turned up: seat (4, 15 before the first turn), round (8, 0 before the first turn).
LEFT_STAYS, LEFT_BOUGHT, LEFT_RESERVED, BOUGHT_RESERVED, RESERVED_DECK = 0, 1, 2, 3, 4
_SEAT, _ROUND, _KIND, _SINCE = 12, 16, 24, 32
_FROM_THE_START = 15  # round 0, after its last seat
_RESERVE_LANES = np.array([0, 0, 1, 1 << 16, 1 << 8])  # of SEAT_TALLY's reserves, by kind
MOST_EVENTS = LEVELS * MOST_CARDS * 2 + TABLE_PLACES

# Sums over the games of a part, by place in the line-up and seat; packed: a part has at most 2**17 games of at most 250 rounds.
SUM_LANES = {
    "faced": ("faced", 0, 28),
    "games_faced": ("faced", 28, 18),
    "finished_faced": ("faced", 46, 18),
    "sum_of_rounds": ("bought", 0, 28),
    "bought": ("bought", 28, 18),
    "finished_bought": ("bought", 46, 18),
    "reserved_table": ("reserved", 0, 18),
    "reserved_deck": ("reserved", 18, 18),
    "bought_reserved": ("reserved", 36, 18),
}
_RESERVE_SUMS = np.array([0, 0, 1, 1 << 36, 1 << 18])  # what an event of each kind adds to `reserved`
CARD_SUMS = np.dtype(
    [(name, _i64) for name in ("faced", "bought", "reserved")] + [(name, np.float64) for name in ("win_shares_bought", "win_shares_faced")],
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
        ("since", _i64, (TABLE_PLACES,)),  # when the card on each place was turned up, as in an event
        ("events", _i64),
        ("event", _i64, (MOST_EVENTS,)),
        ("bought_later", np.int8, (LEVELS * MOST_CARDS,)),  # 1 for a card that was bought out of a hand; all 0 between games
        ("leader", _i64),
        ("lead_changes", _i64),
        ("target_round", _i64),
        ("target_seat", _i64),
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

TAKEN_WIDE = np.array([sum((int(g) >> 8 * c & 0xFF) << 10 * c for c in range(6)) for g in TAKEN], dtype=np.int64)
# The lanes of TURN_LANES that an action counts in by itself.
_ACTION_LANES = np.array([1 | int(BUY <= a < RESERVE) << 32 | int(RESERVE <= a < PASS) << 40 | int(a == PASS) << 8 for a in range(ACTIONS)])


@njit
def start_tally(tally, table):
    """Empty the tally for a new game whose cards have just been turned up."""
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
        tally.since[place] = _FROM_THE_START
    tally.events = 0
    tally.leader = -1
    tally.lead_changes = 0
    tally.target_round = MISSING
    tally.target_seat = MISSING
    tally.visits = 0
    tally.noted = 0
    tally.next_noted = NOTED_ROUNDS[0]


@njit(forceinline=True)
def note_card(tally, table, seat, action, card, payment):
    """Note a purchase or a reserve: `card` is its row, `payment` the packed gems paid."""
    now = seat | table.round << 4
    event = card | now << _SEAT
    if payment >> GOLD_SHIFT:
        tally.seat[seat].gold_paid += payment >> GOLD_SHIFT
    place = action - BUY if action < RESERVE else action - RESERVE
    if place < TABLE_PLACES:
        event |= tally.since[place] << _SINCE | (LEFT_BOUGHT if action < RESERVE else LEFT_RESERVED) << _KIND
        tally.since[place] = now
    else:
        event |= (BOUGHT_RESERVED if action < RESERVE else RESERVED_DECK) << _KIND
    tally.event[tally.events] = event
    tally.events += 1


@njit(forceinline=True)
def note_turn(tally, at, table, player, seat, action, bank_before, over):
    """Note the end of a turn of the strategy at place `at` of the line-up: `bank_before` is the bank at its beginning, `over` how many tokens
    there were above the limit (below 0: room left)."""
    empty = ~((bank_before | _HIGH_6) - _LANES_6) & _HIGH_6
    counters = tally.rounds[at, seat, table.round - 1]
    counters.turn += _ACTION_LANES[action] | int(over > 0) << 16 | int(over >= 0) << 24 | int(population(empty & HIGH) > 2) << 48
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
            t, player = tally.seat[seat], table.player[seat]
            t.prestige_after += (player.prestige - MISSING) << 8 * i  # the lane holds MISSING
            t.cards_after += (player.purchased - MISSING) << 8 * i
        tally.noted = i + 1
        tally.next_noted = NOTED_ROUNDS[i + 1] if i + 1 < len(NOTED_ROUNDS) else 0


@njit
def count_events(tally, rules, table, place_at, finished):
    """Count the events of a game by seat, and add them to the sums by card. `finished` is 1 where the game has a winner, else 0.

    What kind of event comes next cannot be foretold, so that the steps are sums of products rather than branches."""
    players = table.players
    for seat in range(players):
        tally.seat[seat].levels = 0
        tally.seat[seat].reserves = 0
    for place in range(TABLE_PLACES):
        if table.card[place] >= 0:
            end = players - 1 | table.round << 4
            tally.event[tally.events] = table.card[place] | end << _SEAT | LEFT_STAYS << _KIND | tally.since[place] << _SINCE
            tally.events += 1
    # From the last event back: what is bought out of a hand is known before its reserve comes.
    for i in range(tally.events - 1, -1, -1):
        event = tally.event[i]
        card, seat_left, kind, round_left = event & 0xFFF, event >> _SEAT & 0xF, event >> _KIND & 0xFF, event >> _ROUND & 0xFF
        t, row = tally.seat[seat_left], tally.sums[place_at[seat_left], seat_left, card]
        out_of_hand = int(kind == BOUGHT_RESERVED)
        bought = out_of_hand | int(kind == LEFT_BOUGHT)
        t.levels += bought << 8 * (rules.card[card].level - 1)
        t.reserves += _RESERVE_LANES[kind]
        row.reserved += _RESERVE_SUMS[kind]
        row.bought += bought * (round_left | 1 << 28 | finished << 46)
        row.win_shares_bought += bought * t.share
        later = tally.bought_later[card]
        tally.bought_later[card] = out_of_hand
        if kind >= BOUGHT_RESERVED:
            continue  # the card did not lie on the table
        buyer = seat_left if bought | later else SEATS
        turned = event >> (_SINCE + 4)
        since_seat = event >> _SINCE & 0xF
        for seat in range(players):
            # Own turns with the card face up: after the turn that turned it up, up to the one in which it left.
            turns = round_left - turned + int(seat <= seat_left) - int(seat <= since_seat)
            faced = int(turns > 0)
            missed = faced & int(seat != buyer)
            row = tally.sums[place_at[seat], seat, card]
            row.faced += faced * (turns | 1 << 28) + ((missed & finished) << 46)
            row.win_shares_faced += missed * tally.seat[seat].share


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
