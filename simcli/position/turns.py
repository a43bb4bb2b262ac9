"""Turns as JSON: read, checked and played through the engine's own steps."""

from dataclasses import dataclass

import numpy as np

from simcli.base.errors import BadInput, near_match
from simcli.base.numbers import is_whole
from simcli.base.words import DECIDERS, ENDINGS, LEVELS, TOKENS
from simcli.engine.actions import BUY, BUY_HAND, PASS, RESERVE, RESERVE_DECK, TAKEN
from simcli.engine.answers import BAD_ACTION, BAD_NOBLE, BAD_PAYMENT, BAD_TOKEN, FAULT
from simcli.engine.ending import GOES_ON
from simcli.engine.gems import GOLD_SHIFT
from simcli.engine.state import FACE_UP
from simcli.engine.step import NOT_SAID
from simcli.native.entries import entry
from simcli.position.position import Position
from simcli.position.refusals import why_not_action, why_not_noble, why_not_payment, why_not_returned
from simcli.variant.engine_record import packed
from simcli.variant.pieces import tokens_dict

_COMMON = ("seat", "round", "action", "returned", "noble")
KEYS = {
    "take": ("tokens",),
    "reserve": ("from", "card", "level", "place", "gold"),
    "buy": ("from", "card", "level", "place", "paid"),
    "pass": (),
}
SOURCES = {"reserve": ("table", "deck"), "buy": ("table", "reserve")}
MOST_TOKENS = 60  # of one kind, under any rules
_TAKES = {int(gems): action for action, gems in enumerate(TAKEN)}


class Refused(BadInput):
    """A turn that is not legal, or not a turn at all; the message says why in plain words."""


@dataclass(frozen=True)
class Move:
    """A turn as the engine is given it."""

    action: int
    payment: int  # packed gems; NOT_SAID for the least gold
    returned: int  # packed gems
    noble: int  # its place on the table; NOT_SAID


def play_turn(position: Position, turn) -> None:
    """Play one JSON turn, which changes the position and, at the end of the game, sets its `over`.
    Raises Refused; then nothing has changed."""
    if position.over:
        raise Refused("the game is over")
    move = read_turn(position, turn)
    before = position.array.copy()
    table, seat = position.table, int(position.table["seat"])
    nobles = position.nobles()
    fault = entry("play_given_turn")(
        position.array[0],
        position.rules_array[0],
        move.action,
        move.payment,
        move.returned,
        move.noble,
        np.zeros(1, FAULT)[0],
    )
    if fault:
        held = int(position.mover["tokens"])
        position.array[:] = before
        raise Refused(_why(position, move, fault, held, turn))
    position.owned[seat] += [noble for noble in nobles if noble not in position.nobles()]
    reserved = position.reserved_from(seat)
    kept = [card for card in position.reserved[seat] if card in reserved]
    position.reserved[seat] = kept + [card for card in reserved if card not in kept]
    end = entry("hand_on")(position.array[0], position.rules_array[0])
    if end != GOES_ON:
        winners = [player + 1 for player in range(table["players"]) if end >> 8 + player & 1]
        position.over = {
            "ended": ENDINGS[end & 0xFF],
            "winners": winners,
            "decided_by": DECIDERS[end >> 16] if winners else None,
        }


def _why(position: Position, move: Move, fault: int, held: int, turn: dict) -> str:
    if fault == BAD_ACTION:
        return why_not_action(position, move.action)
    if fault == BAD_PAYMENT:
        return why_not_payment(position, move.action, move.payment)
    if fault == BAD_TOKEN:
        return why_not_returned(position, move.returned, held)
    assert fault == BAD_NOBLE
    return why_not_noble(position, move.action, turn.get("noble"))


def read_turn(position: Position, turn) -> Move:
    """What a JSON turn says, as the engine is given it. Raises Refused where it cannot be read, or
    names what is not there."""
    if not isinstance(turn, dict):
        raise Refused(f"a turn is an object with an action; this is {turn!r}")
    kind = turn.get("action")
    if not isinstance(kind, str) or kind not in KEYS:
        hint = near_match(kind, KEYS) if isinstance(kind, str) else ""
        raise Refused(f"action is {kind!r}; {', '.join(KEYS)} are allowed.{hint}")
    keys = (*_COMMON, *KEYS[kind])
    for key in turn:
        if key not in keys:
            raise Refused(
                f"unknown key {key!r} in a {kind}.{near_match(key, keys)} Known are {', '.join(keys)}."
            )
    _said(turn, "seat", int(position.table["seat"]) + 1, "it is the turn of")
    round_ = turn.get("round", 1)
    if type(round_) is not int or round_ < 1:
        raise Refused(f"round is {round_!r}; expected a whole number from 1")
    payment = NOT_SAID
    if kind == "take":
        action = _take(_gems(turn.get("tokens"), "tokens"))
    elif kind == "pass":
        action = PASS
    else:
        action = _card_action(position, kind, turn)
    if "paid" in turn:
        payment = _gems(turn["paid"], "paid")
    if kind == "reserve":
        _said(turn, "gold", int(position.table["bank"] >> GOLD_SHIFT > 0), "the gold that the bank gives is")
    return Move(
        action, payment, _gems(turn.get("returned", {}), "returned"), _noble(position, turn.get("noble"))
    )


def _said(turn: dict, key: str, value: int, sentence: str) -> None:
    if key in turn and (type(turn[key]) is not int or turn[key] != value):
        raise Refused(f"{key} is {turn[key]!r}; {sentence} {'seat ' if key == 'seat' else ''}{value}")


def _gems(value, key: str) -> int:
    """A JSON table of tokens as packed gems."""
    if not isinstance(value, dict):
        raise Refused(f'{key} is {value!r}; expected an object such as {{"white": 1}}')
    for token, amount in value.items():
        if token not in TOKENS:
            raise Refused(
                f"{key}: {token!r} is not a token.{near_match(token, TOKENS)} Tokens are {', '.join(TOKENS)}."
            )
        if not is_whole(amount, 0, MOST_TOKENS):
            raise Refused(f"{key}: {token} is {amount!r}; expected a whole number from 0 to {MOST_TOKENS}")
    return packed([value.get(token, 0) for token in TOKENS])


def _take(gems: int) -> int:
    """The action that takes these packed gems; Refused where no rules allow such a take."""
    if gems in _TAKES:
        return _TAKES[gems]
    amounts = tokens_dict(gems)
    if not amounts:
        raise Refused("takes no token: a take brings at least one")
    if "gold" in amounts:
        raise Refused("takes gold, which comes only with a reserve")
    if max(amounts.values()) == 1:
        raise Refused(f"takes {len(amounts)} different: 3 is the most")
    token, most = max(amounts.items(), key=lambda item: item[1])
    if len(amounts) > 1:
        raise Refused(
            f"takes {most} {token} and another colour: 2 of one colour come alone, different colours one each"
        )
    raise Refused(f"takes {most} {token}: 2 of one colour is the most")


def _card_action(position: Position, kind: str, turn: dict) -> int:
    """The action of a purchase or a reserve by the card, or the place, that the turn names."""
    source = turn.get("from")
    if not isinstance(source, str) or source not in SOURCES[kind]:
        raise Refused(f"from is {source!r}; a {kind} is from {' or '.join(map(repr, SOURCES[kind]))}")
    if source == "deck":
        return RESERVE_DECK + _deck_level(position, turn) - 1
    if source == "reserve":
        seat = int(position.table["seat"])
        card = turn.get("card")
        hand = [int(row) for row in position.hidden["hand"][seat]["card"]]
        row = position.pieces.card_row.get(card, -1) if type(card) is int else -1
        if row < 0 or row not in hand:
            raise Refused(f"card {card!r} is not in the reserve of seat {seat + 1}")
        if "level" in turn or "place" in turn:
            raise Refused("a reserved card has no place on the table: name it by card alone")
        return BUY_HAND + hand.index(row)
    return (BUY if kind == "buy" else RESERVE) + _table_place(position, turn)


def _table_place(position: Position, turn: dict) -> int:
    """The place (0-11) of the card that a turn names by id, or by level and place."""
    level, place = turn.get("level"), turn.get("place")
    if "card" in turn:
        card = turn["card"]
        row = position.pieces.card_row.get(card, -1) if type(card) is int else -1
        places = position.table["card"].tolist()
        if row < 0 or row not in places:
            raise Refused(f"card {card!r} is not on the table")
        position_of_card = places.index(row)
        for key, given, true in (
            ("level", level, position_of_card // FACE_UP + 1),
            ("place", place, position_of_card % FACE_UP + 1),
        ):
            if key in turn and (given != true or type(given) is not int):
                raise Refused(
                    f"{key} is {given!r}; card {card} is at level {position_of_card // FACE_UP + 1}, "
                    f"place {position_of_card % FACE_UP + 1}"
                )
        return position_of_card
    face_up = position.rules.face_up
    if not is_whole(level, LEVELS[0], LEVELS[-1]) or not is_whole(place, 1, face_up):
        raise Refused(
            f"level is {level!r} and place {place!r}; expected a card, or a level (1-3) and a "
            f"place (1-{face_up})"
        )
    if position.card_at(level, place) is None:
        raise Refused(f"there is no card at level {level}, place {place}")
    return FACE_UP * (level - 1) + place - 1


def _deck_level(position: Position, turn: dict) -> int:
    """The level of the deck that a turn names by level, or by its top card."""
    level = turn.get("level")
    if "card" in turn:
        card = turn["card"]
        tops = {deck[0]: of for of in LEVELS if (deck := position.deck(of))}
        if type(card) is not int or card not in tops:
            raise Refused(f"card {card!r} is not the top card of a deck; a level (1-3) is enough")
        if "level" in turn and level != tops[card]:
            raise Refused(f"level is {level!r}; card {card} is on the level-{tops[card]} deck")
        return tops[card]
    if not is_whole(level, LEVELS[0], LEVELS[-1]):
        raise Refused(f"level is {level!r}; a reserve from a deck names its level (1-3)")
    return level


def _noble(position: Position, noble) -> int:
    """The place on the table of the noble that a turn names."""
    if noble is None:
        return NOT_SAID
    nobles = position.nobles()
    if type(noble) is not int or noble not in nobles:
        present = f"those on it are {', '.join(map(str, nobles))}" if nobles else "there are none"
        raise Refused(f"noble {noble!r} is not on the table; {present}")
    return nobles.index(noble)
