"""Positions: read, refused, written out, shown; which turns are legal, and why others are not."""

import copy
import json
import random

import pytest

from reference import deal
from reference_player import complete, every_turn, random_setup
from reference_positions import full_form, to_position
from reference_tables import COLOURS, STANDARD, TOKENS, read_cards, read_nobles, rules_with
from rule_cases import read_cases
from simcli.base.errors import BadInput
from simcli.position.legal import legal_turns
from simcli.position.position import Reader
from simcli.position.turns import Refused, play_turn
from simcli.variant.catalogue import load_catalogue

CARDS, NOBLES = read_cards(), read_nobles()
READER = Reader(load_catalogue())
FULL = {
    "format": "simcli-position/1",
    "rules": "standard",
    "set": {"prestige_to_win": 21},
    "to_move": 2,
    "bank": {"white": 2, "gold": 3},
    "table": {"1": [35, None, 12, None], "2": [50, 51, 52, 53], "3": []},
    "decks": {"1": [8, 9], "3": [77, 78, 79]},
    "nobles": [6, 7],
    "seats": [
        {
            "tokens": {"green": 2},
            "bonus": {"red": 3},
            "prestige": 5,
            "purchased": 3,
            "reserved": [{"card": 22, "from": "table"}],
            "nobles": [1],
        },
        {"tokens": {"gold": 2}, "reserved": [{"card": 60, "from": "deck"}, {"card": 3, "from": "table"}]},
    ],
}


def read(position: dict):
    return READER.read(position, "here")


def changed(*path_and_value) -> dict:
    """FULL with the value at a path put in."""
    *path, last, value = path_and_value
    position = copy.deepcopy(FULL)
    at = position
    for key in path:
        at = at[key]
    at[last] = value
    return position


def starts(seed: int = 5) -> list:
    """Games of every number of players, some turns after their start."""
    rng = random.Random(seed)
    games = []
    for number in range(30):
        name, players = ("team", 4) if number % 4 == 3 else ("standard", 2 + number % 4)
        settings = (
            {"takes.fewer": "free"} if number % 5 == 0 else {"limits.tokens": 6} if number % 5 == 1 else {}
        )
        rules = rules_with(name, settings)
        game = deal(rules, CARDS, NOBLES, players, random_setup(rules, CARDS, NOBLES, players, rng))
        for _ in range(rng.randint(0, 40)):
            if game.over is None:
                game.apply(complete(game, rng.choice(game.actions()), rng))
        if game.over is None:
            games.append((name, settings, game))
    return games


def test_what_is_left_out_is_zero_or_empty():
    position = read({"seats": [{}, {}]})
    assert full_form(position.to_json()) == full_form({"seats": [{}, {}]})
    assert position.over is None


@pytest.mark.parametrize(
    "position",
    [FULL, *(case["position"] for case in read_cases())],
    ids=lambda position: str(position["set"]),
)
def test_written_out_and_read_again(position):
    once = read(position).to_json()
    assert full_form(once) == full_form(position)
    assert read(once).to_json() == once
    assert json.loads(json.dumps(once)) == once


def test_all_rules_written_out_in_a_position():
    position = {"rules": rules_with("standard", {"prestige_to_win": 3}), "seats": [{"prestige": 3}, {}]}
    played = read(position)
    for _ in range(2):
        play_turn(played, {"action": "pass"})
    assert played.over == {"ended": "target", "winners": [1], "decided_by": "prestige"}


WRONG = {
    "no object": ([], ["a position", "object"]),
    "unknown key": ({**FULL, "tabel": {}}, ["'tabel'", "Did you mean 'table'?"]),
    "format": (changed("format", "simcli-position/2"), ["'simcli-position/2'", "simcli-position/1"]),
    "unknown rules": (changed("rules", "standart"), ["'standart'", "standard"]),
    "rules of a wrong type": (changed("rules", 7), ["rules is 7"]),
    "unknown setting": (changed("set", {"prestige": 3}), ["prestige", "prestige_to_win"]),
    "setting out of range": (changed("set", {"face_up": 9}), ["face_up", "9", "1 to 4"]),
    "set of a wrong type": (changed("set", [1]), ["set is [1]"]),
    "no seats": ({key: value for key, value in FULL.items() if key != "seats"}, ["seats", "list"]),
    "one seat": (changed("seats", [{}]), ["1 seats", "2 or 3 or 4"]),
    "five seats": (changed("seats", [{}] * 5), ["5 seats", "2 or 3 or 4"]),
    "two seats in the team game": ({"rules": "team", "seats": [{}, {}]}, ["2 seats", "'team'", "4"]),
    "nobody to move": (changed("to_move", 3), ["to_move is 3", "1 to 2"]),
    "to_move a text": (changed("to_move", "1"), ["to_move is '1'"]),
    "to_move true": (changed("to_move", True), ["to_move is True"]),
    "too many tokens": (changed("bank", {"white": 5}), ["5 white", "has 4"]),
    "too many tokens in all": (changed("bank", "green", 3), ["5 green", "has 4"]),
    "too much gold": (changed("bank", "gold", 4), ["6 gold", "has 5"]),
    "negative tokens": (changed("bank", "white", -1), ["bank: white is -1", "0 to"]),
    "half a token": (changed("bank", "white", 1.5), ["bank: white is 1.5"]),
    "unknown token": (changed("bank", "purple", 1), ["'purple'", "white, blue, green, red, black, gold"]),
    "bank a list": (changed("bank", [4, 4]), ["bank", "[4, 4]"]),
    "a hand over the limit": (
        changed("seats", 0, "tokens", {"white": 2, "blue": 4, "green": 4, "red": 1}),
        ["seat 1", "11 tokens", "10"],
    ),
    "a gold bonus": (changed("seats", 0, "bonus", {"gold": 1}), ["seat 1", "bonus", "'gold'"]),
    "more bonuses than cards": (changed("seats", 0, "bonus", {"white": 19}), ["seat 1", "19 white", "18"]),
    "negative prestige": (changed("seats", 1, "prestige", -3), ["seat 2", "prestige", "-3"]),
    "a huge number": (changed("seats", 1, "prestige", 10**40), ["seat 2", "prestige"]),
    "purchased a text": (changed("seats", 1, "purchased", "3"), ["seat 2", "purchased", "'3'"]),
    "unknown key of a seat": (changed("seats", 1, "token", {}), ["seat 2", "'token'", "'tokens'"]),
    "a seat that is none": (changed("seats", 1, None), ["seat 2", "None"]),
    "unknown card": (changed("table", "1", [91]), ["91", "level 1, place 1", "1 to 90"]),
    "a card as text": (changed("table", "1", ["35"]), ["'35'"]),
    "wrong level on the table": (changed("table", "1", [50]), ["card 50", "level 2"]),
    "wrong level in a deck": (changed("decks", "1", [50]), ["card 50", "level 2", "decks"]),
    "five places": (changed("table", "1", [1, 2, 4, 5, 6]), ["level 1", "5", "4"]),
    "a fourth level": (changed("table", "4", []), ["'4'"]),
    "null in a deck": (changed("decks", "1", [None]), ["None"]),
    "a card twice on the table": (changed("table", "1", [35, 35]), ["card 35", "place 1", "place 2"]),
    "a card on the table and in the deck": (changed("decks", "1", [35]), ["card 35", "table", "deck"]),
    "a card on the table and in a reserve": (
        changed("table", "1", [22]),
        ["card 22", "table", "reserve of seat 1"],
    ),
    "a card twice in a deck": (changed("decks", "1", [8, 8]), ["card 8", "twice"]),
    "unknown noble": (changed("nobles", [11]), ["11", "nobles"]),
    "a noble twice": (changed("nobles", [6, 6]), ["noble 6", "twice"]),
    "a noble in two places": (changed("nobles", [1]), ["noble 1", "table", "seat 1"]),
    "too many reserved": (
        changed("seats", 0, "reserved", [{"card": c, "from": "deck"} for c in (22, 23, 24, 25)]),
        ["4 reserved cards", "3"],
    ),
    "reserved from nowhere": (
        changed("seats", 0, "reserved", [{"card": 22}]),
        ["seat 1", "from", "'table' or 'deck'"],
    ),
    "reserved from elsewhere": (
        changed("seats", 0, "reserved", [{"card": 22, "from": "decks"}]),
        ["'decks'", "'deck'"],
    ),
    "a reserved card as a number": (changed("seats", 0, "reserved", [22]), ["seat 1", "22"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_refused_with_value_place_and_what_is_allowed(name):
    position, words = WRONG[name]
    with pytest.raises(BadInput) as error:
        read(position)
    message = str(error.value)
    assert message.startswith("here") and len(message.splitlines()) == 1 and len(message) < 400
    for word in words:
        assert word in message, message


@pytest.mark.parametrize("command", ["show", "play"])
@pytest.mark.parametrize(
    "text, words",
    [
        ("", ["it is empty"]),
        ("{", ["line 1", "column 2", "JSON"]),
        ('{"seats": [{}, {}]}\n{"seats": [{}, {}\n', ["line 2", "JSON"]),
        ('{"seats": [{}, {}], "seats": [{}]}', ["'seats'", "twice"]),
        ('{"seats": [{}, {}], "to_move": NaN}', ["NaN"]),
        ('{\n "seats": [{}, {}],\n "to_move": 5\n}', ["to_move is 5"]),
        ('{"position": {"seats": [{}, {}]}, "turns": 3}', ["turns is 3"]),
        ('{"position": {"seats": [{}, {}]}, "turn": [], "trun": []}', ["'trun'"]),
        (b"\xff\xfe{}", ["UTF-8"]),
        (json.dumps(changed("bank", {"white": 9})), ["9 white"]),
    ],
)
def test_bad_files(simcli, tmp_path, command, text, words):
    file = tmp_path / "position.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    outcome = simcli("position", command, file)
    assert outcome.code == 2 and len(outcome.err.splitlines()) <= 2
    for word in ["position.json", *words]:
        assert word in outcome.err
    assert len(outcome.out.splitlines()) <= 80 * text.count("\n" if isinstance(text, str) else b"\n")


def test_a_missing_file_and_an_unknown_strategy(refused, tmp_path):
    refused("position", "show", tmp_path / "none.json", words=["none.json", "no such file"])
    refused("position", "show", tmp_path, words=["is a folder"])
    file = tmp_path / "position.json"
    file.write_text(json.dumps(FULL))
    refused("position", "ask", file, "--strategy", "nobel-hunter", words=["'nobel-hunter'", "noble-hunter"])
    refused("position", "ask", file, words=["--strategy"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thirty_actions_at_the_start(players):
    rng = random.Random(players)
    game = deal(STANDARD, CARDS, NOBLES, players, random_setup(STANDARD, CARDS, NOBLES, players, rng))
    legal = legal_turns(read(to_position(game)))
    assert len(legal) == 30
    assert [entry["turn"]["action"] for entry in legal].count("take") == 15


def test_the_list_of_legal_turns_is_the_reference_engines():
    for name, settings, game in starts():
        position = read(to_position(game, name, settings))
        theirs = [json.dumps(action, sort_keys=True) for action in game.actions()]
        mine = legal_turns(position)
        turns = [{key: value for key, value in entry["turn"].items() if key != "paid"} for entry in mine]
        assert sorted(json.dumps(turn, sort_keys=True) for turn in turns) == sorted(theirs)
        for entry in mine:
            if entry["turn"]["action"] == "buy":
                assert entry["turn"]["paid"] == {
                    t: n for t, n in game.least_gold(entry["turn"]["card"]).items() if n
                }


def test_every_turn_in_all_its_ways_can_be_played():
    """All payments, give-backs and choices of noble that the rules allow, in some positions, and
    what they lead to."""
    rng, played = random.Random(8), 0
    for name, settings, game in starts(6)[:12]:
        start = read(to_position(game, name, settings))
        for turn in rng.sample(ways := every_turn(game), min(40, len(ways))):
            after, theirs = start.copy(), copy.deepcopy(game)
            play_turn(after, turn)
            theirs.apply(turn)
            assert full_form(after.to_json()) == full_form(to_position(theirs, name, settings))
            played += 1
    assert played > 200


def test_330_takes_with_their_give_backs():
    seat = {"tokens": dict.fromkeys(COLOURS, 2)}
    position = read({"set": {"bank.gems.2": 5}, "bank": dict.fromkeys(COLOURS, 1), "seats": [seat, seat]})
    legal = legal_turns(position)
    assert {entry["give_back"] for entry in legal} == {3} and len(legal) == 10
    ways = 0
    for entry in legal:
        for a in TOKENS:
            for b in TOKENS[TOKENS.index(a) :]:
                for c in TOKENS[TOKENS.index(b) :]:
                    returned = {token: (a, b, c).count(token) for token in {a, b, c}}
                    try:
                        play_turn(position.copy(), {**entry["turn"], "returned": returned})
                    except Refused:
                        continue
                    ways += 1
    assert ways == 330


TAKE = {"action": "take", "tokens": {"white": 1, "blue": 1, "green": 1}}
FOUR = {
    "bank": {**dict.fromkeys(COLOURS[:4], 4), "gold": 5},
    "table": {"1": [35, 26], "2": [50]},
    "decks": {"1": [8]},
    "nobles": [1, 9],
}
SEATS = [{"tokens": {"black": 2}, "reserved": [{"card": 22, "from": "table"}]}, {"tokens": {"black": 2}}]
ELEVEN = [{"tokens": {"white": 0, "black": 4, "gold": 5}}, {}]
REFUSED = [
    ({"action": "steal"}, ["'steal'", "take, reserve, buy, pass"]),
    ({"action": ["take"]}, ["action is"]),
    ({}, ["action is None"]),
    (7, ["a turn is an object"]),
    ({**TAKE, "seat": 2}, ["seat is 2", "seat 1"]),
    ({**TAKE, "colour": "red"}, ["'colour'"]),
    (
        {"action": "take", "tokens": {"white": 1, "blue": 1}},
        ["takes 2 different, but 4 colours have a token: take 3"],
    ),
    ({"action": "take", "tokens": dict.fromkeys(COLOURS[:4], 1)}, ["takes 4 different", "3"]),
    ({"action": "take", "tokens": {"white": 1, "blue": 1, "black": 1}}, ["the bank has no black token"]),
    ({"action": "take", "tokens": {"white": 1, "blue": 1, "gold": 1}}, ["takes gold", "reserve"]),
    ({"action": "take", "tokens": {"black": 2}}, ["2 black", "the bank has 0 black", "4"]),
    ({"action": "take", "tokens": {"white": 3}}, ["takes 3 white"]),
    ({"action": "take", "tokens": {"white": 2, "blue": 1}}, ["2 white and another colour"]),
    ({"action": "take", "tokens": {"white": 0}}, ["takes no token"]),
    ({"action": "take"}, ["tokens is None"]),
    ({"action": "take", "tokens": {"purple": 1}}, ["'purple'"]),
    ({"action": "take", "tokens": {"white": -1}}, ["white is -1"]),
    ({**TAKE, "returned": {"white": 1}}, ["gives back 1 white", "give back nothing"]),
    ({"action": "buy", "from": "table", "card": 35}, ["card 35", "3 green", "holds 2 black", "3 too few"]),
    ({"action": "buy", "from": "reserve", "card": 26}, ["card 26 is not in the reserve of seat 1"]),
    ({"action": "buy", "from": "deck", "card": 26}, ["'deck'", "'table' or 'reserve'"]),
    ({"action": "reserve", "from": "table", "card": 22}, ["card 22 is not on the table"]),
    ({"action": "reserve", "from": "table", "level": 1, "place": 3}, ["no card at level 1, place 3"]),
    ({"action": "reserve", "from": "table", "level": 1, "place": 5}, ["place 5"]),
    ({"action": "reserve", "from": "deck", "level": 2}, ["level-2 deck", "empty"]),
    ({"action": "reserve", "from": "deck", "level": 4}, ["level is 4"]),
    ({"action": "reserve", "from": "deck", "level": 1, "gold": 0}, ["gold is 0"]),
    ({"action": "pass"}, ["passes, but", "other actions are legal"]),
    ({**TAKE, "noble": 3}, ["noble 3 is not on the table"]),
    ({**TAKE, "noble": 1}, ["noble 1", "none comes"]),
]


@pytest.mark.parametrize(
    "turn, words", REFUSED, ids=lambda value: None if isinstance(value, list) else json.dumps(value)[:60]
)
def test_a_refused_turn_says_why_and_changes_nothing(turn, words):
    position = read({**FOUR, "seats": SEATS})
    before = position.array.copy()
    with pytest.raises(Refused) as refusal:
        play_turn(position, turn)
    for word in words:
        assert word in str(refusal.value)
    assert (position.array == before).all()


@pytest.mark.parametrize(
    "seats, turn, words",
    [
        (ELEVEN, TAKE, ["gives back nothing", "holds 12", "limit is 10", "give back 2"]),
        (ELEVEN, {**TAKE, "returned": {"red": 2}}, ["gives back 2 red out of"]),
        (
            [{"tokens": {"green": 3, "gold": 1}}, {}],
            {"action": "buy", "from": "table", "card": 35, "paid": {"green": 2}},
            ["pays 2 green", "3 green"],
        ),
        (
            [{"tokens": {"green": 1}}, {}],
            {"action": "buy", "from": "table", "card": 35, "paid": {"green": 3}},
            ["too few"],
        ),
        (
            [{"tokens": {"green": 2, "gold": 2}}, {}],
            {"action": "buy", "from": "table", "card": 35, "paid": {"green": 3}},
            ["holds 2 green"],
        ),
        (
            [{"bonus": {"white": 4, "blue": 4, "red": 3, "black": 3}}, {}],
            TAKE,
            ["names no noble", "1 and 9 come"],
        ),
        ([{"bonus": {"white": 4, "blue": 4}}, {}], {**TAKE, "noble": 9}, ["noble 9", "1 comes"]),
    ],
)
def test_a_refused_give_back_payment_or_noble(seats, turn, words):
    bank = {"white": 2, "blue": 2, "green": 1, "red": 2}
    position = read({**FOUR, "bank": bank, "seats": seats})
    before = position.array.copy()
    with pytest.raises(Refused) as refusal:
        play_turn(position, turn)
    for word in words:
        assert word in str(refusal.value)
    assert (position.array == before).all()


def test_the_hand_keeps_the_order_of_reserving():
    seat = {"tokens": {"gold": 5}, "reserved": [{"card": card, "from": "table"} for card in (1, 2, 9)]}
    position = read({"seats": [seat, {}], "decks": {"1": [8]}})
    play_turn(position, {"action": "buy", "from": "reserve", "card": 1})
    assert [entry["card"] for entry in position.to_json()["seats"][0]["reserved"]] == [2, 9]


def test_show(simcli, tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(FULL, indent=1))
    outcome = simcli("position", "show", file)
    assert outcome.code == 0 and outcome.err == ""
    assert max(map(len, outcome.out.splitlines())) <= 80
    for text in (
        "Seat 2 is to move",
        "21 prestige",
        "35 black",
        "deck 3",
        "reserved 60 red 1",
        "legal actions",
    ):
        assert text in outcome.out
    shown = json.loads(simcli("position", "show", file, "--json").out)
    assert full_form(shown["position"]) == full_form(FULL) and shown["over"] is None
    assert {entry["turn"]["action"] for entry in shown["legal"]} == {"take", "reserve"}


def test_show_after_turns_and_at_the_end(simcli, tmp_path):
    file = tmp_path / "line.json"
    file.write_text(
        json.dumps({"position": {"seats": [{"prestige": 15}, {}]}, "turns": [{"action": "pass"}] * 2})
    )
    assert "seat 1 won, by prestige" in simcli("position", "show", file).out
    file.write_text(
        json.dumps({"position": {"seats": [{}, {}]}, "turns": [{"action": "take", "tokens": {"white": 2}}]})
    )
    outcome = simcli("position", "show", file)
    assert outcome.code == 2 and "turn 1 is refused" in outcome.err


def test_ask(simcli, tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps({**FOUR, "seats": SEATS}))
    outcome = simcli("position", "ask", file, "--strategy", "random", "--seed", "3", "--json", "--quiet")
    answer = json.loads(outcome.out)
    assert answer["strategy"] == "random" and answer["seed"] == 3
    play_turn(read({**FOUR, "seats": SEATS}), answer["turn"])
    again = simcli("position", "ask", file, "--strategy", "random", "--seed", "3", "--json", "--quiet")
    assert again.out == outcome.out
    assert simcli("position", "ask", file, "--strategy", "random", "--seed", "3", "--quiet").out.startswith(
        "Seat 1 (random) "
    )


def test_decks_that_are_empty_and_tables_with_gaps():
    """Twelve cards in all: games go on with what is left, and nobody reserves from a deck."""
    table = {"1": [1, 2, 4, 5], "2": [50, 51, 52, 53], "3": [77, 78, 79, 80]}
    position = read({"table": table, "bank": {**dict.fromkeys(COLOURS, 4), "gold": 5}, "seats": [{}, {}]})
    rng, gone = random.Random(2), 0
    for _ in range(60):
        legal = [entry for entry in legal_turns(position) if not entry["give_back"]]
        if not legal or position.over:
            break
        turn = rng.choice(legal)["turn"]
        assert turn.get("from") != "deck"
        play_turn(position, turn)
        gone += turn.get("from") == "table"
        assert sum(card is None for cards in position.to_json()["table"].values() for card in cards) == gone
    assert gone > 5


def test_a_position_put_back_and_played_again():
    """A noble comes once, however often the position before it is played from."""
    seat = {"bonus": {"white": 4, "blue": 3}, "purchased": 7, "prestige": 4, "tokens": {"green": 3}}
    start = read({"nobles": [1], "table": {"1": [9]}, "seats": [{**seat, "tokens": {"black": 3}}, {}]})
    after = []
    for _ in range(2):
        position = start.copy()
        play_turn(position, {"action": "buy", "from": "table", "card": 9})
        after.append(position.to_json())
    assert after[0] == after[1]
    assert (
        after[0]["seats"][0]["nobles"] == [1]
        and after[0]["seats"][0]["prestige"] == 7
        and after[0]["nobles"] == []
    )
