"""Any legal action, each equally likely: the yardstick of luck.

Idea: no idea at all. Every legal action, every token to give back and every noble is equally likely; payments use the least gold.
Weak against: everybody who wants something.
"""

from simcli.toolkit import below, count, how_many, kth, me, total


def choose(view, legal):
    return kth(legal, below(view.rng, how_many(legal)))


def give_back(view, left):
    tokens = me(view).tokens
    k = below(view.rng, total(tokens))
    token = 0
    while k >= count(tokens, token):
        k -= count(tokens, token)
        token += 1
    return token


def choose_noble(view, coming):
    return kth(coming, below(view.rng, how_many(coming)))
