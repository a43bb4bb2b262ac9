"""What cards cost the player to move, what is lacking, and where they lie."""

from numba import njit

from simcli.engine.gems import COLOURED, GOLD, GOLD_SHIFT, coloured_sum, count, shortfall
from simcli.engine.processor import four_missing, four_payable
from simcli.engine.rng import below
from simcli.engine.state import HAND_PLACES, TABLE_PLACES
from simcli.toolkit.seats import me

PLACES = TABLE_PLACES + HAND_PLACES


@njit
def price_at(view, place):
    """Packed cost of the card at a place: 0-11 on the table (level by level), 12-14 in the own
    hand; NEVER where there is none."""
    return view.table.price[place] if place < TABLE_PLACES else view.hand.price[place - TABLE_PLACES]


@njit
def row_at(view, place):
    """Row in view.rules.card of the card at a place (0-11 table, 12-14 own hand); -1 where there is
    none."""
    return view.table.card[place] if place < TABLE_PLACES else view.hand.card[place - TABLE_PLACES]


@njit
def need(view, card):
    """Packed gems that the player to move has to pay for a card (a row), after bonuses."""
    return shortfall(view.rules.card[card].cost, me(view).bonus)


@njit
def lacking(view, card):
    """Packed coloured gems that the player to move still lacks for a card (a row), after bonuses
    and coloured tokens; gold not counted."""
    return shortfall(need(view, card), me(view).tokens & COLOURED)


@njit
def missing(view, card):
    """Number of tokens that the player to move still lacks for a card (a row), gold counted; 0 if
    it can be bought now."""
    return max(0, coloured_sum(lacking(view, card)) - count(me(view).tokens, GOLD))


@njit
def affordable(view, card):
    """Whether the player to move could pay for a card (a row) now."""
    return missing(view, card) == 0


@njit
def effort(view, row, far, cost):
    """1 for the turn of the purchase, `far` for each token still to find for a card (a row), `cost`
    for each token to pay."""
    player = me(view)
    left = shortfall(view.rules.card[row].cost, player.bonus)
    lack = coloured_sum(shortfall(left, player.tokens & COLOURED)) - count(player.tokens, GOLD)
    return 1 + far * max(0, lack) + cost * coloured_sum(left)


@njit
def turns_needed(view, row):
    """About how many turns of taking tokens the player to move is away from a card (a row): 0 if it
    can be bought now.

    Three tokens a turn, one of a colour; what the bank does not have counts double."""
    lack = lacking(view, row)
    gold = count(me(view).tokens, GOLD)
    sum_ = coloured_sum(lack) - gold
    if sum_ <= 0:
        return 0
    most = max(count(lack, 0), count(lack, 1), count(lack, 2), count(lack, 3), count(lack, 4)) - gold
    return max((sum_ + 2) // 3, most) + 2 * coloured_sum(shortfall(lack, view.table.bank & COLOURED))


@njit
def payable_by(view, seat):
    """The mask of the places on the table (bit 0-11) whose cards a seat (0-3) could pay if it were
    to move now."""
    player = view.table.player[seat]
    coloured, gold, mask = player.tokens & COLOURED, player.tokens >> GOLD_SHIFT, 0
    for start in range(0, TABLE_PLACES, 4):
        mask |= four_payable(view.table.price, start, player.bonus, coloured, gold) << start
    return mask


@njit
def prospect(view, tokens, bonus, worth, near):
    """How good tokens and bonuses (packed gems) are for the cards in sight: the sum over the places
    (0-11 table, 12-14 own hand) of worth[place] * near[tokens still missing for its card].

    `worth` holds PLACES + 1 numbers, `near` FAR + 1 of them; where there is no card, worth is 0 and
    so is worth[PLACES]."""
    coloured, gold = tokens & COLOURED, tokens >> GOLD_SHIFT
    sum_0, sum_1, sum_2, sum_3 = 0.0, 0.0, 0.0, 0.0
    for start in range(0, TABLE_PLACES + 1, 4):
        if start < TABLE_PLACES:
            lack = four_missing(view.table.price, start, bonus, coloured, gold)
        else:
            lack = four_missing(view.hand.price, 0, bonus, coloured, gold)
        sum_0 += worth[start] * near[lack & 0xFFFF]
        sum_1 += worth[start + 1] * near[lack >> 16 & 0xFFFF]
        sum_2 += worth[start + 2] * near[lack >> 32 & 0xFFFF]
        sum_3 += worth[start + 3] * near[lack >> 48 & 0xFFFF]
    return (sum_0 + sum_1) + (sum_2 + sum_3)


@njit
def best_place(view, score):
    """The place (0-14; the purchase is action BUY + place) of the card with the highest
    `score(view, row)`, ties to one of them at random; -1 without cards."""
    answer, ties, best = -1, 0, 0.0
    for place in range(PLACES):
        row = row_at(view, place)
        if row >= 0:
            value = float(score(view, row))
            if answer < 0 or value > best:
                best, ties, answer = value, 1, place
            elif value == best:
                ties += 1
                if below(view.rng, ties) == 0:
                    answer = place
    return answer
