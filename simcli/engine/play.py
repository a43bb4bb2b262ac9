"""Whole games and batches of games in one compiled call, without the interpreter's lock and without
allocating.

A batch either notes everything for the run tables, or only who won; a replay also logs each turn.
The three are one source: what is given as None is left out when the code is compiled.
"""

from numba import njit

from simcli.engine.answers import BAD_ACTION, ask, note_fault
from simcli.engine.counting import flush_cards, flush_turns
from simcli.engine.deal import deal
from simcli.engine.digest import position_digest
from simcli.engine.ending import GOES_ON, TARGET, after_round, target_reached, winners_mask
from simcli.engine.legality import is_among, legal_actions
from simcli.engine.observe import note_round, start_tally
from simcli.engine.processor import natural
from simcli.engine.rng import STREAM_PLACE, stream_key
from simcli.engine.rows import write_game
from simcli.engine.step import FAULTED, REACHED, step
from simcli.engine.tally import DEALS_BETWEEN_FLUSHES
from simcli.engine.veto import draw_vetoes, permitted


@njit(forceinline=True)
def play_turn(position, rules, seat, place, entries, tally, counters, veto, log, fault):
    """Ask the strategy of a seat for an action, among those that `veto` (a VETO or None) permits,
    and play the turn; the arguments and what is returned as in `step`."""
    table = position.table
    player, hand = table.player[seat], position.hidden.hand[seat]
    table.seat = seat
    legal = legal_actions(table, rules, player, hand)
    if veto is not None:
        legal = permitted(veto, table, hand, seat, legal)
    action = ask(entries.choose, (table, hand, rules, legal, place))
    if not is_among(legal, action):
        note_fault(fault, BAD_ACTION, action, legal)
        return FAULTED
    return step(position, rules, seat, action, place, entries, None, tally, counters, log, fault)


@njit
def play_on(position, rules, place_at, places, entries, tally, veto, log, fault):
    """Play from a position, table.seat to move, to the end of the game. Returns how it ended, or
    GOES_ON if a strategy answered illegally.

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
                    position, rules, seat, places[at], entries[at], tally, counters[turn], veto, log, fault
                )
            else:
                outcome = play_turn(
                    position, rules, seat, places[at], entries[at], None, None, veto, log, fault
                )
            turn += 1
            if outcome == FAULTED:
                fault.place = at
                fault.seat = seat
                fault.round = table.round
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
    """Set up a deal and the random streams of the strategies that play it: they depend on the deal
    and the place in the line-up, not on the seat."""
    deal(position.table, position.hidden, rules, seed, number)
    for seat in range(rules.players):
        places[place_at[seat]].rng.state = stream_key(seed, number, STREAM_PLACE + place_at[seat])


def play_winners(
    position, rules, places, entries, seed, first_deal, deals, seatings, winners, rounds, digests, fault
):
    """Play `deals` deals, each in every seating, noting only who won.

    In: rules (RULES); places (PLACE[k]), entries (ENTRIES[k]) of a line-up of k strategies; seed,
    first_deal, deals (int64); seatings (int64[seatings, seats]): the place, from 0, in each seat.
    Overwritten: position (POSITION), random streams and scratch of places. Filled by game: winners
    (uint8[games]), the mask of the seats that won, 0 for none; rounds (uint8[games]); digests
    (uint64[games], or None), the digest of the last position. games = deals * len(seatings).

    Returns the number of games played: fewer than all if a strategy answered illegally, as `fault`
    (FAULT) then says. What a strategy raises goes through."""
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

    As in `play_winners`, but filled are: tally (TALLY), sums over a part; veto (VETO, or None),
    the random veto and its sums; log (TURN[rounds * seats], or None), turns of the last game; rows
    (Rows), to which the games are added."""
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
