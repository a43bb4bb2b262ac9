"""One turn step: a game that is played, a game in a strategy's head and a turn that is said share
it, with one set of defaults."""

import numpy as np
import pytest
from numba import njit

from simcli.base.errors import BadInput
from simcli.engine.legality import is_payment
from simcli.engine.model import try_action
from simcli.position.position import Reader
from simcli.position.turns import play_turn
from simcli.strategy.asking import ask
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.engine_record import packed

# Nobles 7 and 2, in this order on the table, both come to seat 1 whatever it does.
ALL_BONUSES = {"white": 5, "blue": 5, "green": 5, "red": 5, "black": 5}
TWO_COME = {
    "bank": {"white": 4, "blue": 4, "green": 4},
    "nobles": [7, 2],
    "seats": [{"bonus": ALL_BONUSES}, {}],
}
TAKE = {"action": "take", "tokens": {"white": 1, "blue": 1, "green": 1}}


@pytest.fixture
def position():
    return Reader(load_catalogue()).read(TWO_COME, "the test")


def test_a_game_takes_the_noble_with_the_lowest_id_where_the_strategy_leaves_it_open(position):
    assert ask(position, load("random"))["noble"] == 2


def test_a_game_in_the_head_takes_the_same_noble(position):
    tried = position.copy()
    try_action(tried.array[0], position.rules_array[0], 0)
    assert tried.nobles() == [7]


def test_a_turn_that_is_said_has_to_name_it(position):
    with pytest.raises(BadInput, match="names no noble, but 7 and 2 come"):
        play_turn(position, TAKE)
    assert position.nobles() == [7, 2]
    play_turn(position, TAKE | {"noble": 7})
    assert position.owned == [[7], []]


def test_a_payment_is_exact_and_held():
    """Two white and one blue, with one of each and two gold: three ways to pay, and no other number
    passes."""
    need, tokens = packed([2, 1, 0, 0, 0]), packed([1, 1, 0, 3, 0, 2])
    check = njit(lambda payment: is_payment(payment, need, tokens))
    allowed = {packed([1, 1, 0, 0, 0, 1]), packed([1, 0, 0, 0, 0, 2]), packed([0, 1, 0, 0, 0, 2])}
    payments = {packed(amounts) for amounts in np.ndindex(4, 4, 2, 2, 2, 4)}
    assert {payment for payment in payments if check(payment)} == allowed
    good = min(allowed)
    assert not any(
        check(number) for number in (-1, good - (1 << 63), good | 1 << 48, good | 0x80, good - 256)
    )
