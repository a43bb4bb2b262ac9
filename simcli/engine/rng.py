"""Random numbers as a function of who asks: (run seed, deal, stream) gives a key, a key and a
counter give a word.

Keys come from Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2,
3, 2011), words from the SplitMix64 finaliser over a Weyl sequence (Steele, Lea, Flood: Fast
splittable pseudorandom number generators, 2014). Nothing is ever seeded by a clock, shared between
threads or carried from one game to the next.
"""

import numpy as np
from numba import njit, uint32, uint64

RNG = np.dtype([("state", np.uint64)], align=True)

STREAM_DEAL = 0  # deck orders and nobles
STREAM_PLACE = 1  # 1 + place in the line-up: what the strategy at that place draws
STREAM_VETO = 64  # 64 + 4 * place + seat: the cards that a veto forbids

_GAMMA = uint64(0x9E3779B97F4A7C15)
_MIX_1 = uint64(0xBF58476D1CE4E5B9)
_MIX_2 = uint64(0x94D049BB133111EB)
_LOW = uint64(0xFFFFFFFF)
_32 = uint64(32)


@njit
def philox(counter_0, counter_1, counter_2, counter_3, key_0, key_1):
    """Philox4x32-10: four counter words and two key words (each under 2**32) to four words, as
    uint64."""
    c0, c1, c2, c3 = uint64(counter_0), uint64(counter_1), uint64(counter_2), uint64(counter_3)
    k0, k1 = uint64(key_0), uint64(key_1)
    for _ in range(10):
        p0 = uint64(0xD2511F53) * c0
        p1 = uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (p1 >> _32) ^ c1 ^ k0, p1 & _LOW, (p0 >> _32) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + uint64(0x9E3779B9)) & _LOW
        k1 = (k1 + uint64(0xBB67AE85)) & _LOW
    return c0, c1, c2, c3


@njit
def stream_key(seed, deal, stream):
    """The 64-bit key of a stream of random numbers of one deal of a run."""
    s, d = uint64(seed), uint64(deal)
    a, b, _, _ = philox(d & _LOW, d >> _32, uint64(stream), uint64(0), s & _LOW, s >> _32)
    return (a << _32) | b


@njit
def mix(z):
    """The SplitMix64 finaliser of a uint64."""
    z = uint64(z)
    z = (z ^ (z >> uint64(30))) * _MIX_1
    z = (z ^ (z >> uint64(27))) * _MIX_2
    return z ^ (z >> uint64(31))


@njit
def word_at(key, index):
    """Word `index` (from 0) of the stream with that key, as uint64."""
    return mix(uint64(key) + (uint64(index) + uint64(1)) * _GAMMA)


@njit
def next_word(rng):
    """The next word of a stream, as uint64; moves `rng` on."""
    rng.state += _GAMMA
    return mix(rng.state)


@njit(error_model="numpy")
def _redrawn(word, n):
    """A whole number in 0..n-1 out of a word that may have to be drawn again: until it falls into
    the part of the words that n divides."""
    refused = (uint64(0x100000000) - uint64(n)) % uint64(n)
    product = (word >> _32) * uint64(n)
    while product & _LOW < refused:
        word = mix(word)
        product = (word >> _32) * uint64(n)
    return np.int64(product >> _32)


@njit(forceinline=True)
def scale(word, n):
    """A whole number in 0..n-1 (n from 1 to 2**31) out of a random word, all equally likely (Lemire
    2019); the rare word that would make some likelier is mixed into another one."""
    product = (word >> _32) * uint64(n)
    if uint32(product & _LOW) < uint32(n):
        return _redrawn(word, n)
    return np.int64(product >> _32)


@njit(forceinline=True)
def below(rng, n):
    """A whole number in 0..n-1 (n from 1 to 2**31), all equally likely; moves `rng` on."""
    return scale(next_word(rng), n)


@njit
def unit(rng):
    """A float in [0, 1), 53 random bits; moves `rng` on."""
    return np.float64(next_word(rng) >> uint64(11)) * 1.1102230246251565e-16
