"""Collects two colours and lets them pay for the rest.

Idea: the two colours are those it owns most of; at the start, those that the nobles and the cards
in sight ask for most. Cards of the two colours count `inside`, others only for their prestige; so
it soon pays large one-coloured prices with bonuses alone.
Weak against: tables where the big cards of its colours do not come, and blockers.
"""

from simcli.toolkit import (
    PLACES,
    best_place,
    count,
    effort,
    me,
    note_noble_pulls,
    price_at,
    pursue,
    spare_for,
)

PARAMETERS = {"inside": 0.9, "outside": 0.4, "prestige": 0.36, "noble": 1.9, "far": 1.1, "cost": 0.1}

LIKING = 5  # where that begins in view.scratch.whole


def prepare(view):
    """Note the nobles' pull, and in view.scratch.whole 1 for its own two colours: what it has most
    of, then what is asked for most."""
    note_noble_pulls(view)
    asked = 0
    for place in range(PLACES):
        price = price_at(view, place)
        if price >= 0:
            asked += price
    for i in range(view.table.nobles):
        asked += view.table.requirement[i]
    whole, bonus = view.scratch.whole, me(view).bonus
    for colour in range(5):
        whole[colour] = 0
        whole[LIKING + colour] = 1000 * count(bonus, colour) + count(asked, colour)
    for _ in range(2):
        best = -1
        for colour in range(5):
            if not whole[colour] and (best < 0 or whole[LIKING + colour] > whole[LIKING + best]):
                best = colour
        whole[best] = 1


def pull(view, row):
    """Prestige, and the bonus by its colour, by effort."""
    card, p = view.rules.card[row], view.parameters
    bonus = p.inside if view.scratch.whole[card.colour] else p.outside
    return (p.prestige * card.prestige + bonus + p.noble * view.scratch.number[card.colour]) / effort(
        view, row, p.far, p.cost
    )


def choose(view, legal):
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
