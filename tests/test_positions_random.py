"""Product and reference engine side by side: whole random games, single turns, and turns that may
be wrong, through `simcli position play`."""

import copy
import random

import pytest

from play_positions import play
from reference import Illegal, deal
from reference_player import STYLES, random_setup, random_turn
from reference_positions import from_position, full_form, to_position
from reference_tables import COLOURS, LEVELS, TOKENS, read_cards, read_nobles, rules_with

CARDS, NOBLES = read_cards(), read_nobles()
KINDS = [
    ("standard", 2, {}),
    ("standard", 3, {}),
    ("standard", 4, {}),
    ("team", 4, {}),
    ("standard", 2, {"takes.fewer": "free"}),
    ("standard", 3, {"limits.tokens": 5}),
    ("standard", 2, {"limits.reserved": 1, "bank.gold": 2}),
    ("standard", 4, {"limits.pair_minimum": 2, "prestige_to_win": 8}),
    ("standard", 3, {"face_up": 2, "prestige_to_win": 10}),
    ("standard", 2, {"round_limit": 12}),
    ("standard", 4, {"tie_break": [], "prestige_to_win": 3}),
    (
        "team",
        4,
        {"tie_break": ["fewest_cards", "weakest_member"], "prestige_to_win": 6, "takes.fewer": "free"},
    ),
]
GAMES_PER_KIND = 8


def start_of(kind: tuple, rng: random.Random):
    name, players, settings = kind
    rules = rules_with(name, settings)
    return deal(rules, CARDS, NOBLES, players, random_setup(rules, CARDS, NOBLES, players, rng))


def terse(game, turn: dict, rng: random.Random) -> dict:
    """The same turn as a person would write it: now and then without what is plain, a place instead
    of a card, a level instead of a card."""
    short = {key: value for key, value in turn.items() if key != "round"}
    if short.get("from") == "deck":
        short["level"] = game.card[short.pop("card")]["level"]
    elif short.get("from") == "table" and rng.random() < 0.5:
        level = game.card[short.pop("card")]["level"]
        short |= {"level": level, "place": game.table[level].index(turn["card"]) + 1}
    if (
        "paid" in short
        and rng.random() < 0.5
        and turn["paid"] == {t: n for t, n in game.least_gold(turn["card"]).items() if n}
    ):
        del short["paid"]
    bonus = dict(game.mover()["bonus"])
    if short["action"] == "buy":
        bonus[game.card[turn["card"]]["bonus"]] += 1
    if len(game.visitors(bonus)) < 2 and rng.random() < 0.5:
        del short["noble"]
    for key, plain in (("seat", True), ("gold", True), ("returned", not turn["returned"])):
        if key in short and plain and rng.random() < 0.5:
            del short[key]
    return short


def spoiled(game, turn: dict, rng: random.Random) -> dict:
    """The turn with one thing drawn anew: often illegal, now and then legal. What it says is always
    readable."""
    turn = copy.deepcopy(turn)
    kind = rng.choice(("tokens", "returned", "paid", "card", "noble", "action", "level", "from", "seat"))
    if kind == "tokens":
        return {
            "action": "take",
            "tokens": {
                t: rng.randint(1, 3) if rng.random() < 0.2 else 1
                for t in rng.sample(TOKENS, rng.randint(1, 4))
            },
        }
    if kind == "returned":
        turn["returned"] = {token: rng.randint(1, 2) for token in rng.sample(TOKENS, rng.randint(0, 3))}
    elif kind == "paid" and turn["action"] == "buy":
        turn["paid"] = {token: rng.randint(1, 4) for token in rng.sample(TOKENS, rng.randint(0, 3))}
    elif kind == "noble":
        turn["noble"] = rng.choice([0, *(noble["id"] for noble in NOBLES)])
    elif kind == "seat":
        turn["seat"] = rng.randint(1, game.players)
    elif kind == "level":
        return {
            "action": "reserve",
            "from": rng.choice(("deck", "table")),
            "level": rng.choice(LEVELS),
            "place": rng.randint(1, game.rules["face_up"]),
        }
    elif kind == "action":
        return {"action": "pass"}
    else:
        table = [card for level in LEVELS for card in game.table[level] if card is not None]
        reserved = [entry["card"] for seat in game.seats for entry in seat["reserved"]]
        card = rng.choice([*table, *reserved, rng.randint(1, len(CARDS))])
        return {
            "action": rng.choice(("buy", "reserve")),
            "from": rng.choice(("table", "reserve")),
            "card": card,
        }
    return turn


def answer(position: dict, turns: list[dict]) -> dict:
    """What the reference engine makes of a line, in the form of a result line."""
    game = from_position(position, CARDS, NOBLES)
    ok = True
    for number, turn in enumerate(turns, start=1):
        try:
            game.apply(turn)
        except Illegal:
            ok = number
            break
    after = full_form(to_position(game, position["rules"], position["set"]), game.rules["face_up"])
    return {"ok": ok is True, "turn": None if ok is True else ok, "position": after, "over": game.over}


def compare(lines: list[dict], folder) -> list[dict]:
    """The reference's answers to the lines, after the product has given the same ones."""
    expected = [answer(line["position"], line["turns"]) for line in lines]
    for line, mine, theirs in zip(lines, expected, play(lines, folder), strict=True):
        found = {
            "ok": theirs["ok"],
            "turn": theirs.get("turn"),
            "position": theirs["position"],
            "over": theirs["over"],
        }
        assert found == mine, f"{theirs.get('why')}\n{line}"
    return expected


@pytest.fixture(scope="module")
def games() -> list[dict]:
    """Whole games as lines of start and turns, with a short form of every turn."""
    rng = random.Random(20)
    lines = []
    for kind in KINDS:
        for number in range(GAMES_PER_KIND):
            game = start_of(kind, rng)
            line = {"position": to_position(game, kind[0], kind[2]), "turns": []}
            while game.over is None:
                turn = random_turn(game, rng, sorted(STYLES)[number % len(STYLES)])
                line["turns"].append(terse(game, turn, rng))
                game.apply(turn)
            lines.append(line)
    return lines


def test_whole_games_end_alike(games, tmp_path):
    answers = compare(games, tmp_path)
    assert all(answer["ok"] for answer in answers)
    assert {answer["over"]["ended"] for answer in answers} >= {"target", "round_limit"}


def test_a_turn_after_the_end_is_refused(games, tmp_path):
    after = {"action": "take", "tokens": dict.fromkeys(COLOURS[:3], 1)}
    answers = compare(
        [{**line, "turns": [*line["turns"], after]} for line in games[:: GAMES_PER_KIND // 2]], tmp_path
    )
    assert not any(answer["ok"] for answer in answers)


def test_single_turns_right_and_wrong(tmp_path):
    rng = random.Random(21)
    lines = []
    for number, kind in enumerate(KINDS):
        game = start_of(kind, rng)
        while game.over is None:
            turn = random_turn(game, rng, sorted(STYLES)[number % len(STYLES)])
            short = terse(game, turn, rng)
            start = to_position(game, kind[0], kind[2])
            lines += [{"position": start, "turns": [short]}] + [
                {"position": start, "turns": [spoiled(game, short, rng)]} for _ in range(2)
            ]
            game.apply(turn)
    answers = compare(lines, tmp_path)
    refused = sum(not answer["ok"] for answer in answers)
    assert len(lines) / 4 < refused < 2 * len(lines) / 3
