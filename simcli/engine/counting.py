"""How a finished game is added to the sums over the games of a part: all seats of a card at once, as four 16-bit lanes of one number."""

import numpy as np
from numba import njit

from simcli.engine.observe import DEED_LANES, EVENT_ROUND, EVENT_SEAT, EVENT_SINCE, PRESTIGE_GAINED, STATE_LANES
from simcli.engine.state import LEVELS, SEATS, TABLE_PLACES
from simcli.engine.veto import count_exposed, count_not_bought

_LANE, _LANE_BITS = 16, 0xFFFF
_ONES = 0x0001000100010001
_ALMOST = 0x7FFF * _ONES
# Lanes of the seats up to one, that included.
_UP_TO = np.array([_ONES & (1 << _LANE * min(seat + 1, SEATS)) - 1 for seat in range(16)], dtype=np.int64)
_HIGH_CARD = np.array([0, 0, 1, 1 << 8], dtype=np.int64)  # by level, in TALLY's high_cards


@njit(forceinline=True)
def _lane_of(event):
    return (event >> EVENT_SEAT & 0xF) * _LANE


@njit(forceinline=True)
def _count_faced(sums, veto, rules, place_at, event, owner, shares, finished):
    """Count a card that left the table (or stayed to the end), and was missed by all who faced it but the `owner` (a lane)."""
    rounds = (event >> EVENT_ROUND & 0xFF) - (event >> EVENT_SINCE + 4)
    # Own turns with the card face up: after the turn that turned it up, up to the one in which it left.
    turns = rounds * _ONES + _UP_TO[event >> EVENT_SEAT & 0xF] - _UP_TO[event >> EVENT_SINCE & 0xF]
    faced = turns + _ALMOST >> _LANE - 1 & _ONES
    missed = faced & ~owner
    sums.faced += turns
    sums.games_faced += faced + ((missed & finished) << 8)
    sums.shares_faced += missed * _LANE_BITS & shares
    if veto is not None:
        if finished:
            count_exposed(veto, rules, place_at, event & 0xFFF, faced, owner, shares)


@njit(forceinline=True)
def _count_bought(rules, sums, event, shares, finished):
    """Count a purchase; returns what it adds to TALLY's high_cards."""
    lane = _lane_of(event)
    sums.sum_of_rounds += (event >> EVENT_ROUND & 0xFF) << lane
    sums.bought += (1 | 0x100 & finished) << lane
    sums.shares_bought += _LANE_BITS << lane & shares
    return _HIGH_CARD[rules.card[event & 0xFFF].level] << lane


@njit
def count_events(tally, veto, rules, table, place_at, shares):
    """Add the events of a game to the sums by card, and count its cards by seat. `shares` are the shares of the win by seat, in lanes, each
    SHARE for a whole win; 0 where nobody won. `veto` (a VETO) or None."""
    finished = -1 if shares else 0
    cards = tally.card[tally.seating]
    high_cards, reserves, reserved_bought = 0, tally.reserves, 0
    for i in range(tally.bought.many):
        event = tally.bought.event[i]
        sums = cards[event & 0xFFF]
        _count_faced(sums, veto, rules, place_at, event, 1 << _lane_of(event), shares, finished)
        high_cards += _count_bought(rules, sums, event, shares, finished)
    for i in range(tally.claimed.many):
        event = tally.claimed.event[i]
        sums = cards[event & 0xFFF]
        high_cards += _count_bought(rules, sums, event, shares, finished)
        sums.bought_reserved += 1 << _lane_of(event)
        reserved_bought += 1 << _lane_of(event)
    for i in range(tally.set_aside.many):
        event = tally.set_aside.event[i]
        sums = cards[event & 0xFFF]
        _count_faced(sums, veto, rules, place_at, event, 1 << _lane_of(event), shares, finished)
        sums.reserved += 1 << _lane_of(event)
        reserves += 1 << _lane_of(event)
    for place in range(TABLE_PLACES):
        if table.card[place] >= 0:
            event = table.card[place] | (table.players - 1 | table.round << 4) << EVENT_SEAT | tally.since[place] << EVENT_SINCE
            _count_faced(cards[table.card[place]], veto, rules, place_at, event, 0, shares, finished)
    # What was set aside and is still in a hand was missed after all.
    for seat in range(table.players):
        player = table.player[seat]
        for i in range(player.held):
            if player.reserved[i] >= 0:
                sums = cards[player.reserved[i]]
                sums.games_faced += (0x100 & finished) << _LANE * seat
                sums.shares_faced += _LANE_BITS << _LANE * seat & shares
                if veto is not None:
                    if finished:
                        count_not_bought(veto, place_at, player.reserved[i], seat)
    tally.high_cards = high_cards
    tally.reserves = reserves
    tally.reserved_bought = reserved_bought


@njit
def count_end(tally, table, place_at):
    """Count the game among those that ended in its last round."""
    for seat in range(table.players):
        ended, player = tally.ended[place_at[seat], seat, table.round - 1], table.player[seat]
        ended.games += 1
        ended.prestige += player.prestige
        ended.cards += player.purchased


@njit
def _flush_cards(tally, rules, seating, place_at):
    for card in range(rules.level_start[LEVELS - 1] + rules.level_size[LEVELS - 1]):
        sums = tally.card[seating, card]
        for seat in range(rules.players):
            wide, lane = tally.wide_cards[place_at[seat], seat, card], _LANE * seat
            wide[0] += sums.faced >> lane & _LANE_BITS
            wide[1] += sums.games_faced >> lane & 0xFF
            wide[2] += sums.games_faced >> lane + 8 & 0xFF
            wide[3] += sums.shares_faced >> lane & _LANE_BITS
            wide[4] += sums.sum_of_rounds >> lane & _LANE_BITS
            wide[5] += sums.bought >> lane & 0xFF
            wide[6] += sums.bought >> lane + 8 & 0xFF
            wide[7] += sums.shares_bought >> lane & _LANE_BITS
            wide[8] += sums.reserved >> lane & 0xFF
            wide[9] += sums.reserved >> lane + 8 & 0xFF
            wide[10] += sums.bought_reserved >> lane & _LANE_BITS
        sums.faced = 0
        sums.games_faced = 0
        sums.shares_faced = 0
        sums.sum_of_rounds = 0
        sums.bought = 0
        sums.shares_bought = 0
        sums.reserved = 0
        sums.bought_reserved = 0


@njit
def flush(tally, rules, seatings, most_rounds):
    """Move the packed counters of all seatings, and of the first `most_rounds` rounds, into the wide ones; leaves them empty."""
    for k in range(seatings.shape[0]):
        _flush_cards(tally, rules, k, seatings[k])
        for turn in range(most_rounds * rules.players):
            counters = tally.turn[k, turn]
            seat = turn % rules.players
            wide = tally.wide_turns[seatings[k, seat], seat, turn // rules.players]
            for lane in range(len(STATE_LANES)):
                wide[lane] += counters.state >> 8 * lane & 0xFF
            for lane in range(len(DEED_LANES)):
                wide[len(STATE_LANES) + lane] += counters.deed >> 8 * lane & 0xFF
            wide[len(STATE_LANES) + len(DEED_LANES)] += counters.deed >> PRESTIGE_GAINED
            counters.state = 0
            counters.deed = 0
