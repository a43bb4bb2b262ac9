"""One whole turn, from its action on: the only way in which a turn is played.

Strategies answer what else there is to choose, or somebody has said it, or it is left to the
defaults: the payment with the least gold, the token of which most are held, the noble with the
lowest id. What is given as None is left out when the code is compiled.
"""

from collections import namedtuple

from numba import njit

from simcli.engine.actions import BUY, PASS, RESERVE, TAKEN
from simcli.engine.answers import BAD_NOBLE, BAD_PAYMENT, BAD_TOKEN, ask, note_fault
from simcli.engine.ending import standing
from simcli.engine.gems import GOLD, GOLD_SHIFT, count, one, token_at, total
from simcli.engine.legality import is_payment, least_gold, nobles_coming
from simcli.engine.names import COLOUR_COUNT, TOKEN_COUNT
from simcli.engine.observe import (
    note_forced_pass,
    note_given_back,
    note_noble,
    note_prestige,
    note_purchase,
    note_reserve,
    note_target,
    note_turn,
)
from simcli.engine.processor import trailing_zeros
from simcli.engine.tally import TAKEN_WIDE, TOKEN_LANE
from simcli.engine.turn import card_of, give_back, need_of, purchase, receive_noble, reserve, take

FAULTED, QUIET, REACHED = -1, 0, 1  # what a turn came to: a fault, nothing, the target

# A turn as somebody says it: packed gems paid, or NOT_SAID for the least gold; packed gems given
# back; the place of the noble, or NOT_SAID for the only one that comes.
Said = namedtuple("Said", ["payment", "returned", "noble"])
NOT_SAID = -1


@njit
def default_give_back(player):
    """The token (0-5) given back by default: the colour held most, of several the last in the order
    of colours; gold only where nothing else is left."""
    best, most = GOLD, 0
    for colour in range(COLOUR_COUNT):
        if count(player.tokens, colour) >= max(most, 1):
            best, most = colour, count(player.tokens, colour)
    return best


@njit
def default_noble(table, rules, coming):
    """The place of the noble that visits by default, of a mask of places: the one with the lowest
    id."""
    noble = trailing_zeros(coming)
    for i in range(noble + 1, table.nobles):
        if coming >> i & 1 and rules.noble[table.noble[i]].id < rules.noble[table.noble[noble]].id:
            noble = i
    return noble


@njit(forceinline=True)
def _payment(table, hand, rules, least, action, place, entries, said):
    """The packed gems paid for a purchase; `least` is the payment with the least gold."""
    if entries is not None:
        if entries.pay != 0:
            return ask(entries.pay, (table, hand, rules, action, place))
    if said is not None:
        if said.payment != NOT_SAID:
            return said.payment
    return least


@njit(forceinline=True)
def _token_back(table, hand, rules, player, left, place, entries, said):
    """The token (0-5) given back while `left` are too many."""
    if said is not None:
        return token_at(said.returned, left - 1)
    if entries is not None:
        if entries.give_back != 0:
            return ask(entries.give_back, (table, hand, rules, left, place))
    return default_give_back(player)


@njit(forceinline=True)
def _noble(table, hand, rules, coming, place, entries, said):
    """The place of the noble that visits, of the mask of those that come."""
    if said is not None:
        if said.noble != NOT_SAID:
            return said.noble
    if coming & (coming - 1) == 0:
        return trailing_zeros(coming)
    if said is not None:
        return NOT_SAID
    if entries is not None:
        if entries.choose_noble != 0:
            return ask(entries.choose_noble, (table, hand, rules, coming, place))
    return default_noble(table, rules, coming)


@njit
def _can_return(player, returned, over):
    """Whether packed gems are held, and as many as are `over` the limit."""
    for token in range(TOKEN_COUNT):
        if count(returned, token) > count(player.tokens, token):
            return False
    return total(returned) == max(0, over)


@njit(forceinline=True)
def step(
    position,
    rules,
    seat,
    action,
    place=None,
    entries=None,
    said=None,
    tally=None,
    counters=None,
    log=None,
    fault=None,
):
    """Play the turn of a seat with an action that is legal. Changes the position.

    `place` (PLACE) and `entries` (ENTRIES) are those of the strategy that is asked, `said` (Said)
    what somebody says instead. `tally` (TALLY) and `counters` (the TURN_COUNTERS of this turn) note
    it, `log` (TURN[rounds * players]) gets it. Returns QUIET, REACHED if the target is reached, or
    FAULTED: then `fault` says which answer was not allowed, and the position is half changed."""
    table, hidden = position.table, position.hidden
    player, hand = table.player[seat], hidden.hand[seat]
    bank_before, tokens_before, prestige_before = table.bank, player.tokens, player.prestige
    card, payment, returned, visitor = -1, 0, 0, -1
    if action < BUY:
        take(table, player, TAKEN[action])
        if tally is not None:
            tally.seat[seat].taken += TAKEN_WIDE[action]
    elif action < RESERVE:
        need = need_of(rules, player, card_of(table, hand, action))
        least = least_gold(need, player.tokens)
        payment = _payment(table, hand, rules, least, action, place, entries, said)
        if fault is not None:
            # The default payment needs no check, which would make random play about 3% slower.
            if payment != least and not is_payment(payment, need, player.tokens):
                note_fault(fault, BAD_PAYMENT, payment, need)
                return FAULTED
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
    if said is not None:
        if not _can_return(player, said.returned, over):
            note_fault(fault, BAD_TOKEN, said.returned, player.tokens)
            return FAULTED
    for left in range(over, 0, -1):
        token = _token_back(table, hand, rules, player, left, place, entries, said)
        if fault is not None:
            if token < 0 or token > GOLD or count(player.tokens, token) == 0:
                note_fault(fault, BAD_TOKEN, token, player.tokens)
                return FAULTED
        give_back(table, player, token)
        if tally is not None:
            note_given_back(tally, counters, seat, token, left == over)
        if log is not None:
            returned += one(token)
    coming = 0
    if (BUY <= action < RESERVE) or player.waiting:  # bonuses change only with a purchase
        coming = nobles_coming(table, player)
        player.waiting = int(coming & (coming - 1) != 0)
        if coming:
            noble = _noble(table, hand, rules, coming, place, entries, said)
            if fault is not None:
                if noble < 0 or noble >= table.nobles or not coming >> noble & 1:
                    note_fault(fault, BAD_NOBLE, noble, coming)
                    return FAULTED
            visitor = receive_noble(table, rules, player, noble)
            table.passes -= int(action == PASS)
            if tally is not None:
                note_noble(tally, table, rules, seat, rules.noble[visitor])
    if said is not None:
        if coming == 0 and said.noble != NOT_SAID:
            note_fault(fault, BAD_NOBLE, said.noble, coming)
            return FAULTED
    outcome = REACHED if standing(table, rules, seat) >= rules.prestige_to_win else QUIET
    if tally is not None:
        note_prestige(tally, counters, player.prestige - prestige_before)
        if outcome == REACHED:
            note_target(tally, table, seat)
        note_turn(counters, bank_before, over >= 0)
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
    return outcome
