"""Takes or reserves what the next seat needs.

Idea: it plays for prestige and nobles like others, but first looks at what the rival who moves next
could buy on the table: a card worth `alarm` or more to that seat is bought if it can be, else
reserved.
Weak against: players who always have a second card within reach; with three or four seats the
others gain from what it spends.
"""

from simcli.toolkit import (
    BUY,
    RESERVE,
    best_place,
    effort,
    is_rival,
    lowest,
    note_noble_pulls,
    payable_by,
    pursue,
    shortfall,
    spare_for,
    standing,
)

PARAMETERS = {"alarm": 3.9, "win": 10.0, "bonus": 0.85, "noble": 3.0, "far": 2.0, "cost": 0.2}


def next_rival(view):
    """The rival that moves next."""
    seat = (view.table.seat + 1) % view.table.players
    while not is_rival(view, seat):
        seat = (seat + 1) % view.table.players
    return seat


def worth_to(view, seat, row):
    """Prestige that a card and the noble it would bring are worth to a seat."""
    card, other = view.rules.card[row], view.table.player[seat]
    worth = float(card.prestige)
    for i in range(view.table.nobles):
        if shortfall(view.table.requirement[i], other.bonus + card.bonus) == 0:
            worth += 3.0
    return (
        worth + view.parameters.win if standing(view, seat) + worth >= view.rules.prestige_to_win else worth
    )


def block(view, legal):
    """The purchase or reserve of the card that the next rival would like most, or -1 where none is
    worth it."""
    answer, most, rival = -1, view.parameters.alarm, next_rival(view)
    places = payable_by(view, rival) & (legal >> BUY | legal >> RESERVE)
    while places:
        place = lowest(places)
        places &= places - 1
        worth = worth_to(view, rival, view.table.card[place])
        if worth >= most:
            answer, most = BUY + place if legal >> (BUY + place) & 1 else RESERVE + place, worth
    return answer


def pull(view, row):
    """Prestige, bonus and nobles by effort."""
    card, p = view.rules.card[row], view.parameters
    return (card.prestige + p.bonus + p.noble * view.scratch.number[card.colour]) / effort(
        view, row, p.far, p.cost
    )


def choose(view, legal):
    note_noble_pulls(view)
    action = block(view, legal)
    return action if action >= 0 else pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    note_noble_pulls(view)
    return spare_for(view, best_place(view, pull))
