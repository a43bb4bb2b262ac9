"""How a game ends and who wins it."""

from numba import njit

from simcli.engine.state import BY_CARDS, SEATS

TARGET, STALEMATE, ROUND_LIMIT = 0, 1, 2  # how a game ended
BY_PRESTIGE, BY_FEWEST_CARDS, BY_WEAKEST_MEMBER, SHARED = 0, 1, 2, 3  # what decided it
GOES_ON = -1


@njit
def standing(table, rules, seat):
    """Prestige that counts for a seat: its own, or that of its team together."""
    if rules.teams == 0:
        return table.player[seat].prestige
    points = 0
    for other in range(table.players):
        if rules.team[other] == rules.team[seat]:
            points += table.player[other].prestige
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
    """How the game ends after the round just played by all seats, or GOES_ON; `reached`: whether any seat, or team, has the prestige to win.
    The target comes before a stalemate, that before the limit."""
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
    """What a tie-break compares for a seat: more is better."""
    if rules.teams == 0:
        return -table.player[seat].purchased
    weakest, cards = 1 << 30, 0
    for other in range(table.players):
        if rules.team[other] == rules.team[seat]:
            weakest = min(weakest, table.player[other].prestige)
            cards += table.player[other].purchased
    return -cards if tie_break == BY_CARDS else weakest


@njit
def better(table, rules, one, other):
    """Whether seat `one` stands before seat `other` at the end: 1 + the step of the ladder that tells them apart
    (0 prestige, then the tie-breaks in order), negative if behind, 0 if they are equal."""
    difference = standing(table, rules, one) - standing(table, rules, other)
    if difference != 0:
        return 1 if difference > 0 else -1
    for step in range(rules.tie_breaks):
        kind = rules.tie_break[step]
        difference = tie_value(table, rules, one, kind) - tie_value(table, rules, other, kind)
        if difference != 0:
            return step + 2 if difference > 0 else -step - 2
    return 0


@njit
def rank_of(table, rules, seat):
    """Rank of a seat, from 1; equals share a rank and the next is left out. A team counts once for each member."""
    rank = 1
    for other in range(table.players):
        if better(table, rules, other, seat) > 0:
            rank += 1
    return rank


@njit
def winners_mask(table, rules):
    """The seats of rank 1, as a mask."""
    mask = 0
    for seat in range(table.players):
        if rank_of(table, rules, seat) == 1:
            mask |= 1 << seat
    return mask


@njit
def decided_by(table, rules, winners):
    """What decided a game that was won: the last step of the ladder that was needed against any other seat, SHARED if sides are equal."""
    first = -1
    for seat in range(SEATS):
        if first < 0 and winners >> seat & 1:
            first = seat
    step = 1
    for seat in range(table.players):
        if winners >> seat & 1:
            if rules.team[seat] != rules.team[first]:
                return SHARED
        else:
            step = max(step, better(table, rules, first, seat))
    if step == 1:
        return BY_PRESTIGE
    return BY_FEWEST_CARDS if rules.tie_break[step - 2] == BY_CARDS else BY_WEAKEST_MEMBER
