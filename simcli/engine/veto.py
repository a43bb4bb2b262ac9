"""The random veto: in each game each seat is forbidden to purchase a few cards, drawn by chance, so
that what a card is worth can be measured.

A vetoed purchase is not among the legal actions; nothing else of the game changes. What is
forbidden depends on the run's seed, the deal, the place in the line-up, the seat and the card
alone.
"""

import numpy as np
from numba import njit, uint64

from simcli.engine.actions import BUY, PASS, RESERVE
from simcli.engine.names import LEVEL_COUNT, positions
from simcli.engine.processor import trailing_zeros
from simcli.engine.rng import STREAM_VETO, stream_key, word_at
from simcli.engine.state import MOST_CARDS, SEATS
from simcli.engine.tally import LANE, LANE_BITS
from simcli.engine.turn import card_of

_BUYS = (1 << RESERVE) - (1 << BUY)

WIDE_VETOES = ("exposed_vetoed", "shares_vetoed", "exposed_free", "shares_free", "bought_free")
_SUM = positions(WIDE_VETOES)

VETO = np.dtype(
    [
        ("below", np.uint64),  # a card is forbidden where its random word is below this
        # By card: 1 in the 16-bit lane of each seat that must not purchase it in this game.
        ("forbidden", np.int64, (LEVEL_COUNT * MOST_CARDS,)),
        # Over all games of a part, by place in the line-up, seat and card; shares in units of 1 /
        # SHARE:
        ("wide", np.int64, (SEATS, SEATS, LEVEL_COUNT * MOST_CARDS, len(WIDE_VETOES))),
    ],
    align=True,
)


def threshold(rate: float) -> np.uint64:
    """VETO's `below` for a rate from 0 to under 1."""
    return np.uint64(int(rate * 2**64))


@njit
def draw_vetoes(veto, rules, place_at, seed, deal):
    """Draw what each seat is forbidden in a game of this deal."""
    cards = rules.level_start[LEVEL_COUNT - 1] + rules.level_size[LEVEL_COUNT - 1]
    for card in range(cards):
        veto.forbidden[card] = 0
    for seat in range(rules.players):
        key = stream_key(seed, deal, STREAM_VETO + SEATS * place_at[seat] + seat)
        for card in range(cards):
            if uint64(word_at(key, card)) < veto.below:
                veto.forbidden[card] |= 1 << LANE * seat


@njit
def permitted(veto, table, hand, seat, legal):
    """The legal actions less the forbidden purchases; the pass alone where nothing is left."""
    buys = legal & _BUYS
    while buys:
        action = trailing_zeros(buys)
        buys &= buys - 1
        if veto.forbidden[card_of(table, hand, action)] >> LANE * seat & 1:
            legal &= ~(1 << action)
    return legal or 1 << PASS


@njit
def count_exposed(veto, rules, place_at, card, faced, owner, shares):
    """Count the seats that `faced` a card in a game that was won (lanes), of which the `owner` (a
    lane) got it."""
    for seat in range(rules.players):
        lane = LANE * seat
        if faced >> lane & 1:
            sums, share = veto.wide[place_at[seat], seat, card], shares >> lane & LANE_BITS
            if veto.forbidden[card] >> lane & 1:
                sums[_SUM.exposed_vetoed] += 1
                sums[_SUM.shares_vetoed] += share
            else:
                sums[_SUM.exposed_free] += 1
                sums[_SUM.shares_free] += share
                sums[_SUM.bought_free] += owner >> lane & 1


@njit
def count_not_bought(veto, place_at, card, seat):
    """Take back that a seat got a card that it set aside, and that is still in its hand at the
    end."""
    if not veto.forbidden[card] >> LANE * seat & 1:
        veto.wide[place_at[seat], seat, card, _SUM.bought_free] -= 1
