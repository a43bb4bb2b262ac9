"""How a finished game is added to the sums over the games of a part: all seats of a card at once,
as four 16-bit lanes of one number."""

import numpy as np
from numba import njit

from simcli.engine.gems import count
from simcli.engine.names import LEVEL_COUNT
from simcli.engine.observe import begun
from simcli.engine.state import HAND_PLACES, SEATS, TABLE_PLACES
from simcli.engine.tally import (
    ALL_LANES,
    CARD_SUM,
    DEED_LANES,
    EVENT_LANE,
    EVENT_ROUND,
    EVENT_WANTED,
    GAMES_BETWEEN_FLUSHES,
    LANE,
    LANE_BITS,
    PRESTIGE_GAINED,
    SECOND,
    SHARE,
    STATE_LANES,
    TURN_SUM,
    WINNERS,
    first_count,
    seat_count,
    second_count,
)
from simcli.engine.veto import count_exposed, count_not_bought

_ALMOST = (LANE_BITS >> 1) * ALL_LANES
_HIGH_CARD = np.array([0, 0, 1, SECOND], dtype=np.int64)  # by level, in TALLY's high_cards
_CARD, _ROUND_BITS = (1 << EVENT_LANE) - 1, 0xFF
_FIRST_STATE, _FIRST_DEED = TURN_SUM.empty_0, TURN_SUM.returning
# Shares of the win by the mask of winners, in lanes, each SHARE for a whole win.
SHARES = np.array(
    [
        sum(SHARE // mask.bit_count() << LANE * seat for seat in range(SEATS) if mask >> seat & 1)
        for mask in range(WINNERS)
    ],
    dtype=np.int64,
)


@njit(forceinline=True)
def _lane_of(event):
    return event.what >> EVENT_LANE & 0x3F


@njit(forceinline=True)
def _count_left(sums, veto, rules, place_at, card, turns, owner, shares):
    """Count a card that left the table (or stayed to the end): it was missed by all who faced it
    but the `owner` (a lane)."""
    faced = turns + _ALMOST >> LANE - 1 & ALL_LANES
    sums.turns += turns
    sums.missed += faced & ~owner
    if veto is not None:
        if shares:
            count_exposed(veto, rules, place_at, card, faced, owner, shares)


@njit(forceinline=True)
def _count_bought(rules, sums, event):
    """Count a purchase; returns what it adds to TALLY's high_cards."""
    lane = _lane_of(event)
    sums.rounds += (event.what >> EVENT_ROUND & _ROUND_BITS) << lane
    return _HIGH_CARD[rules.card[event.what & _CARD].level & 3] << lane


@njit
def count_events(tally, veto, rules, table, place_at, winners):
    """Add the events of a game to the sums by card, and count its cards by seat. `winners` is the
    mask of the seats that won; `veto` (a VETO) or None."""
    shares = SHARES[winners]
    cards, rare = tally.card[tally.seating, winners], tally.rare[tally.seating, winners]
    high_cards, reserves, reserves_wanted, reserved_bought = 0, 0, 0, 0
    for i in range(tally.bought.many):
        event = tally.bought.event[i]
        card, owner = event.what & _CARD, 1 << _lane_of(event)
        sums = cards[card]
        _count_left(sums, veto, rules, place_at, card, event.turns, owner, shares)
        sums.missed += SECOND * owner
        high_cards += _count_bought(rules, sums, event)
    for i in range(tally.claimed.many):
        event = tally.claimed.event[i]
        sums = cards[event.what & _CARD]
        sums.set_aside += SECOND << _lane_of(event)
        high_cards += _count_bought(rules, sums, event)
        reserved_bought += 1 << _lane_of(event)
    for i in range(tally.set_aside.many):
        event = tally.set_aside.event[i]
        card, owner = event.what & _CARD, 1 << _lane_of(event)
        sums = cards[card]
        _count_left(sums, veto, rules, place_at, card, event.turns, owner, shares)
        sums.set_aside += owner
        wanted = (event.what >> EVENT_WANTED) << _lane_of(event)
        rare[card].wanted += wanted
        reserves_wanted += wanted
        reserves += owner
    for i in range(tally.drawn.many):
        event = tally.drawn.event[i]
        rare[event.what & _CARD].kept += SECOND << _lane_of(event)
        reserves += SECOND << _lane_of(event)
    now = begun(table.round, table.players - 1)
    for place in range(TABLE_PLACES):
        card = table.card[place]
        if card >= 0:
            _count_left(cards[card], veto, rules, place_at, card, now - tally.since[place], 0, shares)
    for seat in range(table.players):
        player = table.player[seat]
        for i in range(HAND_PLACES):
            card = player.reserved[i]
            from_table = int(i < player.held) & int(card >= 0)  # no branches: it is unpredictable
            rare[max(card, 0)].kept += from_table << LANE * seat
            if veto is not None:
                if shares and from_table:
                    count_not_bought(veto, place_at, card, seat)
    tally.high_cards = high_cards
    tally.reserves = reserves
    tally.reserves_wanted = reserves_wanted
    tally.reserved_bought = reserved_bought
    tally.games[tally.seating, winners] += 1
    if tally.games[tally.seating, winners] == GAMES_BETWEEN_FLUSHES:
        _flush_cards(tally, rules, tally.seating, winners, place_at)


@njit
def count_end(tally, table, place_at):
    """Count the game among those that ended in its last round."""
    for seat in range(table.players):
        ended, player = tally.ended[place_at[seat], seat, table.round - 1], table.player[seat]
        ended.games += 1
        ended.prestige += player.prestige
        ended.cards += player.purchased


@njit
def _flush_cards(tally, rules, seating, winners, place_at):
    """Move the counters by card of one seating and mask of winners into the wide ones; leaves them
    empty."""
    finished = int(winners != 0)
    for card in range(rules.level_start[LEVEL_COUNT - 1] + rules.level_size[LEVEL_COUNT - 1]):
        sums, rare = tally.card[seating, winners, card], tally.rare[seating, winners, card]
        for seat in range(rules.players):
            wide = tally.wide_cards[place_at[seat], seat, card]
            share = seat_count(SHARES[winners], seat)
            missed, from_table = first_count(sums.missed, seat), second_count(sums.missed, seat)
            set_aside, claimed = first_count(sums.set_aside, seat), second_count(sums.set_aside, seat)
            kept, drawn = first_count(rare.kept, seat), second_count(rare.kept, seat)
            bought = from_table + claimed
            wide[CARD_SUM.faced] += seat_count(sums.turns, seat)
            wide[CARD_SUM.games_faced] += missed + from_table + set_aside
            wide[CARD_SUM.finished_faced] += finished * (missed + kept)
            wide[CARD_SUM.shares_faced] += share * (missed + kept)
            wide[CARD_SUM.sum_of_rounds] += seat_count(sums.rounds, seat)
            wide[CARD_SUM.bought] += bought
            wide[CARD_SUM.finished_bought] += finished * bought
            wide[CARD_SUM.shares_bought] += share * bought
            wide[CARD_SUM.reserved_table] += set_aside
            wide[CARD_SUM.reserved_wanted] += seat_count(rare.wanted, seat)
            wide[CARD_SUM.reserved_deck] += drawn
            wide[CARD_SUM.bought_reserved] += claimed
        sums.turns = 0
        sums.missed = 0
        sums.set_aside = 0
        sums.rounds = 0
        rare.kept = 0
        rare.wanted = 0
    tally.games[seating, winners] = 0


@njit
def flush_turns(tally, rules, seatings, most_rounds):
    """Move the counters by turn of all seatings, and of the first `most_rounds` rounds, into the
    wide ones; leaves them empty."""
    for seating in range(seatings.shape[0]):
        for turn in range(most_rounds * rules.players):
            counters = tally.turn[seating, turn]
            seat = turn % rules.players
            wide = tally.wide_turns[seatings[seating, seat], seat, turn // rules.players]
            for k in range(len(STATE_LANES)):
                wide[_FIRST_STATE + k] += count(counters.state, k)
            for k in range(len(DEED_LANES)):
                wide[_FIRST_DEED + k] += count(counters.deed, k)
            wide[TURN_SUM.prestige] += counters.deed >> PRESTIGE_GAINED
            counters.state = 0
            counters.deed = 0


@njit
def flush_cards(tally, rules, seatings):
    """Move the counters by card of all seatings into the wide ones; leaves them empty."""
    for k in range(seatings.shape[0]):
        for winners in range(WINNERS):
            if tally.games[k, winners]:
                _flush_cards(tally, rules, k, winners, seatings[k])
