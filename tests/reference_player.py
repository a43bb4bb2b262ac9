"""A random player of the reference engine that can play any legal line: every payment, give-back
and choice of noble.

Usual players leave most of the rules untouched (nobody pays gold while holding the colour), so the
odd lines come from here.
"""

import random

from reference import Game, deal, some
from reference_tables import LEVELS, TOKENS, for_players

# How much a kind of action is wanted, by style: hoarders run into the limits and into stalemates,
# buyers reach the target.
STYLES = {
    "even": {"take": 1, "reserve": 1, "buy": 1, "pass": 1},
    "hoarder": {"take": 10, "reserve": 5, "buy": 1, "pass": 1},
    "buyer": {"take": 4, "reserve": 1, "buy": 50, "pass": 1},
}


def complete(game: Game, action: dict, rng: random.Random) -> dict:
    """A full turn, as in a record, of an action out of `game.actions()`: payment, give-back and
    noble drawn among all legal ones."""
    seat = game.mover()
    held, bonus = dict(seat["tokens"]), dict(seat["bonus"])
    turn = {"seat": game.to_move, "round": game.round, **action}
    if action["action"] == "take":
        for colour, number in action["tokens"].items():
            held[colour] += number
    elif action["action"] == "reserve":
        turn.pop("level", None)
        if action["from"] == "deck":
            turn["card"] = game.decks[action["level"]][0]
        turn["gold"] = 1 if game.bank["gold"] else 0
        held["gold"] += turn["gold"]
    elif action["action"] == "buy":
        paid = rng.choice(game.payments(action["card"]))
        turn["paid"] = some(paid)
        held = {token: held[token] - paid[token] for token in TOKENS}
        bonus[game.card[action["card"]]["bonus"]] += 1
    visitors = game.visitors(bonus)
    turn["returned"] = some(rng.choice(game.give_backs(held)))
    turn["noble"] = rng.choice(visitors) if visitors else None
    return turn


def random_turn(game: Game, rng: random.Random, style: str = "even") -> dict:
    """A full legal turn: first the kind of action by the wishes of the style, then evenly among the
    actions of that kind."""
    actions = game.actions()
    kinds = sorted({action["action"] for action in actions})
    kind = rng.choices(kinds, [STYLES[style][kind] for kind in kinds])[0]
    return complete(game, rng.choice([action for action in actions if action["action"] == kind]), rng)


def every_turn(game: Game) -> list[dict]:
    """Every legal turn of the mover with all payments, give-backs and choices written out: the
    whole width of the rules."""
    turns = []
    for action in game.actions():
        seat = game.mover()
        ways = game.payments(action["card"]) if action["action"] == "buy" else [None]
        for paid in ways:
            held, bonus = dict(seat["tokens"]), dict(seat["bonus"])
            for colour, number in action.get("tokens", {}).items():
                held[colour] += number
            if action["action"] == "reserve" and game.bank["gold"]:
                held["gold"] += 1
            if paid is not None:
                held = {token: held[token] - paid[token] for token in TOKENS}
                bonus[game.card[action["card"]]["bonus"]] += 1
            payment = {} if paid is None else {"paid": some(paid)}
            for returned in game.give_backs(held):
                for noble in game.visitors(bonus) or [None]:
                    turns.append({**action, **payment, "returned": some(returned), "noble": noble})
    return turns


def random_setup(
    rules: dict, cards: list[dict], nobles: list[dict], players: int, rng: random.Random
) -> dict:
    """A shuffled set-up as records hold it."""
    decks = {}
    for level in LEVELS:
        order = [card["id"] for card in cards if card["level"] == level]
        rng.shuffle(order)
        decks[str(level)] = order
    return {
        "decks": decks,
        "nobles": rng.sample(
            [noble["id"] for noble in nobles], for_players(rules["nobles"]["shown"], players)
        ),
    }


def random_record(
    rules: dict, cards: list[dict], nobles: list[dict], players: int, rng: random.Random, style: str = "even"
) -> dict:
    """A whole random game as a record (simcli-game/1)."""
    setup = random_setup(rules, cards, nobles, players, rng)
    game = deal(rules, cards, nobles, players, setup)
    turns = []
    while game.over is None:
        turn = random_turn(game, rng, style)
        game.apply(turn, strict=True)
        turns.append(turn)
    teams = {seat: number for number, team in enumerate(rules["teams"], start=1) for seat in team}
    return {
        "format": "simcli-game/1",
        "game": 0,
        "deal": 0,
        "seed": 0,
        "rules": rules,
        "players": [
            {"seat": seat, "strategy": style, "team": teams.get(seat)} for seat in range(1, players + 1)
        ],
        "setup": setup,
        "turns": turns,
        "result": {
            "ended": game.over["ended"],
            "rounds": game.round,
            "prestige": [seat["prestige"] for seat in game.seats],
            "cards": [seat["purchased"] for seat in game.seats],
            "nobles": [seat["nobles"] for seat in game.seats],
            "winners": game.over["winners"],
            "decided_by": game.over["decided_by"],
        },
    }
