"""What a seat may not see changes nothing that it does."""

import copy
import json
import random

import pytest

from reference import deal
from reference_player import complete, random_setup
from reference_positions import to_position
from reference_tables import LEVELS, STANDARD, TEAM, read_cards, read_nobles
from simcli.position.position import Reader
from simcli.position.turns import play_turn
from simcli.strategy.asking import ask
from simcli.strategy.loading import load, shipped
from simcli.variant.catalogue import load_catalogue

CARDS, NOBLES = read_cards(), read_nobles()
LEVEL = {card["id"]: card["level"] for card in CARDS}
READER = Reader(load_catalogue())
DECK_ORDERS = (20, 3, 3)  # of each of three positions


def with_secrets(rules: dict, players: int, seed: int) -> dict:
    """A position some rounds into a random game, in which another seat than the mover has reserved
    from a deck and one from the table."""
    rng = random.Random(seed)
    while True:
        game = deal(rules, CARDS, NOBLES, players, random_setup(rules, CARDS, NOBLES, players, rng))
        for _ in range(12 * players):
            if game.over is None:
                game.apply(complete(game, rng.choice(game.actions()), rng))
        others = [
            entry["from"]
            for number, seat in enumerate(game.seats, 1)
            for entry in seat["reserved"]
            if number != game.to_move
        ]
        if game.over is None and {"deck", "table"} <= set(others):
            return to_position(game, rules["name"])


def reshuffled(position: dict, rng: random.Random) -> dict:
    """The position with new deck orders, and other cards of the same level in the place of those
    that other seats have reserved from a deck."""
    position = copy.deepcopy(position)
    hidden = [
        entry
        for number, seat in enumerate(position["seats"], 1)
        for entry in seat["reserved"]
        if entry["from"] == "deck" and number != position["to_move"]
    ]
    for level in LEVELS:
        of_level = [entry for entry in hidden if LEVEL[entry["card"]] == level]
        unseen = position["decks"][str(level)] + [entry["card"] for entry in of_level]
        rng.shuffle(unseen)
        for entry in of_level:
            entry["card"] = unseen.pop()
        position["decks"][str(level)] = unseen
    return position


def answer(position: dict, strategy) -> str:
    """What the strategy does, without the card that only the draw shows."""
    turn = ask(READER.read(position, "here"), strategy, seed=4)
    if turn.get("from") == "deck":
        turn["card"] = f"level {LEVEL[turn['card']]}"
    return json.dumps(turn, sort_keys=True)


@pytest.mark.parametrize("name", shipped())
def test_no_answer_depends_on_what_is_hidden(name):
    strategy, rng, moved = load(name), random.Random(107), 0
    for (rules, players, seed), orders in zip(
        ((STANDARD, 3, 1), (STANDARD, 4, 2), (TEAM, 4, 3)), DECK_ORDERS, strict=True
    ):
        position = with_secrets(rules, players, seed)
        expected = answer(position, strategy)
        for _ in range(orders):
            other = reshuffled(position, rng)
            moved += other != position
            assert answer(other, strategy) == expected
    assert moved == sum(DECK_ORDERS)


def test_what_is_seen_does_change_an_answer():
    """The test above can fail: other cards on the table give other answers."""
    strategy, position = load("greedy"), with_secrets(STANDARD, 3, 1)
    answers = set()
    for shift in range(1, 8):
        other = copy.deepcopy(position)
        for level in LEVELS:
            pool = other["table"][str(level)] + other["decks"][str(level)]
            pool = pool[shift:] + pool[:shift]
            other["table"][str(level)], other["decks"][str(level)] = pool[:4], pool[4:]
        answers.add(answer(other, strategy))
    assert len(answers) > 1


def test_others_see_the_level_alone():
    """A seat's deck-reserved card is minus its level in what all see; the card itself is in the
    hand that only the seat is handed."""
    position = READER.read({"seats": [{}, {}], "decks": {"2": [60, 61]}, "table": {"1": [35]}}, "here")
    play_turn(position, {"action": "reserve", "from": "deck", "level": 2})
    play_turn(position, {"action": "reserve", "from": "table", "card": 35})
    seen, pieces = position.table["player"], position.pieces
    assert list(seen[0]["reserved"]) == [-2, 0, 0]
    assert list(seen[1]["reserved"]) == [pieces.card_row[35], 0, 0]
    row = pieces.card_row[60]
    assert position.hidden["hand"][0]["card"][0] == row
    assert not int(position.table["shown"][row >> 6]) >> (row & 63) & 1
