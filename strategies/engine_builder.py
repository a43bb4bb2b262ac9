"""Bonuses first, points later.

Idea: until it owns about `size` cards it buys what is cheap and serves the cards in sight, whatever the prestige; the more it owns, the more only
prestige counts, and then most cards cost little.
Weak against: players who reach the target while it still builds.
"""

from simcli.toolkit import PLACES, best_place, count, effort, me, need, noble_pull, pursue, row_at, spare_for

PARAMETERS = {"size": 14, "bonus": 2.6, "use": 0.33, "noble": 1.4, "far": 0.63, "cost": 0.23}


def use(view, colour):
    """How many cards in sight still ask for a colour."""
    cards = 0
    for place in range(PLACES):
        row = row_at(view, place)
        if row >= 0:
            cards += min(1, count(need(view, row), colour))
    return cards


def pull(view, row):
    """The bonus early, the prestige late, by effort."""
    card, p = view.rules.card[row], view.parameters
    built = min(1.0, me(view).purchased / p.size)
    worth = 0.2 + built * card.prestige + (1 - built) * (p.bonus + p.use * use(view, card.colour)) + p.noble * noble_pull(view, card.colour)
    return worth / effort(view, row, p.far, p.cost)


def choose(view, legal):
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    return spare_for(view, best_place(view, pull))
