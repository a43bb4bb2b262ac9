"""Buys whatever costs least: many small cards, prestige late.

Idea: of the cards that can be paid, buy the one that takes the fewest tokens; otherwise take tokens
for the card that lacks the fewest. Many bonuses make later cards cheap, and nobles come by
themselves. Between equals, prestige decides.
Weak against: anybody who goes for prestige before the many small cards have paid off.
"""

from simcli.toolkit import best_place, coloured_sum, missing, need, pursue, spare_for


def pull(view, row):
    """Fewest tokens still to find, then fewest to pay, then most prestige."""
    return -400 * missing(view, row) - 20 * coloured_sum(need(view, row)) + view.rules.card[row].prestige


def choose(view, legal):
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    return spare_for(view, best_place(view, pull))
