"""Any legal action, each equally likely: the yardstick of luck.

Idea: no idea at all. Every legal action, every token to give back and every noble is equally
likely; payments use the least gold.
Weak against: everybody who wants something.
"""

from simcli.toolkit import below, how_many, kth, me, token_at, total


def choose(view, legal):
    return kth(legal, below(view.rng, how_many(legal)))


def give_back(view, left):
    tokens = me(view).tokens
    return token_at(tokens, below(view.rng, total(tokens)))


def choose_noble(view, coming):
    return kth(coming, below(view.rng, how_many(coming)))
