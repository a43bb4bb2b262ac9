"""A turn that somebody gives in full, a turn asked of a strategy, and the whole order of a deal's decks: how texts reach the game.

The steps are those of `play.play_turn`, in its order. A caller that may give an illegal turn keeps a copy of the position.
"""

from numba import njit

from simcli.engine.actions import BUY, PASS, RESERVE, TAKEN
from simcli.engine.deal import deal, draw
from simcli.engine.ending import GOES_ON, TARGET, decided_by, winners_mask
from simcli.engine.gems import GOLD, count, total
from simcli.engine.legality import is_payment, least_gold, legal_actions, nobles_coming
from simcli.engine.model import next_seat
from simcli.engine.names import LEVEL_COUNT
from simcli.engine.play import BAD_ACTION, BAD_NOBLE, BAD_PAYMENT, BAD_TOKEN, NO_FAULT, play_turn
from simcli.engine.processor import trailing_zeros
from simcli.engine.rng import STREAM_PLACE, stream_key
from simcli.engine.state import FACE_UP
from simcli.engine.turn import card_of, give_back, need_of, purchase, receive_noble, reserve, take

NOT_SAID = (
    -1
)  # a payment that is not given: the least gold; a noble that is not given: the only one that comes


def legal_now(position, rules):
    """The mask of legal actions of the seat to move."""
    table = position.table
    return legal_actions(table, rules, table.player[table.seat], position.hidden.hand[table.seat])


@njit
def _action(position, rules, action, payment):
    """Do the action; NO_FAULT, or what is wrong with it."""
    table, hidden = position.table, position.hidden
    seat = table.seat
    player, hand = table.player[seat], hidden.hand[seat]
    if action < 0 or action > PASS or not legal_actions(table, rules, player, hand) >> action & 1:
        return BAD_ACTION
    if action < BUY:
        take(table, player, TAKEN[action])
    elif action < RESERVE:
        need = need_of(rules, player, card_of(table, hand, action))
        if payment == NOT_SAID:
            payment = least_gold(need, player.tokens)
        if not is_payment(payment, need, player.tokens):
            return BAD_PAYMENT
        purchase(table, hidden, rules, seat, action, payment)
    elif action < PASS:
        reserve(table, hidden, rules, seat, action)
    else:
        table.passes += 1
    return NO_FAULT


@njit
def _returns(table, rules, player, returned):
    """Give back packed gems, which have to be just what is above the limit; NO_FAULT, or what is wrong."""
    if total(returned) != max(0, total(player.tokens) - rules.token_limit):
        return BAD_TOKEN
    for token in range(GOLD + 1):
        if count(returned, token) > count(player.tokens, token):
            return BAD_TOKEN
    for token in range(GOLD + 1):
        for _ in range(count(returned, token)):
            give_back(table, player, token)
    return NO_FAULT


@njit
def _visit(table, rules, player, action, noble):
    """The visit of the noble on a place of the table, or of the only one that comes; NO_FAULT, or what is wrong."""
    coming = nobles_coming(table, player)
    player.waiting = int(coming & (coming - 1) != 0)
    if coming == 0:
        return NO_FAULT if noble == NOT_SAID else BAD_NOBLE
    if noble == NOT_SAID:
        if player.waiting:
            return BAD_NOBLE
        noble = trailing_zeros(coming)
    if not coming >> noble & 1:
        return BAD_NOBLE
    receive_noble(table, rules, player, noble)
    table.passes -= int(action == PASS)
    return NO_FAULT


def play_given_turn(position, rules, action, payment, returned, noble):
    """Play one turn of the seat to move: an action, packed gems paid (or NOT_SAID) and given back, the place of a noble (or NOT_SAID).

    Returns what is wrong (BAD_ACTION, BAD_PAYMENT, BAD_TOKEN, BAD_NOBLE: the position is then half changed) or NO_FAULT."""
    table = position.table
    player = table.player[table.seat]
    fault = _action(position, rules, action, payment)
    if fault == NO_FAULT:
        fault = _returns(table, rules, player, returned)
    if fault == NO_FAULT:
        fault = _visit(table, rules, player, action, noble)
    return fault


def hand_on(position, rules):
    """Give the turn to the next seat. Returns GOES_ON, or how the game ended with this round, packed with the winners (8 bits up) and what
    decided (16 bits up)."""
    table = position.table
    ended = next_seat(table, rules)
    if ended == GOES_ON:
        return GOES_ON
    table.seat = 0
    table.passes = 0
    if ended != TARGET:
        return ended
    winners = winners_mask(table, rules)
    return ended | winners << 8 | decided_by(table, rules, winners) << 16


def asked_turn(position, rules, places, entries, seed, tally, log, fault):
    """Play one turn of the seat to move as its strategy wants it: places[0] and entries[0]. Whether all its answers were legal.

    The turn stands in log[(round - 1) * players + seat], as in a game; `fault` says which answer was not legal. The strategy's random stream is that of its seat in deal 0 of the seed."""
    table = position.table
    places[0].rng.state = stream_key(seed, 0, STREAM_PLACE + table.seat)
    fault.kind = NO_FAULT
    play_turn(
        position, rules, table.seat, 0, places[0], entries[0], tally, tally.turn[0, 0], None, log, fault
    )
    return fault.kind == NO_FAULT


def deal_orders(position, rules, seed, number, orders):
    """Deal, then draw all decks to the end: orders[level, i] is the row of the i-th card of the level, the first of them for the table."""
    table, hidden = position.table, position.hidden
    deal(table, hidden, rules, seed, number)
    for level in range(LEVEL_COUNT):
        for i in range(rules.face_up):
            orders[level, i] = table.card[FACE_UP * level + i]
        for i in range(rules.face_up, rules.level_size[level]):
            orders[level, i] = draw(table, hidden, level)
