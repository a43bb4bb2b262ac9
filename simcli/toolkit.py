"""What an author of strategies needs: the names of the actions, what cards cost, what is lacking, how to walk and weigh the legal actions.

Everything here is compiled and takes the `view` that a strategy is handed (see strategies/README.md). Amounts of several colours are *packed gems*:
six bytes of one whole number, in the order white, blue, green, red, black, gold; they can be added and subtracted as they are.
"""

from numba import njit

from simcli.engine import ending as _ending
from simcli.engine import turn as _turn
from simcli.engine.actions import (
    ACTIONS,
    BUY,
    BUY_HAND,
    PASS,
    RESERVE,
    RESERVE_DECK,
    TAKE_ONE,
    TAKE_PAIR,
    TAKE_THREE,
    TAKE_TWO,
    TAKEN,
)
from simcli.engine.gems import COLOURED, GOLD, NEVER, coloured_sum, count, one, shortfall, token_at, total
from simcli.engine.gems import ONES as ONE_OF_EACH
from simcli.engine.legality import least_gold
from simcli.engine.model import View
from simcli.engine.processor import FAR, four_missing, four_payable, kth_bit, population, trailing_zeros
from simcli.engine.rng import below, unit
from simcli.engine.state import HAND_PLACES, TABLE_PLACES
from simcli.engine.step import default_give_back

__all__ = [
    "ACTIONS",
    "BUY",
    "BUY_HAND",
    "COLOURED",
    "FAR",
    "GOLD",
    "NEVER",
    "ONE_OF_EACH",
    "PASS",
    "PLACES",
    "PURCHASES",
    "RESERVE",
    "RESERVES",
    "RESERVE_DECK",
    "TAKES",
    "TAKE_ONE",
    "TAKE_PAIR",
    "TAKE_THREE",
    "TAKE_TWO",
    "affordable",
    "any_of",
    "asked_by_hand",
    "asked_for",
    "below",
    "best_action",
    "best_place",
    "borrow",
    "borrowed",
    "card_of",
    "coloured_sum",
    "count",
    "default_give_back",
    "each_once",
    "effort",
    "how_many",
    "is_purchase",
    "is_reserve",
    "is_rival",
    "is_take",
    "kth",
    "lacking",
    "least_gold",
    "lowest",
    "me",
    "missing",
    "need",
    "noble_pull",
    "note_noble_pulls",
    "one",
    "payable_by",
    "price_at",
    "prospect",
    "pursue",
    "row_at",
    "shortfall",
    "spare_for",
    "spare_token",
    "standing",
    "take_towards",
    "taken",
    "token_at",
    "total",
    "turns_needed",
    "unit",
]

PLACES = TABLE_PLACES + HAND_PLACES
TAKES = (1 << BUY) - 1  # masks of all takes, purchases, reserves
PURCHASES = (1 << RESERVE) - (1 << BUY)
RESERVES = (1 << PASS) - (1 << RESERVE)

kth = kth_bit
lowest = trailing_zeros
how_many = population


@njit
def me(view):
    """The record of the player to move: tokens, bonus (packed gems), prestige, purchased, nobles, held."""
    return view.table.player[view.table.seat]


@njit
def standing(view, seat):
    """The prestige that counts for a seat (0-3): its own, or that of its team together where the rules have teams."""
    return _ending.standing(view.table, view.rules, seat)


@njit
def is_rival(view, seat):
    """Whether a seat (0-3) plays against the player to move: every other one, or those of the other team."""
    return view.rules.team[seat] != view.rules.team[view.table.seat]


@njit
def is_take(action):
    """Whether the action takes tokens."""
    return action < BUY


@njit
def is_purchase(action):
    """Whether the action buys a card, from the table or from the hand."""
    return BUY <= action < RESERVE


@njit
def is_reserve(action):
    """Whether the action reserves a card, from the table or from a deck."""
    return RESERVE <= action < PASS


@njit
def taken(action):
    """The packed gems that a take brings."""
    return TAKEN[action]


@njit
def card_of(view, action):
    """Row in view.rules.card of the card that a purchase or a reserve is about; -1 for a reserve from a deck, whose card nobody knows."""
    return _turn.card_of(view.table, view.hand, action)


@njit
def need(view, card):
    """Packed gems that the player to move has to pay for a card (a row), after bonuses."""
    return shortfall(view.rules.card[card].cost, me(view).bonus)


@njit
def lacking(view, card):
    """Packed coloured gems that the player to move still lacks for a card (a row), after bonuses and coloured tokens; gold not counted."""
    return shortfall(need(view, card), me(view).tokens & COLOURED)


@njit
def missing(view, card):
    """Number of tokens that the player to move still lacks for a card (a row), gold counted; 0 if it can be bought now."""
    return max(0, coloured_sum(lacking(view, card)) - count(me(view).tokens, GOLD))


@njit
def affordable(view, card):
    """Whether the player to move could pay for a card (a row) now."""
    return missing(view, card) == 0


@njit
def best_action(view, legal, score):
    """The legal action with the highest `score(view, action)`, each of several equally good ones equally likely."""
    best, ties, answer = score(view, lowest(legal)), 1, lowest(legal)
    legal &= legal - 1
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        value = score(view, action)
        if value > best:
            best, ties, answer = value, 1, action
        elif value == best:
            ties += 1
            if below(view.rng, ties) == 0:
                answer = action
    return answer


@njit
def price_at(view, place):
    """Packed cost of the card at a place: 0-11 on the table (level by level), 12-14 in the own hand; NEVER where there is none."""
    return view.table.price[place] if place < TABLE_PLACES else view.hand.price[place - TABLE_PLACES]


@njit
def row_at(view, place):
    """Row in view.rules.card of the card at a place (0-11 table, 12-14 own hand); -1 where there is none."""
    return view.table.card[place] if place < TABLE_PLACES else view.hand.card[place - TABLE_PLACES]


@njit
def best_place(view, score):
    """The place (0-14; the purchase is action BUY + place) of the card with the highest `score(view, row)`, ties to one of them at random; -1 without cards."""
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


@njit
def turns_needed(view, row):
    """About how many turns of taking tokens the player to move is away from a card (a row): 0 if it can be bought now.

    Three tokens a turn, one of a colour; what the bank does not have counts double."""
    lack = lacking(view, row)
    gold = count(me(view).tokens, GOLD)
    sum_ = coloured_sum(lack) - gold
    if sum_ <= 0:
        return 0
    most = max(count(lack, 0), count(lack, 1), count(lack, 2), count(lack, 3), count(lack, 4)) - gold
    return max((sum_ + 2) // 3, most) + 2 * coloured_sum(shortfall(lack, view.table.bank & COLOURED))


@njit
def any_of(view, mask):
    """One of the actions of a mask that is not empty, each equally likely."""
    return kth_bit(mask, below(view.rng, population(mask)))


@njit
def take_towards(view, legal, first, second):
    """The legal take that brings most of what `first` still lacks (packed coloured gems, see `lacking`), then most of `second`, then most tokens.

    -1 where no take brings any of the two and the hand is full: taking would then only be giving back."""
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
def spare_token(view, wanted):
    """The token (0-5) to give back by a player who wants to pay `wanted` (packed coloured gems after bonuses): of the colour with most
    tokens beyond it; where none is beyond it, of the colour held most; gold last of all."""
    tokens = me(view).tokens & COLOURED
    spare = shortfall(tokens, wanted & COLOURED)
    if spare == 0:
        spare = tokens
    answer, most = GOLD, 0
    for colour in range(5):
        if count(spare, colour) > most:
            answer, most = colour, count(spare, colour)
    return answer


@njit
def prospect(view, tokens, bonus, worth, near):
    """How good tokens and bonuses (packed gems) are for the cards in sight: the sum over the places (0-11 table, 12-14 own hand) of
    worth[place] * near[tokens still missing for its card].

    `worth` holds PLACES + 1 numbers, `near` FAR + 1 of them; where there is no card, worth is 0 and so is worth[PLACES]."""
    coloured, gold = tokens & COLOURED, tokens >> 8 * GOLD
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
def pursue(view, legal, place):
    """The action that goes for the card at a place (0-14, or -1 for none): buy it, or take the tokens that bring most of what it lacks; where no
    take would help, any other purchase, else any reserve, else anything."""
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
def spare_for(view, place):
    """The token (0-5) to give back by a player who goes for the card at a place (0-14, or -1 for none)."""
    return spare_token(view, need(view, row_at(view, place)) if place >= 0 else 0)


@njit
def effort(view, row, far, cost):
    """1 for the turn of the purchase, `far` for each token still to find for a card (a row), `cost` for each token to pay."""
    player = me(view)
    left = shortfall(view.rules.card[row].cost, player.bonus)
    lack = coloured_sum(shortfall(left, player.tokens & COLOURED)) - count(player.tokens, GOLD)
    return 1 + far * max(0, lack) + cost * coloured_sum(left)


@njit
def noble_pull(view, colour):
    """How much one more bonus of a colour brings the nobles nearer to the player to move: 3 by (1 + bonuses still needed), added up."""
    sum_ = 0.0
    for i in range(view.table.nobles):
        lack = shortfall(view.table.requirement[i], me(view).bonus)
        if count(lack, colour):
            sum_ += 3.0 / (1 + coloured_sum(lack))
    return sum_


@njit
def note_noble_pulls(view):
    """Work out `noble_pull` for the five colours once: they then stand in view.scratch.number[0:5]."""
    number, bonus = view.scratch.number, me(view).bonus
    for colour in range(5):
        number[colour] = 0.0
    for i in range(view.table.nobles):
        lack = shortfall(view.table.requirement[i], bonus)
        pull = 3.0 / (1 + coloured_sum(lack))
        for colour in range(5):
            number[colour] += (
                pull if count(lack, colour) else 0.0
            )  # no jump: which colours lack is hard to foresee


@njit
def each_once(gems):
    """Packed coloured gems: one of each colour of which there are any."""
    return gems - shortfall(gems, ONE_OF_EACH)


@njit
def asked_by_hand(view):
    """Packed gems: for each colour, how many reserved cards of the player to move still ask for it."""
    asked, bonus = 0, me(view).bonus
    for i in range(me(view).held):
        asked += each_once(shortfall(view.hand.price[i], bonus))
    return asked


@njit
def asked_for(view, colour):
    """How many reserved cards of the player to move still ask for a colour."""
    return count(asked_by_hand(view), colour)


@njit
def payable_by(view, seat):
    """The mask of the places on the table (bit 0-11) whose cards a seat (0-3) could pay if it were to move now."""
    player = view.table.player[seat]
    coloured, gold, mask = player.tokens & COLOURED, player.tokens >> 8 * GOLD, 0
    for start in range(0, TABLE_PLACES, 4):
        mask |= four_payable(view.table.price, start, player.bonus, coloured, gold) << start
    return mask


def borrow(name):
    """Another strategy, by name or path, to play with: `greedy = borrow("greedy")` at the top of a file, then in a function
    `greedy.choose(borrowed(view, greedy.defaults), legal)`. Raises ImportError where simcli is not what reads the file."""
    if _lend is None:
        raise ImportError(
            f"borrow({name!r}) works in a strategy file that simcli reads, such as with 'simcli strategies check FILE'"
        )
    return _lend(name)


_lend = None  # strategy.loading.lend, once that module is there: this one may not import it


def lend_with(lend):
    """Name the function that `borrow` asks for the module of another strategy; the loader of strategies calls this."""
    global _lend
    _lend = lend


@njit(inline="always")  # a view cannot be returned from a compiled call
def borrowed(view, parameters):
    """The view with other parameters: those that a borrowed strategy asks for."""
    return View(view.table, view.hand, view.rules, view.rng, parameters, view.scratch)
