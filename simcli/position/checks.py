"""The checks of a position's JSON: the form of each value, and what only all of it together can
show."""

from collections import Counter

from simcli.base.errors import BadInput, near_match
from simcli.base.numbers import is_whole
from simcli.base.words import COLOURS, LEVELS, TOKENS
from simcli.variant.catalogue import MOST_AMOUNT
from simcli.variant.engine_record import unpacked


def known_keys(value, keys: tuple[str, ...], where: str, format_name: str = "") -> None:
    """BadInput unless the value is an object with no other keys than these."""
    if not isinstance(value, dict):
        kind = f" of format {format_name!r}" if format_name else ""
        raise BadInput(
            f"{where}{kind} must be an object with keys among {', '.join(keys)}; it is {_short(value)}"
        )
    for key in value:
        if key not in keys:
            raise BadInput(
                f"{where}: unknown key {key!r}.{near_match(key, keys)} Known are {', '.join(keys)}."
            )


def number(value, where: str, low: int, high: int) -> int:
    """A whole number in a range."""
    if not is_whole(value, low, high):
        raise BadInput(f"{where} is {_short(value)}; expected a whole number from {low} to {high}")
    return value


def listed(value, where: str, expected: str) -> list:
    """A list that is not empty."""
    if not isinstance(value, list) or not value:
        raise BadInput(f"{where}: expected {expected}; it is {_short(value)}")
    return value


def items(values: dict, key: str, where: str, most: int, what: str) -> list:
    """The list under a key, empty where it is left out, of at most so many."""
    value = values.get(key, [])
    if not isinstance(value, list):
        raise BadInput(f"{where}: expected a list of {what}; it is {_short(value)}")
    if len(value) > most:
        raise BadInput(f"{where}: {len(value)} {what}; at most {most} are allowed")
    return value


def amounts(value, tokens: tuple[str, ...], where: str) -> list[int]:
    """Amounts in the order of `tokens`; those left out are zero."""
    if not isinstance(value, dict):
        raise BadInput(f'{where}: expected an object such as {{"white": 1}}; it is {_short(value)}')
    for token in value:
        if token not in tokens:
            raise BadInput(
                f"{where}: {token!r} is not allowed.{near_match(token, tokens)} Allowed are "
                f"{', '.join(tokens)}."
            )
    return [number(value.get(token, 0), f"{where}: {token}", 0, MOST_AMOUNT) for token in tokens]


def check_together(position, where: str) -> None:
    """BadInput where the game has too many of a token, a hand is over its limit, or a card or noble
    is in two places."""
    _check_tokens(position, where)
    _check_bonuses(position, where)
    places: dict[int, str] = {}
    for level in LEVELS:
        for place in range(1, position.rules.face_up + 1):
            if (card := position.card_at(level, place)) is not None:
                _once(places, "card", card, f"on the table (level {level}, place {place})", where)
        for card in position.deck(level):
            _once(places, "card", card, f"in the level-{level} deck", where)
    for seat, cards in enumerate(position.reserved, 1):
        for card in cards:
            _once(places, "card", card, f"in the reserve of seat {seat}", where)
    tiles: dict[int, str] = {}
    for noble in position.nobles():
        _once(tiles, "noble", noble, "on the table", where)
    for seat, nobles in enumerate(position.owned, 1):
        for noble in nobles:
            _once(tiles, "noble", noble, f"with seat {seat}", where)


def _once(places: dict[int, str], what: str, piece: int, place: str, where: str) -> None:
    if piece in places:
        twice = f"twice {place}" if places[piece] == place else f"in two places: {places[piece]} and {place}"
        raise BadInput(f"{where}: {what} {piece} is {twice}; one of each is allowed")
    places[piece] = place


def _check_tokens(position, where: str) -> None:
    rules, table = position.rules, position.table
    piles = [
        unpacked(table["bank"]),
        *(unpacked(table["player"][seat]["tokens"]) for seat in range(position.players)),
    ]
    for lane, token in enumerate(TOKENS):
        held = sum(pile[lane] for pile in piles)
        most = rules.bank_gold if token == "gold" else rules.bank_gems[position.players]
        if held > most:
            raise BadInput(
                f"{where}: {held} {token} tokens in bank and hands; {rules.name!r} for "
                f"{position.players} players has {most}"
            )
    for seat, hand in enumerate(piles[1:], 1):
        if sum(hand) > rules.limit_tokens:
            raise BadInput(
                f"{where}: seat {seat} holds {sum(hand)} tokens; at most {rules.limit_tokens} are allowed"
            )


def _check_bonuses(position, where: str) -> None:
    cards = Counter(card.bonus for card in position.pieces.cards)
    for seat in range(position.players):
        bonus = unpacked(position.table["player"][seat]["bonus"])
        for colour, held in zip(COLOURS, bonus, strict=False):
            if held > cards[colour]:
                raise BadInput(
                    f"{where}: seat {seat + 1} has {held} {colour} bonuses; the card table has "
                    f"{cards[colour]} {colour} cards"
                )


def _short(value) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
