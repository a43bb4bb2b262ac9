"""Collects two colours and lets them pay for the rest.

Idea: the two colours are those it owns most of; at the start, those that the nobles and the cards in sight ask for most. Cards of the two colours
count `inside`, others only for their prestige; so it soon pays large one-coloured prices with bonuses alone.
Weak against: tables where the big cards of its colours do not come, and blockers.
"""

from simcli.toolkit import PLACES, best_place, count, effort, me, noble_pull, price_at, pursue, spare_for

PARAMETERS = {"inside": 0.9, "outside": 0.4, "prestige": 0.36, "noble": 1.9, "far": 1.1, "cost": 0.1}


def liking(view, colour):
    """How much a colour is its own: what it has of it before what is asked for."""
    asked = 0
    for place in range(PLACES):
        price = price_at(view, place)
        if price >= 0:
            asked += count(price, colour)
    for i in range(view.table.nobles):
        asked += 2 * count(view.table.requirement[i], colour)
    return 1000 * count(me(view).bonus, colour) + 10 * asked - colour


def is_own(view, colour):
    """Whether fewer than two colours are liked more."""
    before, own = 0, liking(view, colour)
    for other in range(5):
        before += int(liking(view, other) > own)
    return before < 2


def prepare(view):
    """Note which colours are its own in the scratch."""
    for colour in range(5):
        view.scratch.whole[colour] = int(is_own(view, colour))


def pull(view, row):
    """Prestige, and the bonus by its colour, for the effort."""
    card, p = view.rules.card[row], view.parameters
    bonus = p.inside if view.scratch.whole[card.colour] else p.outside
    return (p.prestige * card.prestige + bonus + p.noble * noble_pull(view, card.colour)) / effort(view, row, p.far, p.cost)


def choose(view, legal):
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
