"""A game record as text to read: the set-up, a line for each turn, the result; 80 columns wide."""

import textwrap

from simcli.base.words import COLOURS, LEVELS, TOKENS
from simcli.position.picture import over_words, table_picture
from simcli.position.position import FORMAT, Reader
from simcli.position.sentences import card_words, letters, turn_words
from simcli.variant.catalogue import Card
from simcli.variant.pieces import Pieces

_WORDS = 45  # columns for what a seat does
_FIRST = 6  # columns for round and seat


class Books:
    """What the seats hold and how the table lies, kept from the record's turns."""

    def __init__(self, record: dict, pieces: Pieces):
        self.pieces = pieces
        face_up = record["rules"]["face_up"]
        self.tokens = [dict.fromkeys(TOKENS, 0) for _ in record["players"]]
        given = record["rules"].get("prestige_at_start", [])
        self.prestige = [given[seat] if seat < len(given) else 0 for seat in range(len(self.tokens))]
        self.cards = [0] * len(self.tokens)
        self.decks = {level: list(record["setup"]["decks"][str(level)][face_up:]) for level in LEVELS}

    def turn(self, turn: dict) -> Card | None:
        """Note a turn; the card that turns up on the table, None where none does."""
        seat = turn["seat"] - 1
        self._move(seat, turn.get("tokens", {}), 1)
        self._move(seat, {"gold": turn.get("gold", 0)}, 1)
        self._move(seat, turn.get("paid", {}), -1)
        self._move(seat, turn["returned"], -1)
        if turn["noble"] is not None:
            self.prestige[seat] += self.pieces.noble(turn["noble"]).prestige
        if turn["action"] == "buy":
            self.cards[seat] += 1
            self.prestige[seat] += self.pieces.card(turn["card"]).prestige
        if "card" not in turn or turn["from"] == "reserve":
            return None
        deck = self.decks[self.pieces.card(turn["card"]).level]
        drawn = self.pieces.card(deck.pop(0)) if deck else None
        return None if turn["from"] == "deck" else drawn

    def _move(self, seat: int, tokens: dict[str, int], sign: int) -> None:
        for token, number in tokens.items():
            self.tokens[seat][token] += sign * number


def record_text(record: dict, pieces: Pieces) -> str:
    """The whole record, without a line break at its end."""
    books = Books(record, pieces)
    heading = (
        f"Game {record['game']} (deal {record['deal']} of run seed {record['seed']}), "
        f"rules {record['rules']['name']!r}"
    )
    columns = f"{'turn':<{_FIRST + _WORDS}}{'tokens':<15}{'prestige':>8}{'cards':>6}"
    lines = [heading, *_players(record), "", _start(record, pieces), "", columns]
    for turn in record["turns"]:
        lines += _turn_lines(turn, books, pieces)
    return "\n".join([*lines, "", *_result(record)])


def _players(record: dict) -> list[str]:
    given = record["rules"].get("prestige_at_start", [])
    lines = []
    for place, player in enumerate(record["players"]):
        team = f", team {player['team']}" if player["team"] else ""
        start = f", begins with {given[place]} prestige" if place < len(given) and given[place] else ""
        lines.append(f"seat {player['seat']}: {player['strategy']}{team}{start}")
    return lines


def _start(record: dict, pieces: Pieces) -> str:
    """The picture of the table as it is dealt."""
    rules, setup, players = record["rules"], record["setup"], len(record["players"])
    start = {
        "format": FORMAT,
        "rules": rules,
        "bank": dict.fromkeys(COLOURS, rules["bank"]["gems"][str(players)]) | {"gold": rules["bank"]["gold"]},
        "table": {level: deck[: rules["face_up"]] for level, deck in setup["decks"].items()},
        "decks": {level: deck[rules["face_up"] :] for level, deck in setup["decks"].items()},
        "nobles": setup["nobles"],
        "seats": [{}] * players,
    }
    return table_picture(Reader(pieces.catalogue).read(start, "the record"))


def _turn_lines(turn: dict, books: Books, pieces: Pieces) -> list[str]:
    seat = turn["seat"] - 1
    drawn = books.turn(turn)
    words = turn_words(turn, pieces) + (f"; {card_words(drawn)} turns up" if drawn else "")
    first, *more = textwrap.wrap(words, _WORDS - 1, break_on_hyphens=False)
    start = f"{turn['round']:>3}.{turn['seat']} ".ljust(_FIRST)
    state = f"{letters(books.tokens[seat]):<19}{books.prestige[seat]:>4}{books.cards[seat]:>6}"
    return [f"{start}{first:<{_WORDS}}{state}", *(" " * (_FIRST + 2) + line for line in more)]


def _result(record: dict) -> list[str]:
    result = record["result"]
    seats = zip(record["players"], result["prestige"], result["cards"], result["nobles"], strict=True)
    lines = [
        (
            f"seat {player['seat']}: {prestige} prestige, {cards} cards, nobles "
            f"{' '.join(map(str, nobles)) or 'none'}"
        )
        for player, prestige, cards, nobles in seats
    ]
    return [f"{over_words(result)} {result['rounds']} rounds.", *lines]
