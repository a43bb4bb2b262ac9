"""How a finished game is added to the sums over the games of a part.

All seats of a card are counted at once, as four 16-bit lanes of one number; what kind of event comes next cannot be foretold, so that the
steps are sums of products rather than branches.
"""

import numpy as np
from numba import njit

from simcli.engine.observe import (
    BOUGHT_RESERVED,
    DEED_LANES,
    EVENT_KIND,
    EVENT_ROUND,
    EVENT_SEAT,
    EVENT_SINCE,
    LEFT_BOUGHT,
    LEFT_RESERVED,
    LEFT_STAYS,
    PRESTIGE_GAINED,
    RESERVED_DECK,
    STATE_LANES,
)
from simcli.engine.state import LEVELS, SEATS, TABLE_PLACES

_LANE, _LANE_BITS = 16, 0xFFFF
_ONES = 0x0001000100010001
_ALMOST = 0x7FFF * _ONES
# Lanes of the seats up to one, that included.
_UP_TO = np.array([_ONES & (1 << _LANE * min(seat + 1, SEATS)) - 1 for seat in range(16)], dtype=np.int64)
_KINDS = (LEFT_STAYS, LEFT_BOUGHT, LEFT_RESERVED, BOUGHT_RESERVED, RESERVED_DECK)


def _by_kind(values: dict) -> np.ndarray:
    return np.array([values.get(kind, 0) for kind in _KINDS], dtype=np.int64)


_ON_TABLE = _by_kind({LEFT_STAYS: -1, LEFT_BOUGHT: -1, LEFT_RESERVED: -1})
_KEPT = _by_kind({LEFT_BOUGHT: 1, LEFT_RESERVED: 1})  # whether the seat got the card that it faced
_BOUGHT = _by_kind({LEFT_BOUGHT: 1, BOUGHT_RESERVED: 1})
_RESERVED = _by_kind({LEFT_RESERVED: 1, RESERVED_DECK: 1 << 8})
_BOUGHT_LATER = _by_kind({BOUGHT_RESERVED: 1})
_HIGH_CARD = np.array([0, 0, 1, 1 << 8], dtype=np.int64)  # by level, in TALLY's high_cards


@njit
def _add_stays(tally, table):
    """Events for the cards that stay on the table when the game ends."""
    now = (table.players - 1 | table.round << 4) << EVENT_SEAT
    for place in range(TABLE_PLACES):
        if table.card[place] >= 0:
            tally.event[tally.events] = table.card[place] | now | LEFT_STAYS << EVENT_KIND | tally.since[place] << EVENT_SINCE
            tally.events += 1


@njit
def count_events(tally, rules, table, shares):
    """Add the events of a game to the sums by card, and count its cards by seat. `shares` are the shares of the win by seat, in lanes, each
    SHARE for a whole win; 0 where nobody won."""
    finished = -1 if shares else 0
    seating = tally.seating
    _add_stays(tally, table)
    high_cards, reserves, reserved_bought = 0, 0, 0
    for i in range(tally.events):
        event = tally.event[i]
        card, kind, round_left = event & 0xFFF, event >> EVENT_KIND & 0xFF, event >> EVENT_ROUND & 0xFF
        seat = event >> EVENT_SEAT & 0xF
        lane = seat * _LANE
        # Own turns with the card face up: after the turn that turned it up, up to the one in which it left.
        turns = (round_left - (event >> EVENT_SINCE + 4)) * _ONES + _UP_TO[seat] - _UP_TO[event >> EVENT_SINCE & 0xF] & _ON_TABLE[kind]
        faced = turns + _ALMOST >> _LANE - 1 & _ONES
        missed = faced & ~(_KEPT[kind] << lane)
        bought, reserved, later = _BOUGHT[kind] << lane, _RESERVED[kind] << lane, _BOUGHT_LATER[kind] << lane
        sums = tally.card[seating, card]
        sums.faced += turns
        sums.games_faced += faced + ((missed & finished) << 8)
        sums.shares_faced += missed * _LANE_BITS & shares
        sums.sum_of_rounds += round_left * bought
        sums.bought += bought + ((bought & finished) << 8)
        sums.shares_bought += bought * _LANE_BITS & shares
        sums.reserved += reserved
        sums.bought_reserved += later
        high_cards += bought * _HIGH_CARD[rules.card[card].level]
        reserves += reserved
        reserved_bought += later
    # What is still in a hand was faced and not bought after all.
    for seat in range(table.players):
        player = table.player[seat]
        for i in range(player.held):
            if player.reserved[i] >= 0:
                sums = tally.card[seating, player.reserved[i]]
                sums.games_faced += (1 & finished) << 8 << _LANE * seat
                sums.shares_faced += _LANE_BITS << _LANE * seat & shares
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
