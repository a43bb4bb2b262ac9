"""Positions (simcli-position/1) of the reference engine: read, written, and brought to one full
form to be compared."""

import copy

from reference import Game, empty_seat
from reference_tables import COLOURS, LEVELS, TOKENS, rules_with


def from_position(position: dict, cards: list[dict], nobles: list[dict]) -> Game:
    """A game that stands at the position, in its first round; what the position leaves out is zero
    or empty."""
    rules = rules_with(position.get("rules", "standard"), position.get("set", {}))
    game = Game(rules, cards, nobles, len(position["seats"]))
    game.bank = {token: position.get("bank", {}).get(token, 0) for token in TOKENS}
    for level in LEVELS:
        places = position.get("table", {}).get(str(level), [])
        game.table[level] = [*places, *[None] * (rules["face_up"] - len(places))]
        game.decks[level] = list(position.get("decks", {}).get(str(level), []))
    game.nobles = list(position.get("nobles", []))
    game.to_move = position.get("to_move", 1)
    for seat, given in zip(game.seats, position["seats"], strict=True):
        seat["tokens"].update(given.get("tokens", {}))
        seat["bonus"].update(given.get("bonus", {}))
        seat["prestige"] = given.get("prestige", 0)
        seat["purchased"] = given.get("purchased", 0)
        seat["reserved"] = [dict(entry) for entry in given.get("reserved", [])]
        seat["nobles"] = list(given.get("nobles", []))
    return game


def to_position(game: Game, rules: str = "standard", settings: dict | None = None) -> dict:
    """The position of a game, in full; `rules` and `settings` are how its rules are named in a
    position."""
    return {
        "format": "simcli-position/1",
        "rules": rules,
        "set": dict(settings or {}),
        "to_move": game.to_move,
        "bank": dict(game.bank),
        "table": {str(level): list(game.table[level]) for level in LEVELS},
        "decks": {str(level): list(game.decks[level]) for level in LEVELS},
        "nobles": list(game.nobles),
        "seats": [
            {key: copy.deepcopy(value) for key, value in seat.items() if key != "cards"}
            for seat in game.seats
        ],
    }


def full_form(position: dict, face_up: int = 4) -> dict:
    """What a position says, with all that it may leave out written out; nobles, whose order says
    nothing, ascending."""
    table, decks = position.get("table", {}), position.get("decks", {})
    seats = []
    for given in position["seats"]:
        seat = {**{key: value for key, value in empty_seat().items() if key != "cards"}, **given}
        seat["tokens"] = {token: given.get("tokens", {}).get(token, 0) for token in TOKENS}
        seat["bonus"] = {colour: given.get("bonus", {}).get(colour, 0) for colour in COLOURS}
        seat["reserved"] = [
            {"card": entry["card"], "from": entry["from"]} for entry in given.get("reserved", [])
        ]
        seat["nobles"] = sorted(given.get("nobles", []))
        seats.append(seat)
    return {
        "rules": position.get("rules", "standard"),
        "set": position.get("set", {}),
        "to_move": position.get("to_move", 1),
        "bank": {token: position.get("bank", {}).get(token, 0) for token in TOKENS},
        "table": {
            str(n): [*table.get(str(n), []), *[None] * (face_up - len(table.get(str(n), [])))] for n in LEVELS
        },
        "decks": {str(n): list(decks.get(str(n), [])) for n in LEVELS},
        "nobles": sorted(position.get("nobles", [])),
        "seats": seats,
    }
