"""What each strategy does in positions where its idea tells what to do."""

import pytest

from simcli.position.position import Reader
from simcli.strategy.asking import ask
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue

READER = Reader(load_catalogue())
BANK = {"white": 4, "blue": 4, "green": 4, "red": 4, "black": 4, "gold": 5}
DECKS = {"1": [2, 3, 4, 5], "2": [41, 42, 47, 48], "3": [71, 75, 79, 83]}


def position(seats, table, bank=None, nobles=(), to_move=1, **more):
    """A position with full piles (but for what is named) and a few cards in each deck."""
    rows = {level: [*cards, *[None] * (4 - len(cards))] for level, cards in table.items()}
    value = {
        "format": "simcli-position/1",
        "to_move": to_move,
        "bank": BANK | (bank or {}),
        "table": rows,
        "decks": DECKS,
        "nobles": list(nobles),
    }
    return value | {"seats": seats} | more


# Seat 2 moves last in the round and wins with card 46 (3 prestige for six white); card 31 costs
# three white.
WINNING = position([{"prestige": 9}, {"tokens": {"white": 4, "gold": 2}, "prestige": 12, "purchased": 8}],
                   {"1": [31], "2": [46]}, {"white": 0, "gold": 3}, to_move=2)  # fmt: skip
# Three points for six red, or a bonus for three red: both can be paid.
TOKENS = {"red": 4, "gold": 2}
RICH_OR_CHEAP = position([{"tokens": TOKENS}, {}], {"1": [17], "2": [64]}, {"red": 0, "gold": 3})
# Seat 2 wins with card 88 next turn; seat 1 cannot pay it.
THREAT = position([{"prestige": 10}, {"tokens": {"red": 4, "gold": 3}, "prestige": 11, "purchased": 7, "bonus": {"blue": 3, "white": 2}}],
                  {"1": [6, 9, 17, 31], "2": [49, 61], "3": [88, 77]}, {"red": 0, "gold": 2})  # fmt: skip
OPENING = position(
    [{}, {}], {"1": [1, 13, 20, 27], "2": [46, 50, 57, 68], "3": [73, 77, 86, 90]}, nobles=[1, 2, 3]
)
# Cards 35 (black) and 31 (red) cost three each and both can be paid; the nobles ask for red only.
NOBLE = position([{"tokens": {"green": 3, "white": 3}, "bonus": {"red": 2, "green": 3}, "purchased": 5}, {}],
                 {"1": [35, 31]}, {"green": 1, "white": 1}, nobles=[3])  # fmt: skip
# As a specialist in red and green: the same two cards, without a noble.
OWN_COLOUR = position([{"tokens": {"green": 3, "white": 3}, "bonus": {"red": 2, "green": 3}, "purchased": 5}, {}],
                      {"1": [35, 31]}, {"green": 1, "white": 1})  # fmt: skip
# The partner (seat 4) can buy card 43 as well; card 69 has as many points and only seat 1 can pay
# it.
PARTNER = position([{"tokens": {"red": 4, "white": 4, "gold": 1}}, {}, {}, {"tokens": {"red": 2, "gold": 3}}],
                   {"2": [43, 69]}, {"red": 1, "white": 3, "gold": 1}, rules="team")  # fmt: skip
# Nothing can be paid; a tokenless builder with two cards and a good card of level 3.
BUILT = position([{"bonus": {"red": 2}, "purchased": 2, "tokens": {"blue": 1}}, {}],
                 {"1": [6, 9], "2": [64, 67], "3": [88, 73]}, {"blue": 3})  # fmt: skip

SENSIBLE = [
    "greedy",
    "noble-hunter",
    "engine-builder",
    "high-roller",
    "blocker",
    "miser",
    "lean",
    "team-player",
]
AHEAD = ["balanced", "lookahead", "monte-carlo"]


def turn(name: str, where: dict) -> dict:
    """What the strategy plays there."""
    return ask(READER.read(where, "here"), load(name), seed=3)


def buys(name: str, where: dict) -> int | None:
    """The card that it buys there, or None."""
    played = turn(name, where)
    return played["card"] if played["action"] == "buy" else None


@pytest.mark.parametrize("name", [*SENSIBLE, *AHEAD])
def test_it_wins_when_it_can(name):
    assert buys(name, WINNING) == 46


@pytest.mark.parametrize(
    ("name", "card"), [("cheapest-first", 17), ("greedy", 64), ("lean", 64), ("high-roller", 64)]
)
def test_cheap_or_rich(name, card):
    assert buys(name, RICH_OR_CHEAP) == card


@pytest.mark.parametrize("name", ["blocker", "balanced", "lookahead"])
def test_it_takes_away_the_card_that_would_end_the_game(name):
    played = turn(name, THREAT)
    assert (played["action"], played["card"]) == ("reserve", 88)


@pytest.mark.parametrize("name", ["greedy", "cheapest-first", "engine-builder", "miser"])
def test_others_do_not_look_at_the_neighbour(name):
    assert turn(name, THREAT)["action"] != "reserve"


@pytest.mark.parametrize("name", ["noble-hunter", "team-player", "balanced"])
def test_the_noble_decides_between_equals(name):
    assert buys(name, NOBLE) == 31


def test_the_specialist_stays_with_its_colours():
    assert buys("specialist", OWN_COLOUR) == 31


def test_early_reserver_begins_with_an_expensive_card():
    played = turn("early-reserver", OPENING)
    assert played["action"] == "reserve" and played["card"] in OPENING["table"]["2"] + OPENING["table"]["3"]


@pytest.mark.parametrize(
    "name",
    ["cheapest-first", "greedy", "noble-hunter", "engine-builder", "specialist", "miser", "lean", "balanced"],
)
def test_most_begin_with_three_tokens(name):
    assert turn(name, OPENING)["action"] == "take"


def test_engine_builder_goes_for_the_bonus_first():
    assert buys("engine-builder", RICH_OR_CHEAP) == 17


def test_high_roller_reserves_level_3_once_it_owns_a_card_or_two():
    played = turn("high-roller", BUILT)
    assert (played["action"], played["card"]) == ("reserve", 88)


def test_lean_reserves_a_card_that_is_good_for_its_price():
    assert turn("lean", BUILT)["action"] == "reserve"


def test_team_player_leaves_the_partner_its_card():
    assert buys("team-player", PARTNER) == 69


def test_miser_takes_what_many_cards_lack():
    played = turn("miser", OPENING)
    assert sum(played["tokens"].values()) == 3
