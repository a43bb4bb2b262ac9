"""Level 3 by way of reserves and gold.

Idea: it always wants `held` of the big cards in hand: it reserves the one of level 3 (late: of any
level) with the most prestige for what it would cost, takes the gold, and buys small cards only
where they serve what it holds.
Weak against: fast builders; a hand full of cards in five colours.
"""

from simcli.toolkit import (
    GOLD,
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
    spare_for,
)

PARAMETERS = {
    "held": 1.0,
    "from_card": 2,
    "serve": 0.4,
    "bonus": 0.5,
    "big": 1.44,
    "noble": 1.5,
    "far": 3.0,
    "cost": 0.4,
}

ASKED = 0  # where view.scratch.whole holds what the reserved cards ask for


def prepare(view):
    """Note the nobles' pull and what the reserved cards ask for."""
    note_noble_pulls(view)
    view.scratch.whole[ASKED] = asked_by_hand(view)


def to_reserve(view, legal):
    """The reserve of the face-up level-3 card that brings the most prestige for its price, or
    -1."""
    answer, best = -1, 0.0
    for place in range(8, 12):
        if legal >> (RESERVE + place) & 1:
            row = view.table.card[place]
            value = view.rules.card[row].prestige / (3.0 + coloured_sum(need(view, row)))
            if value > best:
                answer, best = RESERVE + place, value
    return answer


def pull(view, row):
    """Prestige, more for level 3, and service to the reserved cards, by effort."""
    card, p = view.rules.card[row], view.parameters
    prestige = card.prestige * p.big if card.level == 3 else card.prestige
    worth = (
        prestige
        + p.bonus
        + p.serve * count(view.scratch.whole[ASKED], card.colour)
        + p.noble * view.scratch.number[card.colour]
    )
    return worth / effort(view, row, p.far, p.cost)


def choose(view, legal):
    player = me(view)
    if (
        player.held < view.parameters.held
        and player.purchased >= view.parameters.from_card
        and count(view.table.bank, GOLD)
    ):
        action = to_reserve(view, legal)
        if action >= 0:
            return action
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
