"""A game that the engine played as a game record (simcli-game/1): JSON that is enough to replay it
by hand."""

import numpy as np

from simcli.base.words import DECIDERS, ENDINGS, LEVELS
from simcli.engine.actions import BUY, BUY_HAND, PASS, RESERVE, RESERVE_DECK
from simcli.engine.gems import GOLD_SHIFT
from simcli.engine.rows import GAME_BYTES, SEAT_BYTES
from simcli.engine.state import MOST_CARDS, POSITION
from simcli.native.entries import entry
from simcli.variant.pieces import Pieces, tokens_dict

FORMAT = "simcli-game/1"


def turn_json(row, pieces: Pieces) -> dict:
    """One turn of the engine's log (a TURN record) as in a game record."""
    action = int(row["action"])
    turn = {"seat": int(row["seat"]) + 1, "round": int(row["round"])}
    if action < BUY:
        turn |= {"action": "take", "tokens": tokens_dict(row["gained"])}
    elif action < RESERVE:
        source = "table" if action < BUY_HAND else "reserve"
        turn |= {
            "action": "buy",
            "from": source,
            "card": pieces.cards[row["card"]].id,
            "paid": tokens_dict(row["paid"]),
        }
    elif action < PASS:
        source = "table" if action < RESERVE_DECK else "deck"
        turn |= {
            "action": "reserve",
            "from": source,
            "card": pieces.cards[row["card"]].id,
            "gold": int(row["gained"] >> GOLD_SHIFT),
        }
    else:
        turn |= {"action": "pass"}
    noble = None if row["noble"] < 0 else pieces.nobles[row["noble"]].id
    return turn | {"returned": tokens_dict(row["returned"]), "noble": noble}


def deal_setup(rules_array: np.ndarray, pieces: Pieces, seed: int, deal: int) -> dict:
    """The set-up of a deal as in a game record: whole decks in the order of drawing, and the nobles
    shown."""
    position, rules = np.zeros(1, POSITION), rules_array[0]
    orders = np.zeros((len(LEVELS), MOST_CARDS), np.int64)
    entry("deal_orders")(position[0], rules, seed, deal, orders)
    decks = {
        str(level): [pieces.cards[row].id for row in order[:size]]
        for level, order, size in zip(LEVELS, orders, rules["level_size"], strict=True)
    }
    table = position[0]["table"]
    return {"decks": decks, "nobles": [pieces.nobles[row].id for row in table["noble"][: table["nobles"]]]}


def result_json(part, turns: list[dict]) -> dict:
    """The result of the one game in a kernel.Part, as in a game record; the nobles by seat come
    from its turns."""
    players = part.players
    game = {name: int(value) for name, value in zip(GAME_BYTES, part.game_bytes[:, 0], strict=True)}
    winners = [seat + 1 for seat in range(players) if game["winners"] >> seat & 1]
    nobles = [
        [turn["noble"] for turn in turns if turn["seat"] == seat + 1 and turn["noble"] is not None]
        for seat in range(players)
    ]
    return {
        "ended": ENDINGS[game["ended"]],
        "rounds": game["rounds"],
        "prestige": part.seat_bytes[SEAT_BYTES.index("prestige"), :players].tolist(),
        "cards": part.seat_bytes[SEAT_BYTES.index("cards"), :players].tolist(),
        "nobles": nobles,
        "winners": winners,
        "decided_by": DECIDERS[game["decided_by"]] if winners else None,
    }
