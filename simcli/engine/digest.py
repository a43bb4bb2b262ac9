"""Games with a digest of each: who won, after how many rounds, and a number that differs where the games ended in different positions."""

from numba import njit, uint64

from simcli.engine.ending import GOES_ON, TARGET, winners_mask
from simcli.engine.play import play_on, start_game
from simcli.engine.rng import mix
from simcli.engine.state import TABLE_PLACES


@njit
def position_digest(table):
    """64 bits out of everything public about a position: two games of one deal that were played differently practically never agree."""
    value = mix(uint64(table.bank) + (uint64(table.round) << uint64(56)))
    for seat in range(table.players):
        player = table.player[seat]
        value = mix(value ^ uint64(player.tokens))
        value = mix(value ^ uint64(player.bonus))
        value = mix(value ^ uint64(player.prestige | player.purchased << 16 | player.nobles << 32 | player.held << 40))
    for place in range(TABLE_PLACES):
        value = mix(value ^ uint64(table.card[place] + 1))
    return value


def play_digests(position, rules, places, entries, seed, first_deal, deals, seatings, winners, rounds, digests, fault):
    """As `play.play_winners`, with digests[game] (uint64) the digest of the position in which the game ended."""
    game = 0
    for number in range(first_deal, first_deal + deals):
        for k in range(seatings.shape[0]):
            place_at = seatings[k]
            start_game(position, rules, place_at, places, seed, number)
            ended = play_on(position, rules, place_at, places, entries, None, None, fault)
            if ended == GOES_ON:
                return game
            winners[game] = winners_mask(position.table, rules) if ended == TARGET else 0
            rounds[game] = position.table.round
            digests[game] = position_digest(position.table)
            game += 1
    return game
