"""Tries each promising action on a copy of the table and weighs the others' best replies.

Idea: the `width` actions that `balanced` likes most are each played on imagined positions, the same
for all of them (what the seat cannot see is drawn at random, `samples` times). From there everybody
goes on with what `balanced` thinks best, until each seat has had `rounds` turns; then the seats are
compared: prestige, bonuses and the outlook on the cards in sight make each seat's chance to win. A
few samples say little about small differences, so what `balanced` thought of the action counts
beside them, by `trust`.
Weak against: plans longer than it looks, and surprises that turn up less often than it samples.
"""

from math import exp

from simcli.foresight import GOES_ON, TARGET, act, copy_position, imagine, play_ahead, seen_by, win_share
from simcli.toolkit import borrow, borrowed, coloured_sum, is_rival, me

PARAMETERS = {
    "width": 6,  # actions looked at
    "samples": 2,  # imagined positions
    "rounds": 3,  # turns of each seat, that of the action included
    "sharp": 0.25,  # how much a point of prestige ahead moves the chance to win
    "bonus": 1.5,  # a bonus early in the game, in points of prestige
    "outlook": 1.0,  # of the outlook on the cards in sight
    "trust": 0.1,  # in what `balanced` thinks, against a won game
}

balanced = borrow("balanced")

VALUE, CHANCE = 160, 192  # where they begin in view.scratch.number; `balanced` uses what is before


def policy(view, legal):
    return balanced.choose(borrowed(view, balanced.defaults), legal)


def strength(view):
    """What the seat to move has and hopes for, in points of prestige."""
    p, player = view.parameters, me(view)
    own = borrowed(view, balanced.defaults)
    balanced.prepare(own)
    late = balanced.progress(own)
    return (
        player.prestige
        + p.bonus * (1 - late) * coloured_sum(player.bonus)
        + p.outlook * balanced.outlook(own, player.tokens, player.bonus)
    )


def chance(view, i, ended):
    """The chance of the thinker's side to win from thought position i, by the strengths of all
    seats (a softmax); the game may have ended there."""
    number, players = view.scratch.number, view.table.players
    if ended == TARGET:
        return win_share(view, i, view.table.seat)
    most = -1e9
    for seat in range(players):
        number[CHANCE + seat] = view.parameters.sharp * strength(seen_by(view, i, seat))
        most = max(most, number[CHANCE + seat])
    own, sum_ = 0.0, 0.0
    for seat in range(players):
        part = exp(number[CHANCE + seat] - most)
        sum_ += part
        own += 0.0 if is_rival(view, seat) else part
    return own / sum_


def choose(view, legal):
    p, number, whole = view.parameters, view.scratch.number, view.scratch.whole
    n = balanced.rank(borrowed(view, balanced.defaults), legal, int(p.width))
    if n == 1:
        return whole[0]
    for k in range(n):
        number[VALUE + k] = p.trust * p.samples * (number[balanced.RANKED + k] - number[balanced.RANKED])
    for _ in range(int(p.samples)):
        imagine(view, 0)
        for k in range(n):
            copy_position(view, 1, 0)
            ended = act(view, 1, whole[k])
            if ended == GOES_ON:
                ended = play_ahead(view, 1, policy, int(p.rounds) * view.table.players - 1)
            number[VALUE + k] += chance(view, 1, ended)
    best = 0
    for k in range(1, n):
        if number[VALUE + k] > number[VALUE + best]:
            best = k
    return whole[best]


def give_back(view, left):
    return balanced.give_back(borrowed(view, balanced.defaults), left)
