"""A position as a picture of text, 80 columns wide: table, bank, nobles, seats and the legal
turns."""

import textwrap
from collections import defaultdict

from simcli.base.words import COLOURS, LETTERS, LEVELS
from simcli.position.legal import legal_actions, legal_turns
from simcli.position.position import Position
from simcli.position.sentences import card_words, cost_letters, letters
from simcli.variant.pieces import Pieces, tokens_dict

WIDTH = 80
_CELL = 17
_MARGIN = 10


def picture(position: Position) -> str:
    """The whole position. Everything is shown, hidden cards too."""
    parts = [_heading(position), table_picture(position), _seats(position), _turns(position)]
    return "\n\n".join(parts)


def _heading(position: Position) -> str:
    rules = position.rules
    target = f"{rules.prestige_to_win} prestige {'of a team ' * bool(rules.teams)}to win"
    return (
        f"Rules {rules.name!r}, {target}. "
        f"{over_words(position.over) or 'Seat ' + str(position.table['seat'] + 1) + ' is to move.'}"
    )


def over_words(over: dict | None) -> str:
    """How a game ended (ended, winners, decided_by; None: it goes on), in a sentence; empty where
    it goes on."""
    if not over:
        return ""
    if not over["winners"]:
        return f"The game is over ({over['ended'].replace('_', ' ')}), without a winner."
    winners = " and ".join(map(str, over["winners"]))
    decided = (
        "a shared win" if over["decided_by"] == "shared" else f"by {over['decided_by'].replace('_', ' ')}"
    )
    return f"The game is over: seat{'s' * (len(over['winners']) > 1)} {winners} won, {decided}."


def table_picture(position: Position) -> str:
    """Bank, nobles and the three rows of face-up cards: id, bonus and prestige, and under them the
    cost."""
    pieces = position.pieces
    nobles = [f"{noble}: {cost_letters(pieces.noble(noble).bonus)}" for noble in position.nobles()]
    lines = [
        _wrapped("bank", letters(tokens_dict(position.table["bank"]), "empty")),
        _wrapped("nobles", "   ".join(nobles) or "none"),
        "",
    ]
    places = range(1, position.rules.face_up + 1)
    lines.append(" " * _MARGIN + "".join(f"place {place}".ljust(_CELL) for place in places).rstrip())
    for level in reversed(LEVELS):
        cards = [position.card_at(level, place) for place in places]
        lines.append(f"level {level}".ljust(_MARGIN) + _cells([_top(pieces, card) for card in cards]))
        lines.append(
            f" deck {len(position.deck(level))}".ljust(_MARGIN)
            + _cells([_bottom(pieces, card) for card in cards])
        )
    return "\n".join(lines)


def _top(pieces: Pieces, card: int | None) -> str:
    return "(empty)" if card is None else card_words(pieces.card(card))


def _bottom(pieces: Pieces, card: int | None) -> str:
    return "" if card is None else cost_letters(pieces.card(card).cost)


def _cells(texts: list[str]) -> str:
    return "".join(text.ljust(_CELL) for text in texts).rstrip()


def _seats(position: Position) -> str:
    lines = [f"{'seat':<10}{'tokens':<25}{'bonus':<21}prestige  cards  nobles"]
    for seat in range(position.players):
        player = position.table["player"][seat]
        mark = "> " if seat == position.table["seat"] and not position.over else "  "
        nobles = " ".join(map(str, position.owned[seat])) or "-"
        tokens, bonus = letters(tokens_dict(player["tokens"])), letters(tokens_dict(player["bonus"]))
        lines.append(
            f"{mark}{seat + 1:<8}{tokens:<25}{bonus:<21}{player['prestige']:>8}{player['purchased']:>7} "
            f" {nobles}"
        )
        source = position.reserved_from(seat)
        for card in position.reserved[seat]:
            piece = position.pieces.card(card)
            hidden = f", from deck {piece.level}: the others do not know it" if source[card] == "deck" else ""
            lines.append(f"{'':10}reserved {card_words(piece)} ({cost_letters(piece.cost)}){hidden}")
    return "\n".join(lines)


def _turns(position: Position) -> str:
    if position.over:
        return "No turn is legal: the game is over."
    groups = defaultdict(list)
    for legal in legal_turns(position):
        turn = legal["turn"]
        groups[_group(turn, legal["give_back"])].append(_choice(position, turn, legal["nobles"]))
    number = len(legal_actions(position))
    lines = [f"Seat {position.table['seat'] + 1} has {number} legal action{'s' * (number > 1)}:"]
    lines += [
        _wrapped(group, (", " if group.startswith("buy") else "  ").join(choices), 19)
        for group, choices in groups.items()
    ]
    return "\n".join(lines)


def _group(turn: dict, give_back: int) -> str:
    then = f" (-{give_back})" if give_back else ""
    if turn["action"] == "take":
        number = sum(turn["tokens"].values())
        return f"take {number}{' same' * (max(turn['tokens'].values()) > 1)}{then}"
    source = f" {turn['from']}" if "from" in turn else ""
    return f"{turn['action']}{source}{then}"


def _choice(position: Position, turn: dict, nobles: list[int]) -> str:
    """One turn of a group, as short as still distinguishes it from the others."""
    noble = f" (noble {' or '.join(map(str, nobles))})" if nobles else ""
    if turn["action"] == "take":
        return "".join(LETTERS[colour] * turn["tokens"].get(colour, 0) for colour in COLOURS) + noble
    if turn["action"] == "pass":
        return f"nothing else is legal{noble}"
    if turn["action"] == "buy":
        return f"{turn['card']} for {letters(turn['paid'], 'nothing')}{noble}"
    return f"{turn['level'] if turn['from'] == 'deck' else turn['card']}{noble}"


def _wrapped(label: str, text: str, margin: int = _MARGIN) -> str:
    # Choices are kept whole: blanks inside them must not break.
    return textwrap.fill(
        f"{label:<{margin}}" + text, WIDTH, subsequent_indent=" " * margin, break_on_hyphens=False
    )
