"""Goes for the prestige nearest at hand, card by card.

Idea: aim at the card with the most prestige for the tokens still missing, buy it as soon as it can be paid, and pick up what helps on the way
only when nothing better is near. A card without prestige counts a little for its bonus.
Weak against: players who build up bonuses first and overtake it after round 15.
"""

from simcli.toolkit import (
    BUY,
    PURCHASES,
    RESERVES,
    any_of,
    best_place,
    coloured_sum,
    lacking,
    missing,
    need,
    row_at,
    spare_token,
    take_towards,
)

PARAMETERS = {"bonus": 1.0, "far": 3.0, "cost": 0.1}


def pull(view, row):
    """Prestige, and a little for the bonus, for each token still to find and to pay."""
    effort = 1 + view.parameters.far * missing(view, row) + view.parameters.cost * coloured_sum(need(view, row))
    return (view.rules.card[row].prestige + view.parameters.bonus) / effort


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
