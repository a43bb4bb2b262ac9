"""Buys whatever costs least: many small cards, prestige late.

Idea: of the cards that can be paid, buy the one that takes the fewest tokens; otherwise take tokens for the card that lacks the fewest. Many
bonuses make later cards cheap, and nobles come by themselves. Between equals, prestige decides.
Weak against: anybody who goes for prestige before the many small cards have paid off.
"""

from simcli.toolkit import BUY, RESERVES, any_of, best_place, coloured_sum, lacking, missing, need, row_at, spare_token, take_towards


def cheapness(view, row):
    """Fewest tokens still to find, then fewest to pay, then most prestige."""
    return -400 * missing(view, row) - 20 * coloured_sum(need(view, row)) + view.rules.card[row].prestige


def choose(view, legal):
    place = best_place(view, cheapness)
    if place >= 0 and legal >> (BUY + place) & 1:
        return BUY + place
    wanted = lacking(view, row_at(view, place)) if place >= 0 else 0
    take = take_towards(view, legal, wanted, 0)
    if take >= 0:
        return take
    return any_of(view, legal & RESERVES or legal)


def give_back(view, left):
    place = best_place(view, cheapness)
    return spare_token(view, need(view, row_at(view, place)) if place >= 0 else 0)
