"""The player to move, those it plays against, and what its nobles and reserved cards ask for."""

from numba import njit

from simcli.engine import ending as _ending
from simcli.engine.gems import ONES as ONE_OF_EACH
from simcli.engine.gems import coloured_sum, count, shortfall
from simcli.engine.names import COLOUR_COUNT


@njit
def me(view):
    """The record of the player to move: tokens, bonus (packed gems), prestige, purchased, nobles,
    held."""
    return view.table.player[view.table.seat]


@njit
def standing(view, seat):
    """The prestige that counts for a seat (0-3): its own, or that of its team together where the
    rules have teams."""
    return _ending.standing(view.table, view.rules, seat)


@njit
def is_rival(view, seat):
    """Whether a seat (0-3) plays against the player to move: every other one, or those of the other
    team."""
    return view.rules.team[seat] != view.rules.team[view.table.seat]


@njit
def noble_pull(view, colour):
    """How much one more bonus of a colour brings the nobles nearer to the player to move: 3 by (1 +
    bonuses still needed), added up."""
    sum_ = 0.0
    for i in range(view.table.nobles):
        lack = shortfall(view.table.requirement[i], me(view).bonus)
        if count(lack, colour):
            sum_ += 3.0 / (1 + coloured_sum(lack))
    return sum_


@njit
def note_noble_pulls(view):
    """Work out `noble_pull` for the five colours once: they then stand in
    view.scratch.number[0:5]."""
    number, bonus = view.scratch.number, me(view).bonus
    for colour in range(COLOUR_COUNT):
        number[colour] = 0.0
    for i in range(view.table.nobles):
        lack = shortfall(view.table.requirement[i], bonus)
        pull = 3.0 / (1 + coloured_sum(lack))
        for colour in range(COLOUR_COUNT):
            number[colour] += (
                pull if count(lack, colour) else 0.0
            )  # no jump: which colours lack is hard to foresee


@njit
def each_once(gems):
    """Packed coloured gems: one of each colour of which there are any."""
    return gems - shortfall(gems, ONE_OF_EACH)


@njit
def asked_by_hand(view):
    """Packed gems: for each colour, how many reserved cards of the player to move still ask for
    it."""
    asked, bonus = 0, me(view).bonus
    for i in range(me(view).held):
        asked += each_once(shortfall(view.hand.price[i], bonus))
    return asked


@njit
def asked_for(view, colour):
    """How many reserved cards of the player to move still ask for a colour."""
    return count(asked_by_hand(view), colour)
