"""A number that differs where games ended in different positions."""

from numba import njit, uint64

from simcli.engine.rng import mix
from simcli.engine.state import TABLE_PLACES


@njit
def position_digest(table):
    """64 bits out of everything public about a position: two games of one deal that were played
    differently practically never agree."""
    value = mix(uint64(table.bank) + (uint64(table.round) << uint64(56)))
    for seat in range(table.players):
        player = table.player[seat]
        value = mix(value ^ uint64(player.tokens))
        value = mix(value ^ uint64(player.bonus))
        value = mix(
            value ^ uint64(player.prestige | player.purchased << 16 | player.nobles << 32 | player.held << 40)
        )
    for place in range(TABLE_PLACES):
        value = mix(value ^ uint64(table.card[place] + 1))
    return value
