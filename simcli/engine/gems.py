"""Tokens, bonuses and prices as six 8-bit lanes of one int64: white, blue, green, red, black, gold
from the lowest.

Every lane stays under 128, so that a whole hand is added, subtracted or compared in a few
instructions and never carries into its neighbour.
"""

from numba import njit

from simcli.engine.names import TOKENS
from simcli.engine.processor import gather_bits, population

GOLD = TOKENS.index("gold")  # the lane of gold
LANE_WIDTH = 8  # bits
GOLD_SHIFT = LANE_WIDTH * GOLD
ONES = 0x0101010101  # one of each colour
HIGH = 0x8080808080  # the top bit of each coloured lane
ONES_AND_GOLD = 0x010101010101  # the same with the lane of gold
HIGH_AND_GOLD = 0x808080808080
COLOURED = 0xFFFFFFFFFF  # the coloured lanes
_LANES = 0xFFFFFFFFFFFF
NEVER = -1  # a price that nobody can pay: stands where there is no card


@njit
def one(colour):
    """One token of a colour (0-4, or 5 for gold)."""
    return 1 << LANE_WIDTH * colour


@njit
def count(gems, colour):
    """How many of a colour (0-4, or 5 for gold) there are."""
    return gems >> LANE_WIDTH * colour & 0xFF


@njit
def coloured_sum(gems):
    """Number of gems over the five colours."""
    return (((gems & COLOURED) * ONES) >> 32) & 0xFF


@njit
def total(gems):
    """Number of gems, gold included (under 256)."""
    return ((gems * ONES_AND_GOLD) >> GOLD_SHIFT) & 0xFF


@njit
def token_at(gems, k):
    """The colour (0-4, or 5 for gold) of the k-th token, from 0, of a set laid out in the order of
    the colours; it has more than k."""
    up_to = (
        gems * ONES_AND_GOLD
    )  # in each lane the tokens of its colour and those before; lanes above gold are of no meaning
    return population((k * ONES_AND_GOLD | HIGH_AND_GOLD) - (up_to & _LANES) & HIGH_AND_GOLD)


@njit
def shortfall(need, have):
    """By colour max(need - have, 0), for two sets of gems; gold lanes of `have` must be empty or
    masked away."""
    t = (need | HIGH) - have
    m = t & HIGH
    return t & (m - (m >> 7))


@njit
def colours_with(gems, at_least):
    """Bit c is set where there are `at_least` or more (1-127) of colour c."""
    return gather_bits(((gems & COLOURED) | HIGH) - at_least * ONES & HIGH, HIGH)
