"""Positions to examine a strategy on, and what it may not do there: the compiled part of `simcli
strategies check`."""

from numba import njit

from simcli.engine.actions import BUY, RESERVE
from simcli.engine.deal import deal
from simcli.engine.ending import GOES_ON
from simcli.engine.gems import GOLD, count, one, total
from simcli.engine.given import asked_turn, play_given_turn
from simcli.engine.legality import legal_now
from simcli.engine.model import imagine, try_action
from simcli.engine.names import COLOUR_COUNT
from simcli.engine.observe import start_tally
from simcli.engine.processor import copy_record, kth_bit, population
from simcli.engine.rng import below
from simcli.engine.step import NOT_SAID
from simcli.engine.turn import give_back, take

CONFORMS, ILLEGAL, CHANGES, FORGETS, PEEKS = 0, 1, 2, 3, 4
WALK, START, PLAYED, AGAIN, OTHER, HONEST = 0, 1, 2, 3, 4, 5  # which of the positions is which
SPOTS = 6
KINDS = 8

_asked_turn, _play_given_turn = njit(asked_turn), njit(play_given_turn)


@njit
def disturb(position, rules, kind, rng):
    """Bring a position of a random game to the edge: a full hand of tokens, an empty bank, full
    reserves, several nobles, the last round."""
    table = position.table
    seat = table.seat
    player = table.player[seat]
    if kind == 1 or kind == 2:
        for _ in range(40):
            token = below(rng, COLOUR_COUNT + kind - 1)
            if count(table.bank, token) and total(player.tokens) < rules.token_limit - below(rng, 2):
                take(table, player, one(token))
    if kind == 3 or kind == 4:
        for colour in range(COLOUR_COUNT):
            if kind == 3 or below(rng, 2):
                table.bank &= ~(0xFF * one(colour))
    if kind == 5:
        while player.held < rules.reserve_limit and table.reservable:
            action = RESERVE + kth_bit(table.reservable, below(rng, population(table.reservable)))
            try_action(position, rules, action)
            table.seat = seat
    if kind == 6:
        for colour in range(COLOUR_COUNT):
            player.bonus += one(colour) * below(rng, max(1, 5 - count(player.bonus, colour)))
        player.waiting = 1
    if kind == 7:
        for other in range(table.players):
            table.player[other].prestige = rules.prestige_to_win - 1 - below(rng, 4)
    for _ in range(total(player.tokens) - rules.token_limit):
        give_back(table, player, GOLD if count(player.tokens, GOLD) else 0)


@njit
def litter(place, rng):
    """Fill the scratch with other numbers than a strategy may have left there."""
    for i in range(len(place.scratch.number)):
        place.scratch.number[i] = float(below(rng, 1000))
        place.scratch.whole[i] = below(rng, 1000)


@njit
def _answer(position, rules, places, entries, seed, tally, log, fault, rng):
    """Let the strategy play the turn; whether it was legal. `_turn_of` gives what it did."""
    litter(places[0], rng)
    start_tally(tally, position.table, 0)
    return _asked_turn(position, rules, places, entries, seed, tally, log, fault)


@njit
def _turn_of(position, log):
    """Where the turn just played from a position stands in the log; a turn does not move the round
    on."""
    return log[(position.table.round - 1) * position.table.players + position.table.seat]


@njit
def _same_bytes(left, right):
    for i in range(left.shape[0]):
        if left[i] != right[i]:
            return False
    return True


@njit
def _judge(spots, octets, rules, rules_octets, rules_before, places, entries, seed, tally, log, fault, rng):
    """Examine the strategy on the position START."""
    start = spots[START]
    copy_record(spots[PLAYED], start)
    if not _answer(spots[PLAYED], rules, places, entries, seed, tally, log, fault, rng):
        return ILLEGAL
    turn = _turn_of(start, log)
    action, paid, returned, noble = turn.action, turn.paid, turn.returned, turn.noble
    place = NOT_SAID
    for i in range(start.table.nobles):
        if start.table.noble[i] == noble:
            place = i
    copy_record(spots[HONEST], start)
    _play_given_turn(
        spots[HONEST], rules, action, paid if BUY <= action < RESERVE else NOT_SAID, returned, place, fault
    )
    if not _same_bytes(octets[HONEST], octets[PLAYED]) or not _same_bytes(rules_octets, rules_before):
        return CHANGES
    copy_record(spots[AGAIN], start)
    legal = _answer(spots[AGAIN], rules, places, entries, seed, tally, log, fault, rng)
    if (
        not legal
        or turn.action != action
        or turn.paid != paid
        or turn.returned != returned
        or turn.noble != noble
    ):
        return FORGETS
    seat = start.table.seat
    imagine(start.table, start.hidden.hand[seat], rules, places[0].rng, spots[OTHER])
    legal = _answer(spots[OTHER], rules, places, entries, seed, tally, log, fault, rng)
    if (
        not legal
        or turn.action != action
        or turn.paid != paid
        or (action < BUY and turn.returned != returned)
    ):
        return PEEKS
    return CONFORMS


def examine(
    spots,
    octets,
    rules,
    rules_octets,
    rules_before,
    places,
    entries,
    seed,
    first,
    many,
    tally,
    log,
    fault,
    walker,
    counter,
):
    """Examine a strategy (places[0], entries[0]) on `many` positions of random games, number
    `first` on; counter[0] is the one in hand.

    spots: POSITION[SPOTS], octets the same memory as uint8[SPOTS, size]; WALK goes on from call to
    call, starting with a deal where its table has no players. Returns CONFORMS, or what is wrong on
    position START."""
    rng = walker[0]
    for number in range(first, first + many):
        counter[0] = number
        walk = spots[WALK]
        if walk.table.players != rules.players:
            deal(walk.table, walk.hidden, rules, seed, number)
        for _ in range(1 + below(rng, 5)):
            legal = legal_now(walk, rules)
            if try_action(walk, rules, kth_bit(legal, below(rng, population(legal)))) != GOES_ON:
                deal(walk.table, walk.hidden, rules, seed, number)
        copy_record(spots[START], walk)
        disturb(spots[START], rules, number % KINDS, rng)
        verdict = _judge(
            spots, octets, rules, rules_octets, rules_before, places, entries, number, tally, log, fault, rng
        )
        if verdict != CONFORMS:
            return verdict
    counter[0] = first + many
    return CONFORMS
