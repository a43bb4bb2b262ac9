"""What an author of strategies needs: the names of the actions, what cards cost, what is lacking, how to walk and weigh the legal actions.

Everything here is compiled and takes the `view` that a strategy is handed (see strategies/README.md). Amounts of several colours are *packed gems*:
six bytes of one whole number, in the order white, blue, green, red, black, gold; they can be added and subtracted as they are.
"""

from numba import njit

from simcli.engine import turn as _turn
from simcli.engine.actions import (
    ACTIONS,
    BUY,
    BUY_HAND,
    PASS,
    RESERVE,
    RESERVE_DECK,
    TAKE_ONE,
    TAKE_PAIR,
    TAKE_THREE,
    TAKE_TWO,
    TAKEN,
)
from simcli.engine.gems import COLOURED, GOLD, coloured_sum, count, one, shortfall, total
from simcli.engine.legality import least_gold
from simcli.engine.play import default_give_back
from simcli.engine.processor import kth_bit, population, trailing_zeros
from simcli.engine.rng import below, unit

__all__ = [
    *("ACTIONS", "BUY", "BUY_HAND", "COLOURED", "GOLD", "PASS", "RESERVE", "RESERVE_DECK", "TAKE_ONE", "TAKE_PAIR", "TAKE_THREE", "TAKE_TWO"),
    *("affordable", "below", "best_action", "card_of", "coloured_sum", "count", "default_give_back", "how_many", "is_purchase", "is_reserve"),
    *("is_take", "kth", "lacking", "least_gold", "lowest", "me", "missing", "need", "one", "shortfall", "taken", "total", "unit"),
]

kth = kth_bit
lowest = trailing_zeros
how_many = population


@njit
def me(view):
    """The record of the player to move: tokens, bonus (packed gems), prestige, purchased, nobles, held."""
    return view.table.player[view.table.seat]


@njit
def is_take(action):
    """Whether the action takes tokens."""
    return action < BUY


@njit
def is_purchase(action):
    """Whether the action buys a card, from the table or from the hand."""
    return BUY <= action < RESERVE


@njit
def is_reserve(action):
    """Whether the action reserves a card, from the table or from a deck."""
    return RESERVE <= action < PASS


@njit
def taken(action):
    """The packed gems that a take brings."""
    return TAKEN[action]


@njit
def card_of(view, action):
    """Row in view.rules.card of the card that a purchase or a reserve is about; -1 for a reserve from a deck, whose card nobody knows."""
    return _turn.card_of(view.table, view.hand, action)


@njit
def need(view, card):
    """Packed gems that the player to move has to pay for a card (a row), after bonuses."""
    return shortfall(view.rules.card[card].cost, me(view).bonus)


@njit
def lacking(view, card):
    """Packed coloured gems that the player to move still lacks for a card (a row), after bonuses and coloured tokens; gold not counted."""
    return shortfall(need(view, card), me(view).tokens & COLOURED)


@njit
def missing(view, card):
    """Number of tokens that the player to move still lacks for a card (a row), gold counted; 0 if it can be bought now."""
    return max(0, coloured_sum(lacking(view, card)) - count(me(view).tokens, GOLD))


@njit
def affordable(view, card):
    """Whether the player to move could pay for a card (a row) now."""
    return missing(view, card) == 0


@njit
def best_action(view, legal, score):
    """The legal action with the highest `score(view, action)`, each of several equally good ones equally likely."""
    best, ties, answer = score(view, lowest(legal)), 1, lowest(legal)
    legal &= legal - 1
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        value = score(view, action)
        if value > best:
            best, ties, answer = value, 1, action
        elif value == best:
            ties += 1
            if below(view.rng, ties) == 0:
                answer = action
    return answer
