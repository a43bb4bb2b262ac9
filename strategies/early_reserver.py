"""Reserves expensive cards in the first rounds and builds towards them.

Idea: until round `until` it reserves the card on the table with the most prestige (level 2 or 3)
whose price fits what it has and holds already, and so has gold and a plan nobody can take away.
After that it buys cheap cards in the colours that its reserved cards ask for, and then those.
Weak against: builders who use the turns that the reserves cost, and tables on which the reserved
cards share no colours.
"""

from simcli.toolkit import (
    GOLD,
    RESERVE,
    RESERVES,
    asked_by_hand,
    best_place,
    coloured_sum,
    count,
    effort,
    lowest,
    me,
    need,
    pursue,
    spare_for,
)

PARAMETERS = {"until": 3, "held": 2, "want": 0.8, "bonus": 0.5, "far": 3.0, "cost": 0.2}

ASKED = 0  # where view.scratch.whole holds what the reserved cards ask for


def wished(view, row):
    """How good a card is to reserve: its prestige for what it costs beyond the bonuses, less where
    the colours differ from those reserved before."""
    if row < 0:
        return -1.0
    card = view.rules.card[row]
    if card.level == 1:
        return -1.0
    shared = 0
    for i in range(me(view).held):
        other = need(view, view.hand.card[i])
        for colour in range(5):
            shared += min(count(other, colour), count(card.cost, colour))
    return (card.prestige + 0.2 * shared) / (4.0 + coloured_sum(need(view, row)))


def best_reserve(view, legal):
    """The reserve from the table that is wished most, or -1."""
    answer, best = -1, 0.0
    reserves = legal & RESERVES & (1 << (RESERVE + 12)) - 1
    while reserves:
        action = lowest(reserves)
        reserves &= reserves - 1
        value = wished(view, view.table.card[action - RESERVE])
        if value > best:
            answer, best = action, value
    return answer


def pull(view, row):
    """Prestige, and what the bonus does for the reserved cards, by effort."""
    card, p = view.rules.card[row], view.parameters
    return (card.prestige + p.bonus + p.want * count(view.scratch.whole[ASKED], card.colour)) / effort(
        view, row, p.far, p.cost
    )


def choose(view, legal):
    if (
        view.table.round <= view.parameters.until
        and me(view).held < view.parameters.held
        and count(view.table.bank, GOLD)
    ):
        action = best_reserve(view, legal)
        if action >= 0:
            return action
    view.scratch.whole[ASKED] = asked_by_hand(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    view.scratch.whole[ASKED] = asked_by_hand(view)
    return spare_for(view, best_place(view, pull))
