"""Bonuses first, points later.

Idea: until it owns about `size` cards it buys what is cheap and serves the cards in sight, whatever
the prestige; the more it owns, the more only prestige counts, and then most cards cost little.
Weak against: players who reach the target while it still builds.
"""

from simcli.toolkit import (
    ONE_OF_EACH,
    PLACES,
    best_place,
    count,
    effort,
    me,
    note_noble_pulls,
    price_at,
    pursue,
    shortfall,
    spare_for,
)

PARAMETERS = {"size": 14, "bonus": 2.6, "use": 0.33, "noble": 1.4, "far": 0.63, "cost": 0.23}


USE = 5  # where the use of a bonus of each colour begins in view.scratch.number


def prepare(view):
    """Note for each colour the nobles' pull and, from USE on, how many cards in sight still ask for
    it."""
    note_noble_pulls(view)
    asked = 0
    for place in range(PLACES):
        price = price_at(view, place)
        if price >= 0:
            left = shortfall(price, me(view).bonus)
            asked += left - shortfall(left, ONE_OF_EACH)
    for colour in range(5):
        view.scratch.number[USE + colour] = count(asked, colour)


def pull(view, row):
    """The bonus early, the prestige late, by effort."""
    card, p, number = view.rules.card[row], view.parameters, view.scratch.number
    built = min(1.0, me(view).purchased / p.size)
    worth = (
        0.2
        + built * card.prestige
        + (1 - built) * (p.bonus + p.use * number[USE + card.colour])
        + p.noble * number[card.colour]
    )
    return worth / effort(view, row, p.far, p.cost)


def choose(view, legal):
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
