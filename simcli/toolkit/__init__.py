"""What an author of strategies needs: the names of the actions, what cards cost, what is lacking, how to
walk and weigh the legal actions. Imports `engine`.

Everything here is compiled and takes the `view` that a strategy is handed (see strategies/README.md).
Amounts of several colours are *packed gems*: six bytes of one whole number, in the order white, blue,
green, red, black, gold; they can be added and subtracted as they are.
"""

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
)
from simcli.engine.gems import COLOURED, GOLD, NEVER, coloured_sum, count, one, shortfall, token_at, total
from simcli.engine.gems import ONES as ONE_OF_EACH
from simcli.engine.legality import least_gold
from simcli.engine.processor import FAR
from simcli.engine.rng import below, unit
from simcli.engine.step import default_give_back
from simcli.toolkit.actions import (
    PURCHASES,
    RESERVES,
    TAKES,
    any_of,
    best_action,
    card_of,
    how_many,
    is_purchase,
    is_reserve,
    is_take,
    kth,
    lowest,
    taken,
)
from simcli.toolkit.borrowing import borrow, borrowed
from simcli.toolkit.cards import (
    PLACES,
    affordable,
    best_place,
    effort,
    lacking,
    missing,
    need,
    payable_by,
    price_at,
    prospect,
    row_at,
    turns_needed,
)
from simcli.toolkit.plans import pursue, spare_for, spare_token, take_towards
from simcli.toolkit.seats import (
    asked_by_hand,
    asked_for,
    each_once,
    is_rival,
    me,
    noble_pull,
    note_noble_pulls,
    standing,
)

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
