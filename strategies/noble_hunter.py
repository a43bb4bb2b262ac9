"""Buys the colours that the nobles on the table ask for.

Idea: a noble is worth as much as a good card and costs no turn of its own. Every card is worth its
prestige and, `weight` times, what its bonus does for each noble: the fewer bonuses that noble still
needs, the more. The best for the effort it takes is aimed at.
Weak against: fast players, who end the game before the second noble comes, and players who hunt the
same noble from an earlier seat.
"""

from simcli.toolkit import best_place, coloured_sum, effort, note_noble_pulls, pursue, spare_for

PARAMETERS = {"weight": 2.5, "bonus": 1.0, "far": 2.0, "cost": 0.15}


def pull(view, row):
    """Prestige, bonus and nobles by effort."""
    card, p = view.rules.card[row], view.parameters
    return (card.prestige + p.bonus + p.weight * view.scratch.number[card.colour]) / effort(
        view, row, p.far, p.cost
    )


def choose(view, legal):
    note_noble_pulls(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    note_noble_pulls(view)
    return spare_for(view, best_place(view, pull))


def choose_noble(view, coming):
    """The one that asks for the most: the others are more likely still there next turn."""
    answer, most = 0, -1
    for i in range(view.table.nobles):
        if coming >> i & 1 and coloured_sum(view.table.requirement[i]) > most:
            answer, most = i, coloured_sum(view.table.requirement[i])
    return answer
