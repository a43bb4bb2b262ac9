"""The 61 actions of a turn, each a bit of one 64-bit mask, and which takes a set of colours
allows."""

from itertools import combinations

import numpy as np
from numba import njit

from simcli.engine.gems import one
from simcli.engine.names import COLOUR_COUNT

TAKE_THREE = 0  # 10 sets of three different colours
TAKE_TWO = 10  # 10 sets of two different colours
TAKE_ONE = 20  # 5 single tokens
TAKE_PAIR = 25  # 5 times two of one colour
BUY = 30  # 12 places of the table (level by level), then 3 of the hand
RESERVE = 45  # 12 places of the table, then 3 decks
PASS = 60
ACTIONS = 61

BUY_HAND = BUY + 12
RESERVE_DECK = RESERVE + 12

TAKE_SETS = [set_ for size in (3, 2, 1) for set_ in combinations(range(COLOUR_COUNT), size)]
TAKEN = np.array(
    [sum(one.py_func(c) for c in set_) for set_ in TAKE_SETS]
    + [2 * one.py_func(c) for c in range(COLOUR_COUNT)],
    dtype=np.int64,
)


@njit
def taken_gems(action):
    """Packed gems that a take (action under BUY) takes from the bank."""
    return TAKEN[action]


def takes_by_colours(free: bool) -> np.ndarray:
    """int64[32]: the legal takes of different colours as an action mask, by the set of colours in
    the bank (bit c for colour c).

    Three different; just as many as there are where fewer than three colours have a token. With
    `free` also fewer at will."""
    masks = np.zeros(32, dtype=np.int64)
    for available in range(32):
        colours = {c for c in range(COLOUR_COUNT) if available >> c & 1}
        for action, set_ in enumerate(TAKE_SETS):
            if set(set_) <= colours and (free or len(set_) == min(3, len(colours))):
                masks[available] |= 1 << action
    return masks
