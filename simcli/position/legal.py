"""All legal turns of a position."""

from simcli.engine.actions import BUY, PASS, RESERVE, RESERVE_DECK, TAKE_THREE, TAKEN
from simcli.engine.gems import GOLD_SHIFT
from simcli.engine.state import FACE_UP, TABLE_PLACES
from simcli.native.entries import entry
from simcli.position.position import Position
from simcli.position.refusals import coming_after, need_of
from simcli.variant.engine_record import packed, unpacked
from simcli.variant.pieces import tokens_dict


def legal_actions(position: Position) -> list[int]:
    """The legal actions of the seat to move; none where the game is over."""
    if position.over:
        return []
    mask = int(entry("legal_now")(position.array[0], position.rules_array[0]))
    return [action for action in range(TAKE_THREE, PASS + 1) if mask >> action & 1]


def turn_of(position: Position, action: int) -> dict:
    """A legal action as the shortest JSON turn that is played as it stands, but for tokens to give
    back and a choice of nobles."""
    if action < BUY:
        return {"action": "take", "tokens": tokens_dict(TAKEN[action])}
    if action == PASS:
        return {"action": "pass"}
    if action >= RESERVE_DECK:
        return {"action": "reserve", "from": "deck", "level": action - RESERVE_DECK + 1}
    kind, place = ("reserve", action - RESERVE) if action >= RESERVE else ("buy", action - BUY)
    if place >= TABLE_PLACES:
        row = position.hidden["hand"][position.table["seat"]]["card"][place - TABLE_PLACES]
        return {"action": kind, "from": "reserve", "card": position.pieces.cards[row].id}
    return {
        "action": kind,
        "from": "table",
        "card": position.card_at(place // FACE_UP + 1, place % FACE_UP + 1),
    }


def least_gold(position: Position, action: int) -> dict[str, int]:
    """The payment of a purchase that uses gold only for what is lacking."""
    need, held = need_of(position, action), unpacked(position.mover["tokens"])
    paid = [min(amount, have) for amount, have in zip(need, held, strict=False)]
    return tokens_dict(packed([*paid, sum(need) - sum(paid)]))


def to_give_back(position: Position, action: int) -> int:
    """How many tokens have to be given back after an action."""
    held = sum(unpacked(position.mover["tokens"]))
    if action < BUY:
        held += sum(unpacked(TAKEN[action]))
    elif RESERVE <= action < PASS:
        held += int(position.table["bank"] >> GOLD_SHIFT > 0)
    elif action < RESERVE:
        return 0  # a purchase only makes the hand smaller
    return max(0, held - position.rules.limit_tokens)


def legal_turns(position: Position) -> list[dict]:
    """One entry for each legal action: the `turn` (purchases with the payment of least gold), how
    many tokens it has to `give_back`, and the `nobles` that come after it, of which one is
    chosen."""
    turns = []
    for action in legal_actions(position):
        turn = turn_of(position, action)
        if BUY <= action < RESERVE:
            turn["paid"] = least_gold(position, action)
        turns.append(
            {
                "turn": turn,
                "give_back": to_give_back(position, action),
                "nobles": coming_after(position, action),
            }
        )
    return turns
