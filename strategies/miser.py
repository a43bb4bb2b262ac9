"""Keeps its tokens together and its choices open.

Idea: tokens in many colours can become any card. It buys when a card is worth it (prestige, nobles)
or costs next to nothing, and else takes the tokens that bring it nearest to as many cards as
possible; only a full hand makes it spend on small cards.
Weak against: players who turn tokens into bonuses at once.
"""

from simcli.toolkit import (
    BUY,
    ONE_OF_EACH,
    PLACES,
    PURCHASES,
    TAKES,
    best_place,
    coloured_sum,
    effort,
    lacking,
    lowest,
    me,
    need,
    note_noble_pulls,
    pursue,
    row_at,
    shortfall,
    spare_for,
    taken,
    total,
)

PARAMETERS = {"full": 8.0, "worth": 0.7, "bonus": 1.0, "noble": 2.0, "far": 1.5, "cost": 0.2, "useful": 1.0}


def pull(view, row):
    """Prestige, bonus and nobles by effort."""
    card, p = view.rules.card[row], view.parameters
    return (card.prestige + p.bonus + p.noble * view.scratch.number[card.colour]) / effort(
        view, row, p.far, p.cost
    )


def wanted_by_all(view):
    """Packed gems: for each colour, how many cards in sight still lack it."""
    sum_ = 0
    for place in range(PLACES):
        row = row_at(view, place)
        if row >= 0:
            lack = lacking(view, row)
            sum_ += lack - shortfall(lack, ONE_OF_EACH)
    return sum_


def broad_take(view, legal):
    """The legal take whose tokens most cards in sight lack, or -1."""
    wanted, answer, most = wanted_by_all(view), -1, -1
    takes = legal & TAKES
    while takes:
        action = lowest(takes)
        takes &= takes - 1
        gems = taken(action)
        value = coloured_sum(wanted) - coloured_sum(shortfall(wanted, gems * 15))
        if value > most:
            answer, most = action, value
    return answer


def choose(view, legal):
    note_noble_pulls(view)
    place = best_place(view, pull)
    room = view.rules.token_limit - total(me(view).tokens)
    if place >= 0 and legal >> (BUY + place) & 1:
        row = row_at(view, place)
        if (
            pull(view, row) >= view.parameters.worth
            or coloured_sum(need(view, row)) <= 1
            or total(me(view).tokens) >= view.parameters.full
        ):
            return BUY + place
    if room >= 3 and not legal & PURCHASES:
        action = broad_take(view, legal)
        if action >= 0:
            return action
    return pursue(view, legal, place)


def give_back(view, left):
    note_noble_pulls(view)
    return spare_for(view, best_place(view, pull))
