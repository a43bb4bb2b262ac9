"""For the team game: stays off the partner's colours, minds the weaker member.

Idea: a team needs its prestige together, and a tie goes to the team whose weaker member has more.
It plays for prestige and nobles, leaves cards that the partner can buy and it cannot, and values
prestige more while it is the weaker of the two. Without teams it is an ordinary player.
Weak against: opponents who block; a partner who does not share out the work.
"""

from simcli.toolkit import (
    COLOURED,
    GOLD,
    best_place,
    coloured_sum,
    count,
    effort,
    me,
    note_noble_pulls,
    pursue,
    shortfall,
    spare_for,
)

PARAMETERS = {
    "leave": 0.5,
    "shared": 0.15,
    "weaker": 0.3,
    "bonus": 1.0,
    "noble": 2.0,
    "far": 2.0,
    "cost": 0.15,
}

MATE = 0  # where view.scratch.whole holds the partner's seat


def partner(view):
    """The seat of the partner, or the own seat without teams."""
    for seat in range(view.table.players):
        if seat != view.table.seat and view.rules.team[seat] == view.rules.team[view.table.seat]:
            return seat
    return view.table.seat


def prepare(view):
    """Note the nobles' pull and who the partner is."""
    note_noble_pulls(view)
    view.scratch.whole[MATE] = partner(view)


def pull(view, row):
    """Prestige, bonus and nobles by effort, less where it is the partner's business."""
    card, p, mate = view.rules.card[row], view.parameters, view.scratch.whole[MATE]
    prestige, factor = float(card.prestige), 1.0
    if mate != view.table.seat:
        other = view.table.player[mate]
        if me(view).prestige < other.prestige:
            prestige *= 1 + p.weaker
        lack = coloured_sum(shortfall(shortfall(card.cost, other.bonus), other.tokens & COLOURED)) - count(
            other.tokens, GOLD
        )
        if lack <= 0:
            factor = 1 - p.leave
        if count(other.bonus, card.colour) > count(me(view).bonus, card.colour):
            factor *= 1 - p.shared
    return (
        factor
        * (prestige + p.bonus + p.noble * view.scratch.number[card.colour])
        / effort(view, row, p.far, p.cost)
    )


def choose(view, legal):
    prepare(view)
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    prepare(view)
    return spare_for(view, best_place(view, pull))
