"""What is noted while a game is played for the run tables.

A turn costs one addition to packed counters; everything else is worked out once a game from a short
list of events (counting.py).
"""

import numpy as np
from numba import njit

from simcli.engine.actions import BUY, BUY_HAND, RESERVE, RESERVE_DECK
from simcli.engine.ending import standing
from simcli.engine.gems import (
    COLOURED,
    GOLD_SHIFT,
    HIGH,
    HIGH_AND_GOLD,
    LANE_WIDTH,
    ONES_AND_GOLD,
    coloured_sum,
    shortfall,
)
from simcli.engine.names import MISSING, NOTED_ROUNDS
from simcli.engine.processor import population
from simcli.engine.state import SEATS, TABLE_PLACES
from simcli.engine.tally import (
    ALL_LANES,
    DEED_LANES,
    EVENT_LANE,
    EVENT_ROUND,
    EVENT_WANTED,
    LANE,
    PRESTIGE_GAINED,
    STATE_LANES,
    TOKEN_LANE,
)

# Lanes of the seats up to one, that included.
_UP_TO = np.array([ALL_LANES & (1 << LANE * (seat + 1)) - 1 for seat in range(SEATS)], dtype=np.int64)
_SHORT, _FULL_HANDS = (LANE_WIDTH * STATE_LANES.index(name) for name in ("short", "full_hands"))
_RETURNING, _FORCED_PASS, _BOUGHT, _RESERVED = (1 << LANE_WIDTH * i for i in range(len(DEED_LANES)))


@njit
def start_tally(tally, table, seating):
    """Empty the tally for a new game, in a seating (from 0), whose cards have just been turned
    up."""
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
    """Turns that each seat had with the card that now leaves a place of the table, where the next
    one is turned up."""
    now = begun(table.round, seat)
    turns = now - tally.since[place]
    tally.since[place] = now
    return turns


@njit(forceinline=True)
def note_purchase(tally, counters, table, seat, action, card, payment):
    """Note a purchase: `card` is its row, `payment` the packed gems paid, `counters` the
    TURN_COUNTERS of the turn."""
    counters.deed += _BOUGHT
    tally.seat[seat].gold_paid += payment >> GOLD_SHIFT
    if action < BUY_HAND:
        _add(tally.bought, _turns_on(tally, table, seat, action - BUY), table, seat, card)
    else:
        _add(tally.claimed, 0, table, seat, card)


@njit(forceinline=True)
def _wanted(table, rules, seat, cost):
    """1 if a seat of another side can pay a cost now, else 0. No branches: the outcome is
    unpredictable."""
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
    tally.seat[seat].returned += 1 << TOKEN_LANE * colour
    if first:
        counters.deed += _RETURNING


@njit(forceinline=True)
def note_turn(counters, bank_before, full):
    """Note the states of a turn: `bank_before` is the bank at its beginning, `full` whether as many
    tokens were held as the limit allows, or more."""
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
    """Note the prestige that a turn gained, if any. No branches: the outcome is unpredictable."""
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
    """The team (or seat) that alone has the highest standing, -1 without. No branches: the leader
    is unpredictable."""
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
            t.prestige_after += (player.prestige - MISSING) << LANE_WIDTH * i  # the lane holds MISSING
            t.cards_after += (player.purchased - MISSING) << LANE_WIDTH * i
        tally.noted = i + 1
        tally.next_noted = NOTED_ROUNDS[i + 1] if i + 1 < len(NOTED_ROUNDS) else 0
