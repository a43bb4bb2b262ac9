"""The judge of records passes right games and refuses every kind of wrong one."""

import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from record_check import check_invariants, check_record
from reference import Illegal, deal
from reference_player import random_record
from reference_tables import COLOURS, STANDARD, TEAM, read_cards, read_nobles

CARDS, NOBLES = read_cards(), read_nobles()
SCRIPT = Path(__file__).resolve().parent / "record_check.py"
RECORDS = [
    random_record(STANDARD, CARDS, NOBLES, 2 + seed % 3, random.Random(seed), ("even", "hoarder")[seed % 2])
    for seed in range(12)
]
RECORDS += [random_record(TEAM, CARDS, NOBLES, 4, random.Random(seed)) for seed in range(2)]


def first(record: dict, wanted) -> dict | None:
    return next((turn for turn in record["turns"] if wanted(turn)), None)


def change(wanted, edit):
    """A fault: the first turn that is `wanted` is edited; without such a turn there is no fault to
    plant."""

    def plant(record: dict) -> bool:
        turn = first(record, wanted)
        if turn is None:
            return False
        edit(turn)
        return True

    return plant


def edit_record(edit):
    def plant(record: dict) -> bool:
        edit(record)
        return True

    return plant


def other_colour(tokens: dict) -> dict:
    """The same number of tokens, each of the next colour."""
    order = (*COLOURS, "white")
    return {
        order[order.index(colour) + 1]: number for colour, number in tokens.items() if colour != "gold"
    } | ({"gold": tokens["gold"]} if "gold" in tokens else {})


def refilled_card_used(record: dict) -> bool:
    """Swap the first two refills of a level whose refills are used by card: another card then lies
    where the record says this one does."""
    for deck in record["setup"]["decks"].values():
        from_table = [turn["card"] for turn in record["turns"] if turn.get("from") == "table"]
        if deck[4] in from_table and deck[-1] not in from_table:
            deck[4], deck[-1] = deck[-1], deck[4]
            return True
    return False


def repeat_last_turn(record: dict) -> None:
    last = record["turns"][-1]
    record["turns"].append({**last, "seat": 1, "round": last["round"] + 1})


def shift_round(record: dict) -> None:
    record["turns"][-1]["round"] += 1


def swap_two_turns(record: dict) -> None:
    record["turns"][0], record["turns"][1] = record["turns"][1], record["turns"][0]


def extra_pass(record: dict) -> None:
    record["turns"].insert(0, {"seat": 1, "round": 1, "action": "pass", "returned": {}, "noble": None})


def pass_instead(record: dict) -> None:
    record["turns"][0] = {"seat": 1, "round": 1, "action": "pass", "returned": {}, "noble": None}


def is_action(name: str, source: str | None = None):
    return lambda turn: turn["action"] == name and (source is None or turn["from"] == source)


FAULTS = {
    "payment in another colour": change(
        lambda turn: any(colour in turn.get("paid", {}) for colour in COLOURS),
        lambda turn: turn.update(paid=other_colour(turn["paid"])),
    ),
    "payment one less": change(
        lambda turn: turn.get("paid"),
        lambda turn: turn["paid"].update({min(turn["paid"]): turn["paid"][min(turn["paid"])] - 1}),
    ),
    "payment one gold more": change(
        is_action("buy"), lambda turn: turn["paid"].update(gold=turn["paid"].get("gold", 0) + 1)
    ),
    "payment left out": change(is_action("buy"), lambda turn: turn.pop("paid")),
    "bought from elsewhere": change(is_action("buy", "table"), lambda turn: turn.update({"from": "reserve"})),
    "reserved from elsewhere": change(
        is_action("reserve", "deck"), lambda turn: turn.update({"from": "table"})
    ),
    "another card": change(is_action("buy"), lambda turn: turn.update(card=turn["card"] % 90 + 1)),
    "unknown card": change(is_action("reserve"), lambda turn: turn.update(card=91)),
    "no gold on a reserve": change(lambda turn: turn.get("gold") == 1, lambda turn: turn.update(gold=0)),
    "gold out of an empty bank": change(lambda turn: turn.get("gold") == 0, lambda turn: turn.update(gold=1)),
    "two of a colour for one": change(
        is_action("take"), lambda turn: turn["tokens"].update({min(turn["tokens"]): 3})
    ),
    "gold taken": change(is_action("take"), lambda turn: turn["tokens"].update(gold=1)),
    "nothing taken": change(is_action("take"), lambda turn: turn.update(tokens={})),
    "given back without need": change(
        lambda turn: not turn["returned"], lambda turn: turn.update(returned={"white": 1})
    ),
    "not given back": change(lambda turn: turn["returned"], lambda turn: turn.update(returned={})),
    "one more given back": change(
        lambda turn: turn["returned"],
        lambda turn: turn["returned"].update(
            {min(turn["returned"]): turn["returned"][min(turn["returned"])] + 1}
        ),
    ),
    "less than nothing given back": change(
        lambda turn: not turn["returned"], lambda turn: turn.update(returned={"white": 1, "blue": -1})
    ),
    "noble left out": change(lambda turn: turn["noble"], lambda turn: turn.update(noble=None)),
    "noble that does not come": change(lambda turn: turn["noble"] is None, lambda turn: turn.update(noble=1)),
    "another noble": change(
        lambda turn: turn["noble"], lambda turn: turn.update(noble=turn["noble"] % 10 + 1)
    ),
    "another seat": change(is_action("take"), lambda turn: turn.update(seat=turn["seat"] % 2 + 1)),
    "another round": edit_record(shift_round),
    "turns swapped": edit_record(swap_two_turns),
    "an extra pass": edit_record(extra_pass),
    "a pass instead of a turn": edit_record(pass_instead),
    "a turn after the end": edit_record(repeat_last_turn),
    "last turn cut off": edit_record(lambda record: record["turns"].pop()),
    "another refill": refilled_card_used,
    "a card twice in the decks": edit_record(
        lambda record: record["setup"]["decks"]["1"].__setitem__(5, record["setup"]["decks"]["1"][6])
    ),
    "a card missing in the decks": edit_record(lambda record: record["setup"]["decks"]["3"].pop()),
    "one noble less": edit_record(lambda record: record["setup"]["nobles"].pop()),
    "a noble twice": edit_record(
        lambda record: record["setup"]["nobles"].__setitem__(0, record["setup"]["nobles"][1])
    ),
    "another winner": edit_record(
        lambda record: record["result"].update(
            winners=[1, 2] if record["result"]["winners"] != [1, 2] else [1]
        )
    ),
    "another decider": edit_record(lambda record: record["result"].update(decided_by="coin")),
    "another ending": edit_record(lambda record: record["result"].update(ended="over")),
    "one round more": edit_record(
        lambda record: record["result"].update(rounds=record["result"]["rounds"] + 1)
    ),
    "one prestige more": edit_record(
        lambda record: record["result"]["prestige"].__setitem__(1, record["result"]["prestige"][1] + 1)
    ),
    "one card more": edit_record(
        lambda record: record["result"]["cards"].__setitem__(0, record["result"]["cards"][0] + 1)
    ),
    "another noble in the result": edit_record(lambda record: record["result"]["nobles"][0].append(99)),
    "a result without winners": edit_record(lambda record: record["result"].pop("winners")),
    "a target out of reach": edit_record(lambda record: record["rules"].update(prestige_to_win=99)),
    "a smaller bank": edit_record(
        lambda record: record["rules"]["bank"].update(gems={"2": 3, "3": 3, "4": 3})
    ),
    "a seat missing": edit_record(lambda record: record["players"].pop()),
    "a seat in another team": edit_record(lambda record: record["players"][0].update(team=2)),
    "another format": edit_record(lambda record: record.update(format="simcli-game/0")),
}


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_right_games_pass(number):
    check_record(RECORDS[number], CARDS, NOBLES)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_refused(fault):
    planted = 0
    for record in RECORDS:
        wrong = copy.deepcopy(record)
        if FAULTS[fault](wrong):
            planted += 1
            with pytest.raises(AssertionError):
                check_record(wrong, CARDS, NOBLES)
    assert planted


@pytest.mark.parametrize("field, delta", [("prestige", 1), ("cost", 1)])
def test_a_wrong_card_table_is_refused(field, delta):
    record = RECORDS[0]
    bought = next(turn["card"] for turn in record["turns"] if turn["action"] == "buy")
    cards = copy.deepcopy(CARDS)
    card = next(card for card in cards if card["id"] == bought)
    if field == "cost":
        card["cost"] = {colour: number + delta for colour, number in card["cost"].items()}
    else:
        card["prestige"] += delta
    with pytest.raises(AssertionError):
        check_record(record, cards, NOBLES)


def end_of_first_record():
    record = RECORDS[0]
    game = deal(record["rules"], CARDS, NOBLES, 2, record["setup"])
    for turn in record["turns"]:
        game.apply(turn, strict=True)
    return game


def duplicate_card(game) -> None:
    game.table[1][0] = game.table[1][1]


def lose_card(game) -> None:
    game.decks[3].pop()


def too_many_tokens(game) -> None:
    moved = dict(game.bank)
    for token, number in moved.items():
        game.seats[0]["tokens"][token] += number
        game.bank[token] = 0
    game.seats[0]["tokens"]["white"] += game.seats[1]["tokens"]["white"]
    game.seats[1]["tokens"]["white"] = 0


def debt(game) -> None:
    game.seats[0]["tokens"]["gold"] -= 9
    game.bank["gold"] += 9


def too_many_reserved(game) -> None:
    while len(game.seats[0]["reserved"]) < 4:
        game.seats[0]["reserved"].append({"card": game.decks[1].pop(), "from": "deck"})


DAMAGE = {
    "token lost": lambda game: game.bank.update(white=game.bank["white"] - 1),
    "token out of nothing": lambda game: game.seats[0]["tokens"].update(
        gold=game.seats[0]["tokens"]["gold"] + 1
    ),
    "debt": debt,
    "too many tokens": too_many_tokens,
    "too many reserved cards": too_many_reserved,
    "card twice": duplicate_card,
    "card lost": lose_card,
    "noble twice": lambda game: game.nobles.append(game.nobles[0]),
    "bonus not from a card": lambda game: game.seats[0]["bonus"].update(
        red=game.seats[0]["bonus"]["red"] + 1
    ),
    "prestige not from a card": lambda game: game.seats[0].update(prestige=game.seats[0]["prestige"] + 1),
    "cards miscounted": lambda game: game.seats[1].update(purchased=game.seats[1]["purchased"] + 1),
    "place not refilled": lambda game: (
        game.decks[1].append(game.table[1][0]),
        game.table[1].__setitem__(0, None),
    ),
    "a turn too many": lambda game: game.turns_of.__setitem__(0, game.turns_of[0] + 2),
    "unequal turns at the end": lambda game: game.turns_of.__setitem__(0, game.turns_of[0] + 1),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_to_a_game_is_seen(damage):
    game = end_of_first_record()
    check_invariants(game, "end")
    DAMAGE[damage](game)
    with pytest.raises(AssertionError):
        check_invariants(game, "end")


def test_no_turn_after_the_end():
    with pytest.raises(Illegal):
        end_of_first_record().apply({"action": "take", "tokens": {"white": 1, "blue": 1, "green": 1}})


def test_as_a_script():
    wrong = copy.deepcopy(RECORDS[1])
    wrong["result"]["prestige"][0] += 1
    formless = {**RECORDS[0], "turns": None}
    for records, code, text in (
        (RECORDS[:2], 0, "2 games right"),
        ([RECORDS[0], wrong], 1, "line 2: game 0: prestige is"),
        ([formless], 1, "line 1: not in the form of a record"),
        ([], 1, "0 games right"),
    ):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        done = subprocess.run(
            [sys.executable, str(SCRIPT)], input=lines, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        assert done.stdout.startswith(text)
