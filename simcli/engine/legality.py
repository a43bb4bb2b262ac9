"""Which actions are legal, as one mask; which payments are; which nobles come."""

from numba import njit

from simcli.engine.actions import BUY, PASS, RESERVE, TAKE_PAIR
from simcli.engine.gems import COLOURED, GOLD_SHIFT, HIGH_AND_GOLD, coloured_sum, colours_with, shortfall
from simcli.engine.processor import four_payable
from simcli.engine.state import FACE_UP, TABLE_PLACES

_AMOUNTS = HIGH_AND_GOLD - (HIGH_AND_GOLD >> 7)  # the lower seven bits of each lane


@njit
def legal_actions(table, rules, player, hand):
    """The mask of legal actions of a player whose turn it is: bit a for action a; the pass alone
    where nothing else is legal."""
    bank, bonus = table.bank, player.bonus
    coloured, gold = player.tokens & COLOURED, player.tokens >> GOLD_SHIFT
    mask = rules.takes[colours_with(bank, 1)] | colours_with(bank, rules.pair_minimum) << TAKE_PAIR
    for start in range(0, TABLE_PLACES, FACE_UP):
        mask |= four_payable(table.price, start, bonus, coloured, gold) << (BUY + start)
    mask |= four_payable(hand.price, 0, bonus, coloured, gold) << (BUY + TABLE_PLACES)
    mask |= int(player.held < rules.reserve_limit) * table.reservable << RESERVE
    if mask == 0:
        mask = 1 << PASS
    return mask


@njit
def legal_now(position, rules):
    """The mask of legal actions of the seat to move."""
    table = position.table
    return legal_actions(table, rules, table.player[table.seat], position.hidden.hand[table.seat])


@njit
def is_among(legal, action):
    """Whether an action (any whole number) is in a mask of actions."""
    return 0 <= action <= PASS and legal >> action & 1 != 0


@njit
def least_gold(need, tokens):
    """The payment (packed gems) of `need` that uses gold only for what is lacking."""
    lack = shortfall(need, tokens & COLOURED)
    return need - lack + (coloured_sum(lack) << GOLD_SHIFT)


@njit
def is_payment(payment, need, tokens):
    """Whether `payment` (any whole number) pays exactly `need` out of `tokens`: in no colour more
    than needed or held, the rest in gold that is held."""
    if payment & ~_AMOUNTS:
        return False
    coloured, gold = payment & COLOURED, payment >> GOLD_SHIFT
    too_much = shortfall(coloured, need) | shortfall(coloured, tokens & COLOURED)
    in_full = coloured_sum(coloured) + gold == coloured_sum(need)
    return too_much == 0 and in_full and gold <= tokens >> GOLD_SHIFT


@njit
def nobles_coming(table, player):
    """The places of the noble tiles whose requirement the player's bonuses meet, as a mask."""
    mask = 0
    for start in range(0, table.nobles, 4):
        mask |= four_payable(table.requirement, start, player.bonus, 0, 0) << start
    return mask
