"""Plays many games to the end in its head, drawing what it cannot see; does what won most often.

Idea: the `width` actions that `balanced` likes most share `playouts` games, all seats played by
`balanced`, each action on the same imagined positions. After each quarter of the playouts the
weaker half of the actions is dropped, so that most games are spent on the choice that is close
(sequential halving: Karnin, Koren, Somekh, Almost optimal exploration in multi-armed bandits,
2013). What `balanced` thinks of an action counts as `trust` wins more or less.
Weak against: nobody here, but it is slow (about 130 decisions a second on one core), and it takes
the others for players like `balanced`.
"""

from simcli.foresight import GOES_ON, TARGET, act, copy_position, imagine, play_ahead, win_share
from simcli.toolkit import borrow, borrowed, is_rival

PARAMETERS = {
    "playouts": 240,  # games in the head a decision
    "width": 6,  # actions looked at
    "lead": 0.02,  # what a point of prestige ahead at the end counts, in wins
    "trust": 2.0,  # in what `balanced` thinks of an action, in wins
}

balanced = borrow("balanced")

VALUE = 160  # where the values of the actions begin in view.scratch.number; `balanced` uses what is before
MOST_TURNS = 800


def policy(view, legal):
    return balanced.choose(borrowed(view, balanced.defaults), legal)


def result(view, i, ended):
    """The share of the win of the thinker's seat in thought position i, and a little for the lead
    in prestige."""
    table, seat = view.scratch.position[i].table, view.table.seat
    best = 0
    for other in range(table.players):
        if is_rival(view, other):
            best = max(best, table.player[other].prestige)
    value = view.parameters.lead * (table.player[seat].prestige - best)
    return value + win_share(view, i, seat) if ended == TARGET else value


def sort(view, n):
    """Order the first n candidates by their value, best first."""
    number, whole = view.scratch.number, view.scratch.whole
    for k in range(1, n):
        value, action, at = number[VALUE + k], whole[k], k
        while at > 0 and number[VALUE + at - 1] < value:
            number[VALUE + at] = number[VALUE + at - 1]
            whole[at] = whole[at - 1]
            at -= 1
        number[VALUE + at] = value
        whole[at] = action


def choose(view, legal):
    p, number, whole = view.parameters, view.scratch.number, view.scratch.whole
    n = balanced.rank(borrowed(view, balanced.defaults), legal, int(p.width))
    for k in range(n):
        number[VALUE + k] = p.trust * (number[balanced.RANKED + k] - number[balanced.RANKED])
    stages = 1
    while 1 << stages < n:
        stages += 1
    while n > 1:
        for _ in range(max(1, int(p.playouts) // (stages * n))):
            imagine(view, 0)
            for k in range(n):
                copy_position(view, 1, 0)
                ended = act(view, 1, whole[k])
                if ended == GOES_ON:
                    ended = play_ahead(view, 1, policy, MOST_TURNS)
                number[VALUE + k] += result(view, 1, ended)
        sort(view, n)
        n = (n + 1) // 2
    return whole[0]


def give_back(view, left):
    return balanced.give_back(borrowed(view, balanced.defaults), left)
