"""Which actions are legal, as one mask; which payments are; which nobles come."""

from numba import njit

from simcli.engine.actions import BUY, PASS, RESERVE, TAKE_PAIR
from simcli.engine.gems import COLOURED, GOLD_SHIFT, coloured_sum, colours_with, count, shortfall
from simcli.engine.names import COLOUR_COUNT
from simcli.engine.processor import four_payable
from simcli.engine.state import FACE_UP, TABLE_PLACES


@njit
def legal_actions(table, rules, player, hand):
    """The mask of legal actions of a player whose turn it is: bit a for action a; the pass alone where nothing else is legal."""
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
def least_gold(need, tokens):
    """The payment (packed gems) of `need` that uses gold only for what is lacking."""
    lack = shortfall(need, tokens & COLOURED)
    return need - lack + (coloured_sum(lack) << GOLD_SHIFT)


@njit
def is_payment(payment, need, tokens):
    """Whether `payment` pays exactly `need` out of `tokens`: in no colour more than needed or held, the rest in gold that is held."""
    coloured, gold = payment & COLOURED, payment >> GOLD_SHIFT
    if payment < 0 or gold > tokens >> GOLD_SHIFT:
        return False
    for colour in range(COLOUR_COUNT):
        paid = count(coloured, colour)
        if paid > count(need, colour) or paid > count(tokens, colour):
            return False
    return coloured_sum(coloured) + gold == coloured_sum(need)


@njit
def nobles_coming(table, player):
    """The places of the noble tiles whose requirement the player's bonuses meet, as a mask."""
    mask = 0
    for start in range(0, table.nobles, 4):
        mask |= four_payable(table.requirement, start, player.bonus, 0, 0) << start
    return mask
