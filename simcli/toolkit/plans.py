"""Going for a card: the take that helps most, the token that can be spared."""

from numba import njit

from simcli.engine.actions import BUY, TAKEN
from simcli.engine.gems import COLOURED, GOLD, coloured_sum, count, shortfall, total
from simcli.engine.names import COLOUR_COUNT
from simcli.engine.rng import below
from simcli.toolkit.actions import PURCHASES, RESERVES, TAKES, any_of, lowest
from simcli.toolkit.cards import lacking, need, row_at
from simcli.toolkit.seats import me


@njit
def take_towards(view, legal, first, second):
    """The legal take that brings most of what `first` still lacks (packed coloured gems, see
    `lacking`), then most of `second`, then most tokens.

    -1 where no take brings any of the two and the hand is full: taking would then only be giving
    back."""
    tokens = me(view).tokens
    room = view.rules.token_limit - total(tokens)
    takes = legal & TAKES
    answer, best, ties = -1, 0, 0
    while takes:
        action = lowest(takes)
        takes &= takes - 1
        gems = TAKEN[action]
        value = 64 * (coloured_sum(first) - coloured_sum(shortfall(first, gems))) + 8 * (
            coloured_sum(second) - coloured_sum(shortfall(second, gems))
        )
        value += max(0, min(room, coloured_sum(gems)))
        if value > best:
            answer, best, ties = action, value, 1
        elif value == best and answer >= 0:
            ties += 1
            if below(view.rng, ties) == 0:
                answer = action
    return answer


@njit
def pursue(view, legal, place):
    """The action that goes for the card at a place (0-14, or -1 for none): buy it, or take the
    tokens that bring most of what it lacks; where no take would help, any other purchase, else any
    reserve, else anything."""
    if place >= 0:
        if legal >> (BUY + place) & 1:
            return BUY + place
        take = take_towards(view, legal, lacking(view, row_at(view, place)), 0)
        if take >= 0:
            return take
    if legal & PURCHASES:
        return any_of(view, legal & PURCHASES)
    return any_of(view, legal & RESERVES) if legal & RESERVES else any_of(view, legal)


@njit
def spare_token(view, target):
    """The token (0-5) to give back by a player who wants to pay `target` (packed coloured gems
    after bonuses): of the colour with most tokens beyond it; where none is beyond it, of the colour
    held most; gold last of all."""
    tokens = me(view).tokens & COLOURED
    spare = shortfall(tokens, target & COLOURED)
    if spare == 0:
        spare = tokens
    answer, most = GOLD, 0
    for colour in range(COLOUR_COUNT):
        if count(spare, colour) > most:
            answer, most = colour, count(spare, colour)
    return answer


@njit
def spare_for(view, place):
    """The token (0-5) to give back by a player who goes for the card at a place (0-14, or -1 for
    none)."""
    return spare_token(view, need(view, row_at(view, place)) if place >= 0 else 0)
