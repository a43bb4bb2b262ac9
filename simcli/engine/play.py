"""Whole games and batches of games in one compiled call, without the interpreter's lock and without allocating.

A batch either notes everything for the run tables, or only who won; a replay also logs each turn. The three are one source: what is given as
None is left out when the code is compiled.
"""

import numpy as np
from numba import from_dtype, int64, njit

from simcli.engine.actions import BUY, PASS, RESERVE, TAKEN
from simcli.engine.counting import flush_cards, flush_turns
from simcli.engine.deal import deal
from simcli.engine.digest import position_digest
from simcli.engine.ending import GOES_ON, TARGET, after_round, standing, target_reached, winners_mask
from simcli.engine.gems import GOLD, GOLD_SHIFT, LANE_WIDTH, count, total
from simcli.engine.legality import is_payment, least_gold, legal_actions, nobles_coming
from simcli.engine.model import default_give_back
from simcli.engine.observe import (
    note_forced_pass,
    note_given_back,
    note_noble,
    note_prestige,
    note_purchase,
    note_reserve,
    note_round,
    note_target,
    note_turn,
    start_tally,
)
from simcli.engine.processor import caller, natural, trailing_zeros
from simcli.engine.rng import STREAM_PLACE, stream_key
from simcli.engine.rows import write_game
from simcli.engine.state import HAND, PLACE, RULES, TABLE
from simcli.engine.tally import DEALS_BETWEEN_FLUSHES, TAKEN_WIDE, TOKEN_LANE
from simcli.engine.turn import card_of, give_back, need_of, purchase, receive_noble, reserve, take
from simcli.engine.veto import draw_vetoes, permitted

# Every function of a strategy, compiled, has this one signature. The whole number is the mask of legal actions (choose), the number of tokens
# still to give back (give_back), the mask of noble places (choose_noble) or the purchase action (pay).
ENTRY = int64(from_dtype(TABLE), from_dtype(HAND), from_dtype(RULES), int64, from_dtype(PLACE))
# The addresses of a strategy's compiled functions; 0 where it leaves the choice to the default.
ENTRIES = np.dtype([(name, np.int64) for name in ("choose", "give_back", "choose_noble", "pay")])
_call = caller(ENTRY)

# What a strategy answered that is not allowed.
FAULT = np.dtype([(name, np.int64) for name in ("kind", "answer", "allowed", "place", "seat", "round")])
NO_FAULT, BAD_ACTION, BAD_TOKEN, BAD_NOBLE, BAD_PAYMENT = 0, 1, 2, 3, 4

FAULTED, QUIET, REACHED = -1, 0, 1  # what a turn came to: a fault, nothing, the target

TURN = np.dtype(
    [(name, np.int64) for name in ("seat", "round", "action", "card", "gained", "paid", "returned", "noble")]
)


@njit
def _fault(fault, kind, answer, allowed, place, seat, table):
    fault.kind = kind
    fault.answer = answer
    fault.allowed = allowed
    fault.place = place
    fault.seat = seat
    fault.round = table.round


@njit(forceinline=True)
def play_turn(position, rules, seat, place_number, place, entries, tally, counters, veto, log, fault):
    """Play one turn of a seat: ask its strategy, check the answers, change the position. Returns what it came to; if FAULTED, `fault` says why.

    `tally` and `counters` (the TURN_COUNTERS of this turn) note it; None where nothing is noted. `veto` (a VETO) or None."""
    table, hidden = position.table, position.hidden
    player, hand = table.player[seat], hidden.hand[seat]
    table.seat = seat
    bank_before, prestige_before = table.bank, player.prestige
    legal = legal_actions(table, rules, player, hand)
    if veto is not None:
        legal = permitted(veto, table, hand, seat, legal)
    action = _call(entries.choose, (table, hand, rules, legal, place))
    if action < 0 or action > PASS or not legal >> action & 1:
        _fault(fault, BAD_ACTION, action, legal, place_number, seat, table)
        return FAULTED
    tokens_before = player.tokens
    card, payment, returned, visitor = -1, 0, 0, -1
    if action < BUY:
        take(table, player, TAKEN[action])
        if tally is not None:
            tally.seat[seat].taken += TAKEN_WIDE[action]
    elif action < RESERVE:
        need = need_of(rules, player, card_of(table, hand, action))
        if entries.pay != 0:
            payment = _call(entries.pay, (table, hand, rules, action, place))
            if not is_payment(payment, need, player.tokens):
                _fault(fault, BAD_PAYMENT, payment, need, place_number, seat, table)
                return FAULTED
        else:
            payment = least_gold(need, player.tokens)
        card = purchase(table, hidden, rules, seat, action, payment)
        if tally is not None:
            note_purchase(tally, counters, table, seat, action, card, payment)
    elif action < PASS:
        card = reserve(table, hidden, rules, seat, action)
        if tally is not None:
            tally.seat[seat].taken += (player.tokens - tokens_before) >> GOLD_SHIFT << TOKEN_LANE * GOLD
            note_reserve(tally, counters, table, rules, seat, action, card)
    else:
        table.passes += 1
        if tally is not None:
            note_forced_pass(tally, counters, seat)
    gained = player.tokens - tokens_before
    over = total(player.tokens) - rules.token_limit
    for left in range(over, 0, -1):
        if entries.give_back != 0:
            colour = _call(entries.give_back, (table, hand, rules, left, place))
            if colour < 0 or colour > GOLD or count(player.tokens, colour) == 0:
                _fault(fault, BAD_TOKEN, colour, player.tokens, place_number, seat, table)
                return FAULTED
        else:
            colour = default_give_back(player)
        give_back(table, player, colour)
        if tally is not None:
            note_given_back(tally, counters, seat, colour, left == over)
        if log is not None:
            returned += 1 << LANE_WIDTH * colour
    if (BUY <= action < RESERVE) or player.waiting:  # bonuses change only with a purchase
        coming = nobles_coming(table, player)
        player.waiting = int(coming & (coming - 1) != 0)
        if coming:
            noble = trailing_zeros(coming)
            if player.waiting:
                if entries.choose_noble != 0:
                    noble = _call(entries.choose_noble, (table, hand, rules, coming, place))
                    if noble < 0 or noble >= table.nobles or not coming >> noble & 1:
                        _fault(fault, BAD_NOBLE, noble, coming, place_number, seat, table)
                        return FAULTED
                else:
                    for i in range(table.nobles):
                        if (
                            coming >> i & 1
                            and rules.noble[table.noble[i]].id < rules.noble[table.noble[noble]].id
                        ):
                            noble = i
            visitor = receive_noble(table, rules, player, noble)
            table.passes -= int(action == PASS)
            if tally is not None:
                note_noble(tally, table, rules, seat, rules.noble[visitor])
    outcome = REACHED if standing(table, rules, seat) >= rules.prestige_to_win else QUIET
    if tally is not None:
        note_prestige(tally, counters, player.prestige - prestige_before)
        if outcome == REACHED:
            note_target(tally, table, seat)
        if log is not None:
            turn = log[(table.round - 1) * table.players + seat]
            turn.seat = seat
            turn.round = table.round
            turn.action = action
            turn.card = card
            turn.gained = gained
            turn.paid = payment
            turn.returned = returned
            turn.noble = visitor
        note_turn(counters, bank_before, over >= 0)
    return outcome


@njit
def play_on(position, rules, place_at, places, entries, tally, veto, log, fault):
    """Play from a position, table.seat to move, to the end of the game. Returns how it ended, or GOES_ON if a strategy answered illegally.

    place_at[seat] is the place in the line-up that sits there; places and entries are by place."""
    table = position.table
    first = table.seat
    reached = target_reached(table, rules)
    turn = (table.round - 1) * table.players + first
    counters = None if tally is None else tally.turn[tally.seating]
    while True:
        for each in range(first, table.players):
            seat, turn = natural(each), natural(turn)
            at = natural(place_at[seat])
            if tally is not None:
                outcome = play_turn(
                    position,
                    rules,
                    seat,
                    at,
                    places[at],
                    entries[at],
                    tally,
                    counters[turn],
                    veto,
                    log,
                    fault,
                )
            else:
                outcome = play_turn(
                    position, rules, seat, at, places[at], entries[at], None, None, veto, log, fault
                )
            turn += 1
            if outcome == FAULTED:
                return GOES_ON
            reached |= outcome == REACHED
        if tally is not None:
            note_round(tally, table, rules)
        ended = after_round(table, rules, reached)
        if ended != GOES_ON:
            return ended
        first = 0
        table.passes = 0
        table.round += 1


@njit
def start_game(position, rules, place_at, places, seed, number):
    """Set up a deal and the random streams of the strategies that play it: they depend on the deal and the place in the line-up, not on the seat."""
    deal(position.table, position.hidden, rules, seed, number)
    for seat in range(rules.players):
        places[place_at[seat]].rng.state = stream_key(seed, number, STREAM_PLACE + place_at[seat])


def play_winners(
    position, rules, places, entries, seed, first_deal, deals, seatings, winners, rounds, digests, fault
):
    """Play `deals` deals, each in every seating, noting only who won: winners[game] is the mask of seats (0 without a winner), rounds[game] the
    rounds, digests[game] (uint64; or None) the digest of the position in which the game ended. seatings[k, seat] is the place that sits there. Returns the number of games played: fewer than all if `fault` is set."""
    game = 0
    for number in range(first_deal, first_deal + deals):
        for k in range(seatings.shape[0]):
            place_at = seatings[k]
            start_game(position, rules, place_at, places, seed, number)
            ended = play_on(position, rules, place_at, places, entries, None, None, None, fault)
            if ended == GOES_ON:
                return game
            winners[game] = winners_mask(position.table, rules) if ended == TARGET else 0
            rounds[game] = position.table.round
            if digests is not None:
                digests[game] = position_digest(position.table)
            game += 1
    return game


def play_tables(
    position, rules, places, entries, seed, first_deal, deals, seatings, tally, veto, log, rows, fault
):
    """Play `deals` deals, each in every seating, and note everything.

    `tally` holds what is summed over a part, `veto` (or None) the random veto and its sums, `log` (or None) the turns of the last game, `rows` (Rows) the rows of a part. Returns the number of games played: fewer than all if `fault` is set."""
    games, highest = 0, 0
    for number in range(first_deal, first_deal + deals):
        for k in range(seatings.shape[0]):
            place_at = seatings[k]
            start_game(position, rules, place_at, places, seed, number)
            start_tally(tally, position.table, k)
            if veto is not None:
                draw_vetoes(veto, rules, place_at, seed, number)
            ended = play_on(position, rules, place_at, places, entries, tally, veto, log, fault)
            if ended == GOES_ON:
                return games
            write_game(position.table, rules, tally, veto, ended, place_at, rows)
            games += 1
            highest = max(highest, position.table.round)
        if (number - first_deal) % DEALS_BETWEEN_FLUSHES == DEALS_BETWEEN_FLUSHES - 1:
            flush_turns(tally, rules, seatings, highest)
            highest = 0
    flush_turns(tally, rules, seatings, highest)
    flush_cards(tally, rules, seatings)
    return games
