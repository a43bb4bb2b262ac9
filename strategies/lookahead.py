"""Tries each promising action on a copy of the table and looks at what follows, the others' best replies included.

Idea: the `width` actions that `balanced` likes most are each played on imagined positions, the same for all of them (what the seat cannot see is drawn
at random, `samples` times). From there everybody goes on with what `balanced` thinks best for `turns` turns; then the positions are compared:
prestige, bonuses and the outlook on the cards in sight, less those of the best of the others.
Weak against: plans longer than it looks, and surprises that turn up less often than it samples.
"""

from simcli.foresight import GOES_ON, TARGET, act, copy_position, imagine, play_ahead, seen_by, win_share
from simcli.toolkit import borrow, borrowed, coloured_sum, is_rival, me

PARAMETERS = {
    "width": 6,  # actions looked at
    "samples": 2,  # imagined positions
    "turns": 8,  # turns played on after the action
    "win": 30.0,  # a won game, in points of prestige
    "bonus": 2.5,  # a bonus early in the game
    "outlook": 0.7,  # of the outlook on the cards in sight
}

balanced = borrow("balanced")

VALUE = 160  # where the values of the actions begin in view.scratch.number; `balanced` uses what is before


def policy(view, legal):
    return balanced.choose(borrowed(view, balanced.defaults), legal)


def strength(view):
    """What the seat to move has and hopes for, in points of prestige."""
    p, player = view.parameters, me(view)
    own = borrowed(view, balanced.defaults)
    balanced.prepare(own)
    late = balanced.progress(own)
    return (
        player.prestige + p.bonus * (1 - late) * coloured_sum(player.bonus) + p.outlook * balanced.outlook(own, player.tokens, player.bonus)
    )


def margin(view, i, ended):
    """How well the thinker's side does against the best of the others in thought position i; the game may have ended there."""
    seat = view.table.seat
    if ended == TARGET:
        return view.parameters.win * (2 * win_share(view, i, seat) - 1)
    own, best = 0.0, -1e9
    for other in range(view.table.players):
        value = strength(seen_by(view, i, other))
        if is_rival(view, other):
            best = max(best, value)
        else:
            own = max(own, value)
    return own - best


def choose(view, legal):
    p, number, whole = view.parameters, view.scratch.number, view.scratch.whole
    n = balanced.rank(borrowed(view, balanced.defaults), legal, int(p.width))
    if n == 1:
        return whole[0]
    for k in range(n):
        number[VALUE + k] = 0.0
    for _ in range(int(p.samples)):
        imagine(view, 0)
        for k in range(n):
            copy_position(view, 1, 0)
            ended = act(view, 1, whole[k])
            if ended == GOES_ON:
                ended = play_ahead(view, 1, policy, int(p.turns))
            number[VALUE + k] += margin(view, 1, ended)
    best = 0
    for k in range(1, n):
        if number[VALUE + k] > number[VALUE + best]:
            best = k
    return whole[best]


def give_back(view, left):
    return balanced.give_back(borrowed(view, balanced.defaults), left)
