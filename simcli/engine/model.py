"""A game to think on: a complete position that agrees with what a seat sees, actions tried on it,
play to its end.

What nobody may know is drawn anew out of the strategy's own random numbers, so that the true decks
and hands cannot be found out with it. Nothing here allocates.
"""

from collections import namedtuple

from numba import njit

from simcli.engine.ending import GOES_ON, end_of_round
from simcli.engine.gems import NEVER
from simcli.engine.names import LEVEL_COUNT
from simcli.engine.processor import copy_record
from simcli.engine.rng import below, next_word
from simcli.engine.state import FACE_UP, HAND_PLACES
from simcli.engine.step import step

# What a strategy is handed: the public table, the hand of the seat to move, the rules, its random
# stream, its parameters, its scratch.
View = namedtuple("View", ["table", "hand", "rules", "rng", "parameters", "scratch"])


@njit
def _known_to_mover(table, hand, row):
    """Whether the seat to move has seen a card: everybody has, or it lies in the own hand."""
    if table.shown[row >> 6] >> (row & 63) & 1:
        return True
    for i in range(HAND_PLACES):
        if hand.card[i] == row:
            return True
    return False


@njit
def imagine(table, hand, rules, rng, position):
    """Fill `position` with a complete one that agrees with what the seat to move sees: cards it has
    not seen lie in decks and in the deck-reserved places of the other hands, every arrangement
    equally likely."""
    copy_record(position.table, table)
    hidden, seat = position.hidden, table.seat
    hidden.key = next_word(rng)
    hidden.ordered = 0
    for level in range(LEVEL_COUNT):
        unseen = 0
        deck = hidden.deck[level]
        for row in range(rules.level_start[level], rules.level_start[level] + rules.level_size[level]):
            if not _known_to_mover(table, hand, row):
                deck[unseen] = row
                unseen += 1
        for other in range(table.players):
            if other != seat:
                player, theirs = table.player[other], hidden.hand[other]
                for i in range(player.held):
                    if player.reserved[i] == -level - 1 and unseen > 0:
                        k = below(rng, unseen)
                        unseen -= 1
                        theirs.card[i] = deck[k]
                        theirs.price[i] = rules.card[deck[k]].cost
                        deck[k] = deck[unseen]
        # Cards that are out of play, as a position made by hand may have them, leave more unseen
        # than the deck has.
        while unseen > table.deck_size[level]:
            k = below(rng, unseen)
            unseen -= 1
            deck[k] = deck[unseen]
    for other in range(table.players):
        theirs = hidden.hand[other]
        player = table.player[other]
        for i in range(HAND_PLACES):
            if i >= player.held:
                theirs.card[i] = -1
                theirs.price[i] = NEVER
            elif player.reserved[i] >= 0:
                theirs.card[i] = player.reserved[i]
                theirs.price[i] = rules.card[player.reserved[i]].cost
        for i in range(HAND_PLACES, FACE_UP):
            theirs.price[i] = NEVER
    copy_record(hidden.hand[seat], hand)


@njit
def try_action(position, rules, action):
    """Play one whole turn of the seat to move, everything but the action by default; then the next
    seat is to move. Returns how the game ended, or GOES_ON."""
    step(position, rules, position.table.seat, action)
    return next_seat(position.table, rules)


@njit
def next_seat(table, rules):
    """Hand the turn on. Returns how the game ended with this turn, or GOES_ON."""
    if table.seat + 1 < table.players:
        table.seat += 1
        return GOES_ON
    ended = end_of_round(table, rules)
    if ended == GOES_ON:
        table.seat = 0
        table.passes = 0
        table.round += 1
    return ended
