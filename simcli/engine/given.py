"""A turn that somebody says in full, a turn asked of a strategy, and the whole order of a deal's
decks: how texts reach the game."""

from simcli.engine.answers import BAD_ACTION, NO_FAULT, note_fault
from simcli.engine.deal import deal, draw
from simcli.engine.ending import GOES_ON, TARGET, decided_by, winners_mask
from simcli.engine.legality import is_among, legal_now
from simcli.engine.model import next_seat
from simcli.engine.names import LEVEL_COUNT
from simcli.engine.play import play_turn
from simcli.engine.rng import STREAM_PLACE, stream_key
from simcli.engine.state import FACE_UP
from simcli.engine.step import Said, step


def play_given_turn(position, rules, action, payment, returned, noble, fault):
    """Play one turn of the seat to move: an action, and the rest as in Said.

    Returns fault.kind: NO_FAULT, or what is wrong (BAD_ACTION, BAD_PAYMENT, BAD_TOKEN, BAD_NOBLE).
    The position is then half changed: a caller that may be refused keeps a copy."""
    fault.kind = NO_FAULT
    legal = legal_now(position, rules)
    if is_among(legal, action):
        said = Said(payment, returned, noble)
        step(position, rules, position.table.seat, action, None, None, said, None, None, None, fault)
    else:
        note_fault(fault, BAD_ACTION, action, legal)
    return fault.kind


def hand_on(position, rules):
    """Give the turn to the next seat. Returns GOES_ON, or how the game ended with this round,
    packed with the winners (a mask, 8 bits up) and what decided (16 bits up)."""
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
    """Play one turn of the seat to move as its strategy wants it: places[0] and entries[0]. Returns
    whether all its answers were legal; if not, `fault` says which.

    The turn stands in log[(round - 1) * players + seat], as in a game. The strategy's random stream
    is that of its seat in deal 0 of the seed."""
    table = position.table
    places[0].rng.state = stream_key(seed, 0, STREAM_PLACE + table.seat)
    fault.kind = NO_FAULT
    play_turn(position, rules, table.seat, places[0], entries[0], tally, tally.turn[0, 0], None, log, fault)
    return fault.kind == NO_FAULT


def deal_orders(position, rules, seed, number, orders):
    """Deal, then draw all decks to the end: orders[level, i] is the row of the i-th card of the
    level, the first of them for the table."""
    table, hidden = position.table, position.hidden
    deal(table, hidden, rules, seed, number)
    for level in range(LEVEL_COUNT):
        for i in range(rules.face_up):
            orders[level, i] = table.card[FACE_UP * level + i]
        for i in range(rules.face_up, rules.level_size[level]):
            orders[level, i] = draw(table, hidden, level)
