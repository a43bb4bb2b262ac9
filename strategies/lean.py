"""Few cards, high ones, by way of reserves: plays for tempo like people who are good at the game.

Idea: prestige for the turns it takes. It reserves a card of level 2 or 3 that is good for its price
as soon as it owns a card or two, and buys small cards only in colours that its reserved cards, the
nobles or several good cards in sight ask for.
Weak against: players who block the colours it needs, and tables without good cards of level 2.
"""

from simcli.toolkit import (
    GOLD,
    PLACES,
    RESERVE,
    asked_by_hand,
    best_place,
    coloured_sum,
    count,
    effort,
    me,
    need,
    note_noble_pulls,
    pursue,
    row_at,
    spare_for,
)

PARAMETERS = {
    "held": 1.0,
    "good": 0.4,
    "serve": 0.79,
    "prestige": 0.66,
    "bonus": 0.55,
    "use": 0.89,
    "noble": 1.5,
    "far": 0.76,
    "cost": 0.14,
}


USE = 5  # where that begins in view.scratch.number


def rate(view, row):
    """Prestige of a card for each token of its price."""
    return view.rules.card[row].prestige / (2.0 + coloured_sum(need(view, row)))


def to_reserve(view, legal):
    """The reserve of the card of level 2 or 3 with the best rate, if that is good; else -1."""
    answer, best = -1, view.parameters.good
    for place in range(4, 12):
        if legal >> (RESERVE + place) & 1:
            value = rate(view, view.table.card[place])
            if value > best:
                answer, best = RESERVE + place, value
    return answer


def prepare(view):
    """Note for each colour in the scratch the nobles' pull and, from USE on, what a bonus of it
    serves: the reserved cards that ask for it, and the cards in sight that do, each by its prestige
    for its price."""
    note_noble_pulls(view)
    number, asked = view.scratch.number, asked_by_hand(view)
    for colour in range(5):
        number[USE + colour] = 0.0
    for place in range(PLACES):
        row = row_at(view, place)
        if row >= 0:
            value, left = rate(view, row), need(view, row)
            for colour in range(5):
                number[USE + colour] += value if count(left, colour) else 0.0
    for colour in range(5):
        number[USE + colour] = (
            view.parameters.serve * count(asked, colour) + view.parameters.use * number[USE + colour]
        )


def pull(view, row):
    """Prestige, and what the bonus serves, by effort."""
    card, p, number = view.rules.card[row], view.parameters, view.scratch.number
    return (
        p.prestige * card.prestige + p.bonus + number[USE + card.colour] + p.noble * number[card.colour]
    ) / effort(view, row, p.far, p.cost)


def choose(view, legal):
    player = me(view)
    if player.held < view.parameters.held and player.purchased >= 2 and count(view.table.bank, GOLD):
        action = to_reserve(view, legal)
        if action >= 0:
            return action
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
