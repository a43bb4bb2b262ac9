"""Goes for the prestige nearest at hand, card by card.

Idea: aim at the card with the most prestige for the effort that it still takes, and buy it as soon
as it can be paid. A card without prestige counts a little for its bonus.
Weak against: players who look at what their bonuses are good for.
"""

from simcli.toolkit import best_place, effort, pursue, spare_for

PARAMETERS = {"bonus": 1.0, "far": 3.0, "cost": 0.1}


def pull(view, row):
    """Prestige, and a little for the bonus, by effort."""
    return (view.rules.card[row].prestige + view.parameters.bonus) / effort(
        view, row, view.parameters.far, view.parameters.cost
    )


def choose(view, legal):
    return pursue(view, legal, best_place(view, pull))


def give_back(view, left):
    return spare_for(view, best_place(view, pull))
