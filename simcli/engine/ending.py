"""How a game ends and who wins it."""

from numba import njit

from simcli.engine.names import DECIDERS, ENDINGS
from simcli.engine.processor import trailing_zeros
from simcli.engine.state import BY_CARDS, SEATS, TIE_BREAKS

TARGET, STALEMATE, ROUND_LIMIT = range(len(ENDINGS))  # how a game ended
BY_PRESTIGE, BY_FEWEST_CARDS, BY_WEAKEST_MEMBER, SHARED = range(len(DECIDERS))  # what decided it
GOES_ON = -1

_STEP = 16  # bits of a step of the ladder
_MOST_IN_STEP = (1 << _STEP) - 1


@njit
def standing(table, rules, seat):
    """Prestige that counts for a seat: its own, or that of its team together."""
    if rules.teams == 0:
        return table.player[seat].prestige
    points = 0
    for other in range(SEATS):  # a seat without a player has none
        points += int(rules.team[other] == rules.team[seat]) * table.player[other].prestige
    return points


@njit
def target_reached(table, rules):
    """Whether any seat, or team, has the prestige to win."""
    for seat in range(table.players):
        if standing(table, rules, seat) >= rules.prestige_to_win:
            return True
    return False


@njit
def after_round(table, rules, reached):
    """How the game ends after the round just played by all seats, or GOES_ON; `reached`: whether
    any seat, or team, has the prestige to win. The target comes before a stalemate, that before the
    limit."""
    if reached:
        return TARGET
    if table.passes == table.players:
        return STALEMATE
    if table.round >= rules.round_limit:
        return ROUND_LIMIT
    return GOES_ON


@njit
def end_of_round(table, rules):
    """How the game ends after the round just played by all seats, or GOES_ON."""
    return after_round(table, rules, target_reached(table, rules))


@njit
def tie_value(table, rules, seat, tie_break):
    """What a tie-break compares for a seat, from 0 to _MOST_IN_STEP: more is better."""
    if rules.teams == 0:
        return _MOST_IN_STEP - table.player[seat].purchased
    weakest, cards = _MOST_IN_STEP, 0
    for other in range(table.players):
        if rules.team[other] == rules.team[seat]:
            weakest = min(weakest, table.player[other].prestige)
            cards += table.player[other].purchased
    return _MOST_IN_STEP - cards if tie_break == BY_CARDS else weakest


@njit(forceinline=True)
def ladder_value(table, rules, seat):
    """Where a seat stands at the end, as one number: its standing and below it what each tie-break
    in order compares, in steps of 16 bits. Of two seats the one with more stands before the other;
    the highest step in which they differ tells them apart."""
    value = standing(table, rules, seat)
    for step in range(TIE_BREAKS):
        value <<= _STEP
        if step < rules.tie_breaks:
            value |= tie_value(table, rules, seat, rules.tie_break[step])
    return value


@njit
def better(table, rules, one, other):
    """Whether seat `one` stands before seat `other` at the end: positive if so, negative if behind,
    0 if they are equal."""
    return ladder_value(table, rules, one) - ladder_value(table, rules, other)


@njit
def rank_of(table, rules, seat):
    """Rank of a seat, from 1; equals share a rank and the next is left out. A team counts once for
    each member."""
    rank, value = 1, ladder_value(table, rules, seat)
    for other in range(table.players):
        rank += int(ladder_value(table, rules, other) > value)
    return rank


@njit
def winners_mask(table, rules):
    """The seats of rank 1, as a mask."""
    mask, best = 0, -1
    for seat in range(table.players):
        value = ladder_value(table, rules, seat)
        mask = int(value >= best) << seat | (0 if value > best else mask)
        best = max(value, best)
    return mask


@njit
def decided_by(table, rules, winners):
    """What decided a game that was won: the last step of the ladder that was needed against any
    other seat, SHARED if sides are equal."""
    first = trailing_zeros(winners)
    best, differing = ladder_value(table, rules, first), 1 << 62
    for seat in range(table.players):
        if winners >> seat & 1:
            if rules.team[seat] != rules.team[first]:
                return SHARED
        else:
            differing = min(differing, ladder_value(table, rules, seat) ^ best)
    if differing >> _STEP * TIE_BREAKS:
        return BY_PRESTIGE
    return (
        BY_FEWEST_CARDS if rules.tie_break[0 if differing >> _STEP else 1] == BY_CARDS else BY_WEAKEST_MEMBER
    )
