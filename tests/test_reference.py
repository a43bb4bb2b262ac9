"""The reference engine against hand-made cases, counts known beforehand, and random games."""

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference_ending as ending
from record_check import check_invariants, check_record
from reference import Illegal, deal
from reference_player import STYLES, every_turn, random_record, random_setup, random_turn
from reference_positions import from_position, full_form, to_position
from reference_tables import COLOURS, LEVELS, RULES, STANDARD, TEAM, read_cards, read_nobles, rules_with
from rule_cases import read_cases, unmet

CARDS, NOBLES = read_cards(), read_nobles()
CASES = {case["id"]: case for case in read_cases()}
KINDS = [("standard", 2), ("standard", 3), ("standard", 4), ("team", 4)]

# Rules that change the shape of the game: each random game draws one.
SETTINGS = [
    {},
    {"takes.fewer": "free"},
    {"limits.tokens": 5},
    {"limits.reserved": 1, "bank.gold": 2},
    {"limits.pair_minimum": 2, "prestige_to_win": 8},
    {"face_up": 2, "prestige_to_win": 10},
    {"round_limit": 12},
    {"tie_break": [], "prestige_to_win": 3},
    {"tie_break": ["fewest_cards", "weakest_member"], "prestige_to_win": 6},
]


def new_game(name: str, players: int, seed: int = 0, **changes):
    rules = rules_with(name, changes)
    return deal(
        rules, CARDS, NOBLES, players, random_setup(rules, CARDS, NOBLES, players, random.Random(seed))
    )


def position(seats: int = 2, rules: str = "standard", **given) -> dict:
    return {"format": "simcli-position/1", "rules": rules, "seats": [{} for _ in range(seats)], **given}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_case(case):
    game = from_position(case["position"], CARDS, NOBLES)
    for step in case["turns"]:
        before = copy.deepcopy(vars(game))
        if step["legal"]:
            game.apply(step["turn"])
        else:
            with pytest.raises(Illegal):
                game.apply(step["turn"])
            assert vars(game) == before
    assert unmet(case["expect"], to_position(game), game.over) == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_that_expects_something_else_is_seen(case):
    other = {
        "tokens": {"1": {"white": 9}},
        "bonus": {"1": {"white": 9}},
        "prestige": {"1": 99},
        "purchased": {"1": 99},
        "nobles_owned": {"1": 9},
    }
    other |= {
        "reserved": {"1": [0]},
        "bank": {"white": 99},
        "nobles": [99],
        "to_move": 9,
        "over": None,
        "ended": "late",
        "winners": [9],
    }
    other |= {"table": {"1.1": 99}, "deck_size": {"1": 99}}
    start = from_position(case["position"], CARDS, NOBLES)
    for key, value in other.items():
        assert len(unmet({key: value}, to_position(start), start.over)) == 1


@pytest.mark.parametrize(
    "name, players, gems, shown",
    [("standard", 2, 4, 3), ("standard", 3, 5, 4), ("standard", 4, 7, 5), ("team", 4, 7, 5)],
)
def test_setting_up(name, players, gems, shown):
    game = new_game(name, players)
    assert game.bank == {**dict.fromkeys(COLOURS, gems), "gold": 5}
    assert len(game.nobles) == shown
    assert [len(game.table[level]) for level in LEVELS] == [4, 4, 4]
    assert [len(game.decks[level]) for level in LEVELS] == [36, 26, 16]
    assert game.to_move == 1 and game.over is None
    assert full_form(to_position(game))["seats"] == full_form(position(players))["seats"]
    check_invariants(game, "new game")


@pytest.mark.parametrize("name, players", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_thirty_actions_at_the_start(name, players, seed):
    game = new_game(name, players, seed)
    assert [len(game.takes()), len(game.reserves()), len(game.purchases())] == [15, 15, 0]
    assert len(game.actions()) == len(every_turn(game)) == 30


def test_actions_at_the_start_when_fewer_may_be_taken():
    assert len(new_game("standard", 2, **{"takes.fewer": "free"}).takes()) == 10 + 10 + 5 + 5


def test_330_ways_to_take_and_give_back():
    game = from_position(CASES["R31"]["position"], CARDS, NOBLES)
    turns = every_turn(game)
    assert len(turns) == 330
    assert len({str(sorted((key, str(value)) for key, value in turn.items())) for turn in turns}) == 330
    for turn in turns:
        assert sum(turn["returned"].values()) == 3
        after = copy.deepcopy(game)
        after.apply({**turn, "seat": 1, "round": 1}, strict=True)
        assert sum(after.seats[0]["tokens"].values()) == 10


@pytest.mark.parametrize(
    "bank, takes",
    [({"white": 2, "blue": 1}, 1), ({"black": 3}, 1), ({"black": 4}, 2), ({"gold": 5}, 0), ({}, 0)],
)
def test_takes_from_a_short_bank(bank, takes):
    game = from_position(position(bank=bank), CARDS, NOBLES)
    assert len(game.takes()) == takes


def test_a_seat_that_can_do_nothing_passes():
    game = from_position(position(), CARDS, NOBLES)
    assert game.actions() == [{"action": "pass"}]
    game.apply({"action": "pass"})
    assert game.to_move == 2 and game.over is None
    game.apply({"action": "pass"})
    assert game.over == {"ended": "stalemate", "winners": [], "decided_by": None}


def test_a_noble_on_a_pass_puts_the_stalemate_off():
    bonus = {"white": 4, "blue": 4}
    game = from_position(position(seats=1, nobles=[1]) | {"seats": [{"bonus": bonus}, {}]}, CARDS, NOBLES)
    for turns in (2, 2):
        assert game.over is None
        for _ in range(turns):
            game.apply({"action": "pass"})
    assert game.seats[0]["nobles"] == [1]
    assert game.over["ended"] == "stalemate"


def test_passes_of_two_rounds_do_not_make_a_whole_round():
    game = from_position(position(to_move=2), CARDS, NOBLES)
    game.apply({"action": "pass"})
    game.apply({"action": "pass"})
    assert game.over is None
    game.apply({"action": "pass"})
    assert game.over["ended"] == "stalemate"


def test_target_comes_before_stalemate_before_round_limit():
    for prestige, ended in ((15, "target"), (14, "stalemate")):
        start = position(set={"round_limit": 1}) | {"seats": [{"prestige": prestige}, {}]}
        game = from_position(start, CARDS, NOBLES)
        game.apply({"action": "pass"})
        game.apply({"action": "pass"})
        assert game.over["ended"] == ended


def test_endless_taking_and_giving_back_stops_at_the_round_limit():
    game = from_position(
        CASES["R31"]["position"] | {"seats": [CASES["R31"]["position"]["seats"][0]] * 2}, CARDS, NOBLES
    )
    turn = {
        "action": "take",
        "tokens": {"white": 1, "blue": 1, "green": 1},
        "returned": {"white": 1, "blue": 1, "green": 1},
    }
    turns = 0
    while game.over is None:
        game.apply(turn)
        turns += 1
    assert turns == 400 and game.round == 200
    assert game.over == {"ended": "round_limit", "winners": [], "decided_by": None}


FINALS = [
    ("standard", [(16, 12), (16, 14)], [1], "fewest_cards"),
    ("standard", [(17, 13), (17, 11), (12, 9), (17, 11)], [2, 4], "shared"),
    ("standard", [(15, 6), (16, 15)], [2], "prestige"),
    ("standard", [(15, 10), (15, 10)], [1, 2], "shared"),
    ("standard", [(16, 12), (17, 15), (9, 8)], [2], "prestige"),
    ("team", [(20, 12), (13, 10), (12, 10), (6, 9)], [1, 4], "prestige"),
    ("team", [(20, 12), (14, 11), (12, 11), (6, 9)], [2, 3], "weakest_member"),
    ("team", [(14, 11), (14, 10), (12, 10), (12, 11)], [2, 3], "fewest_cards"),
    ("team", [(14, 11), (12, 10), (14, 11), (12, 10)], [1, 2, 3, 4], "shared"),
    ("team", [(13, 16), (15, 8), (11, 8), (13, 16)], [1, 4], "weakest_member"),
]


@pytest.mark.parametrize("name, final, winners, decided_by", FINALS)
def test_who_wins(name, final, winners, decided_by):
    prestige, cards = map(list, zip(*final, strict=True))
    assert ending.decide(RULES[name], prestige, cards) == (winners, decided_by)


def test_ranks_and_margins():
    assert ending.ranks(STANDARD, [17, 17, 12, 17], [13, 11, 9, 11]) == [3, 1, 4, 1]
    assert ending.ranks(STANDARD, [1, 1, 1], [2, 1, 3]) == [2, 1, 3]
    assert ending.ranks(TEAM, [20, 13, 12, 6], [12, 10, 10, 9]) == [1, 3, 3, 1]
    assert ending.margin(STANDARD, [17, 15, 9], [1]) == 2
    assert ending.margin(STANDARD, [17, 17, 9], [1, 2]) == 0
    assert ending.margin(TEAM, [20, 13, 12, 6], [1, 4]) == 1
    assert ending.margin(TEAM, [14, 12, 14, 12], [1, 2, 3, 4]) == 0
    assert ending.margin(STANDARD, [9, 9], []) is None


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    changes=st.sampled_from(SETTINGS),
    style=st.sampled_from(sorted(STYLES)),
    seed=st.integers(0, 2**32 - 1),
)
def test_invariants_hold_in_random_games(kind, changes, style, seed):
    name, players = kind
    check_record(
        random_record(rules_with(name, changes), CARDS, NOBLES, players, random.Random(seed), style),
        CARDS,
        NOBLES,
    )


@settings(max_examples=40, deadline=None)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**32 - 1), length=st.integers(0, 100))
def test_a_position_reads_back_and_plays_on(kind, seed, length):
    name, players = kind
    rng = random.Random(seed)
    game = new_game(name, players, seed)
    for _ in range(length):
        if game.over is None:
            game.apply(random_turn(game, rng))
    again = from_position(to_position(game, name), CARDS, NOBLES)
    assert to_position(again, name) == to_position(game, name)
    assert again.actions() == game.actions()
    if game.over is None:
        for turn in every_turn(again)[:50]:
            copy.deepcopy(again).apply(turn)
