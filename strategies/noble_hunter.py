"""Buys the colours that the nobles on the table ask for.

Idea: a noble is worth as much as a good card and costs no turn of its own. Every card is worth its prestige and, `weight` times, what its bonus
does for each noble: the fewer bonuses that noble still needs, the more. The best for the tokens still missing is aimed at.
Weak against: fast players, who end the game before the second noble comes, and players who hunt the same noble from an earlier seat.
"""

from simcli.toolkit import (
    BUY,
    PURCHASES,
    RESERVES,
    any_of,
    best_place,
    coloured_sum,
    count,
    lacking,
    me,
    missing,
    need,
    row_at,
    shortfall,
    spare_token,
    take_towards,
)

PARAMETERS = {"weight": 2.5, "bonus": 1.0, "far": 2.0, "cost": 0.15}


def for_nobles(view, colour):
    """How much one more bonus of a colour brings the nobles nearer, in prestige."""
    sum_ = 0.0
    for i in range(view.table.nobles):
        lack = shortfall(view.table.requirement[i], me(view).bonus)
        if count(lack, colour):
            sum_ += 3.0 / (1 + coloured_sum(lack))
    return sum_


def pull(view, row):
    card = view.rules.card[row]
    worth = card.prestige + view.parameters.bonus + view.parameters.weight * for_nobles(view, card.colour)
    return worth / (1 + view.parameters.far * missing(view, row) + view.parameters.cost * coloured_sum(need(view, row)))


def choose(view, legal):
    place = best_place(view, pull)
    if place < 0:
        return any_of(view, legal)
    if legal >> (BUY + place) & 1:
        return BUY + place
    take = take_towards(view, legal, lacking(view, row_at(view, place)), 0)
    if take >= 0:
        return take
    return any_of(view, legal & PURCHASES or legal & RESERVES or legal)


def give_back(view, left):
    place = best_place(view, pull)
    return spare_token(view, need(view, row_at(view, place)) if place >= 0 else 0)


def choose_noble(view, coming):
    """The one that asks for the most: the others are more likely still there next turn."""
    answer, most = 0, -1
    for i in range(view.table.nobles):
        if coming >> i & 1 and coloured_sum(view.table.requirement[i]) > most:
            answer, most = i, coloured_sum(view.table.requirement[i])
    return answer
