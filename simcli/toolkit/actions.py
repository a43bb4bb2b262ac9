"""The actions by name, masks of them, and what an action is about."""

from numba import njit

from simcli.engine import turn as _turn
from simcli.engine.actions import BUY, PASS, RESERVE, TAKEN
from simcli.engine.processor import kth_bit, population, trailing_zeros
from simcli.engine.rng import below

TAKES = (1 << BUY) - 1  # masks of all takes, purchases, reserves
PURCHASES = (1 << RESERVE) - (1 << BUY)
RESERVES = (1 << PASS) - (1 << RESERVE)

kth = kth_bit
lowest = trailing_zeros
how_many = population


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
    """Row in view.rules.card of the card that a purchase or a reserve is about; -1 for a reserve
    from a deck, whose card nobody knows."""
    return _turn.card_of(view.table, view.hand, action)


@njit
def any_of(view, mask):
    """One of the actions of a mask that is not empty, each equally likely."""
    return kth_bit(mask, below(view.rng, population(mask)))


@njit
def best_action(view, legal, score):
    """The legal action with the highest `score(view, action)`, each of several equally good ones
    equally likely."""
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
