"""A position as JSON (simcli-position/1) and in the engine, both ways, with every check that keeps
invalid values out of the engine."""

import json
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from simcli.base.errors import BadInput, near_match
from simcli.base.toml_text import write_value
from simcli.base.words import COLOURS, LEVELS, TOKENS
from simcli.engine.gems import NEVER
from simcli.engine.state import FACE_UP, HAND_PLACES, MOST_SHOWN, POSITION, SHOWN_WORDS, TABLE_PLACES
from simcli.position.checks import amounts, check_together, items, known_keys, listed, number
from simcli.variant.catalogue import Catalogue
from simcli.variant.engine_record import packed, rules_record, unpacked
from simcli.variant.pieces import Pieces, tokens_dict
from simcli.variant.rules import Rules, load_rules, rules_from_dict

FORMAT = "simcli-position/1"
KEYS = ("format", "rules", "set", "to_move", "bank", "table", "decks", "nobles", "seats")
SEAT_KEYS = ("tokens", "bonus", "prestige", "purchased", "reserved", "nobles")
SOURCES = ("table", "deck")
MOST_PRESTIGE = 250


@dataclass
class Position:
    """A position that can be played on. `array` holds one POSITION record, `rules_array` one RULES
    record that is only read."""

    pieces: Pieces
    rules: Rules
    rules_array: np.ndarray
    rules_name: object  # as the position names its rules: a name, a file, or all of them
    settings: dict  # what the position sets on top of them
    array: np.ndarray
    reserved: list[list[int]]  # card ids by seat, in the order of reserving
    owned: list[list[int]]  # noble ids by seat, in the order of their visits
    over: dict | None = None  # ended, winners, decided_by

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.owned)

    @property
    def table(self) -> np.void:
        """The engine's TABLE record."""
        return self.array[0]["table"]

    @property
    def hidden(self) -> np.void:
        """The engine's HIDDEN record."""
        return self.array[0]["hidden"]

    @property
    def mover(self) -> np.void:
        """The PLAYER record of the seat to move."""
        return self.table["player"][self.table["seat"]]

    def copy(self) -> "Position":
        """A position that can be changed apart from this one."""
        reserved, owned = [list(cards) for cards in self.reserved], [list(nobles) for nobles in self.owned]
        return Position(
            self.pieces,
            self.rules,
            self.rules_array,
            self.rules_name,
            self.settings,
            self.array.copy(),
            reserved,
            owned,
            self.over,
        )

    def card_at(self, level: int, place: int) -> int | None:
        """Id of the card on a place (from 1) of a level of the table; None where it is empty."""
        row = int(self.table["card"][FACE_UP * (level - 1) + place - 1])
        return None if row < 0 else self.pieces.cards[row].id

    def deck(self, level: int) -> list[int]:
        """The ids of a level's deck, top card first."""
        rows = self.hidden["deck"][level - 1][: self.table["deck_size"][level - 1]]
        return [self.pieces.cards[row].id for row in rows[::-1]]

    def nobles(self) -> list[int]:
        """The ids of the nobles on the table, by place."""
        return [self.pieces.nobles[row].id for row in self.table["noble"][: self.table["nobles"]]]

    def reserved_from(self, seat: int) -> dict[int, str]:
        """`table` or `deck` by card id, for the reserved cards of a seat (from 0)."""
        player, hand = self.table["player"][seat], self.hidden["hand"][seat]
        return {
            self.pieces.cards[hand["card"][i]].id: SOURCES[int(player["reserved"][i] < 0)]
            for i in range(player["held"])
        }

    def to_json(self) -> dict:
        """The position as plain values; reading them gives the same position."""
        table = self.table
        return {
            "format": FORMAT,
            "rules": self.rules_name,
            "set": self.settings,
            "to_move": int(table["seat"]) + 1,
            "bank": dict(zip(TOKENS, unpacked(table["bank"]), strict=True)),
            "table": {
                str(level): [self.card_at(level, place + 1) for place in range(self.rules.face_up)]
                for level in LEVELS
            },
            "decks": {str(level): self.deck(level) for level in LEVELS},
            "nobles": self.nobles(),
            "seats": [self._seat_json(seat) for seat in range(self.players)],
        }

    def _seat_json(self, seat: int) -> dict:
        player, source = self.table["player"][seat], self.reserved_from(seat)
        return {
            "tokens": tokens_dict(player["tokens"]),
            "bonus": tokens_dict(player["bonus"]),
            "prestige": int(player["prestige"]),
            "purchased": int(player["purchased"]),
            "reserved": [{"card": card, "from": source[card]} for card in self.reserved[seat]],
            "nobles": list(self.owned[seat]),
        }


@dataclass
class Reader:
    """Reads positions of games with these cards and nobles."""

    catalogue: Catalogue
    pieces: Pieces = field(init=False)

    def __post_init__(self):
        self.pieces = Pieces(self.catalogue)
        self._rules = cache(self._resolve)

    def read(self, value, where: str) -> Position:
        """The position of a JSON value. Raises BadInput that begins with `where` and names the
        place in it, the value and what is allowed."""
        known_keys(value, KEYS, f"{where}: a position", FORMAT)
        if value.get("format", FORMAT) != FORMAT:
            raise BadInput(f"{where}: format is {value['format']!r}; expected {FORMAT!r}")
        seats = listed(value.get("seats"), f"{where}: seats", "a list of seats, one a player")
        name, settings = value.get("rules", "standard"), value.get("set", {})
        try:
            rules, rules_array = self._rules(_frozen(name), _frozen(settings), len(seats))
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        position = Position(self.pieces, rules, rules_array, name, settings, _empty(), [], [])
        position.table["players"] = len(seats)
        position.table["seat"] = number(value.get("to_move", 1), f"{where}: to_move", 1, len(seats)) - 1
        position.table["bank"] = packed(amounts(value.get("bank", {}), TOKENS, f"{where}: bank"))
        self._lay_table(position, value, where)
        for seat, values in enumerate(seats):
            self._seat(position, seat, values, f"{where}: seat {seat + 1}")
        check_together(position, where)
        position.table["shown"] = _shown(position)
        return position

    def _resolve(self, name: str, settings: str, players: int):
        """Rules and their array, by the JSON texts of how a position names them and its number of
        seats."""
        name, settings = json.loads(name), json.loads(settings)
        if not isinstance(settings, dict):
            raise BadInput(f'set is {settings!r}; expected an object such as {{"prestige_to_win": 21}}')
        overrides = [f"{key}={write_value(value)}" for key, value in settings.items()]
        if isinstance(name, dict) and not overrides:
            rules = rules_from_dict(name)
        elif isinstance(name, str):
            rules = load_rules(name, overrides)
        else:
            raise BadInput(f"rules is {name!r}; expected the name of rules, such as 'standard', or a file")
        if players not in rules.players:
            allowed = " or ".join(map(str, rules.players))
            raise BadInput(f"{players} seats; the rules {rules.name!r} are for {allowed} players")
        return rules, rules_record(rules, self.catalogue, players)

    def _card_row(self, value, where: str, level: int | None = None) -> int:
        if type(value) is not int or value not in self.pieces.card_row:
            raise BadInput(
                f"{where}: there is no card {value!r}; cards are {min(self.pieces.card_row)} to "
                f"{max(self.pieces.card_row)}"
            )
        card = self.pieces.card(value)
        if level and card.level != level:
            raise BadInput(f"{where}: card {value} is of level {card.level}, not {level}")
        return self.pieces.card_row[value]

    def _noble_row(self, value, where: str) -> int:
        if type(value) is not int or value not in self.pieces.noble_row:
            known = ", ".join(map(str, self.pieces.noble_row))
            raise BadInput(f"{where}: there is no noble {value!r}; nobles are {known}")
        return self.pieces.noble_row[value]

    def _lay_table(self, position: Position, value: dict, where: str) -> None:
        table, hidden, face_up = position.table, position.hidden, position.rules.face_up
        levels = tuple(map(str, LEVELS))
        known_keys(value.get("table", {}), levels, f"{where}: table")
        known_keys(value.get("decks", {}), levels, f"{where}: decks")
        for level in LEVELS:
            at = f"{where}: table, level {level}"
            for place, card in enumerate(
                items(
                    value.get("table", {}),
                    str(level),
                    at,
                    face_up,
                    "places (a card, or null for an empty place)",
                )
            ):
                if card is not None:
                    row, i = (
                        self._card_row(card, f"{at}, place {place + 1}", level),
                        FACE_UP * (level - 1) + place,
                    )
                    table["card"][i], table["price"][i] = row, position.rules_array[0]["card"]["cost"][row]
                    table["reservable"] |= 1 << i
            at = f"{where}: decks, level {level}"
            size = int(position.rules_array[0]["level_size"][level - 1])
            deck = [
                self._card_row(card, at, level)
                for card in items(value.get("decks", {}), str(level), at, size, "cards")
            ]
            hidden["deck"][level - 1][: len(deck)] = deck[::-1]  # the engine draws from the end
            table["deck_size"][level - 1] = len(deck)
            table["reservable"] |= int(len(deck) > 0) << TABLE_PLACES + level - 1
        nobles = items(value, "nobles", f"{where}: nobles", MOST_SHOWN, "nobles")
        for i, noble in enumerate(nobles):
            table["noble"][i] = row = self._noble_row(noble, f"{where}: nobles")
            table["requirement"][i] = position.rules_array[0]["noble"]["requirement"][row]
        table["nobles"] = len(nobles)

    def _seat(self, position: Position, seat: int, values, where: str) -> None:
        known_keys(values, SEAT_KEYS, where)
        player, hand = position.table["player"][seat], position.hidden["hand"][seat]
        player["tokens"] = packed(amounts(values.get("tokens", {}), TOKENS, f"{where}: tokens"))
        player["bonus"] = packed(amounts(values.get("bonus", {}), COLOURS, f"{where}: bonus"))
        player["prestige"] = number(values.get("prestige", 0), f"{where}: prestige", 0, MOST_PRESTIGE)
        player["purchased"] = number(
            values.get("purchased", 0), f"{where}: purchased", 0, len(self.pieces.cards)
        )
        player["waiting"] = 1  # nobody knows whether a noble waits, so the engine looks
        most = position.rules.limit_reserved
        entries = items(values, "reserved", f"{where}: reserved", most, "reserved cards")
        for i, entry in enumerate(entries):
            at = f"{where}: reserved card {i + 1}"
            known_keys(entry, ("card", "from"), at)
            row, source = self._card_row(entry.get("card"), at), entry.get("from")
            if source not in SOURCES:
                hint = near_match(source, SOURCES) if isinstance(source, str) else ""
                raise BadInput(f"{at}: from is {source!r}; expected 'table' or 'deck'.{hint}")
            hand["card"][i], hand["price"][i] = row, position.rules_array[0]["card"]["cost"][row]
            player["reserved"][i] = row if source == "table" else -self.pieces.cards[row].level
        player["held"] = len(entries)
        owned = items(values, "nobles", f"{where}: nobles", len(self.pieces.nobles), "nobles")
        player["nobles"] = len([self._noble_row(noble, f"{where}: nobles") for noble in owned])
        position.reserved.append([entry["card"] for entry in entries])
        position.owned.append(list(owned))


def _shown(position: Position) -> np.ndarray:
    """The engine's bits of the cards that all have seen: every one but those in decks and those
    that a seat reserved from a deck."""
    secret = {card for level in LEVELS for card in position.deck(level)}
    for seat in range(position.players):
        secret |= {card for card, source in position.reserved_from(seat).items() if source == "deck"}
    bits = sum(1 << row for card, row in position.pieces.card_row.items() if card not in secret)
    return np.array(
        [bits >> 64 * word & 0xFFFFFFFFFFFFFFFF for word in range(SHOWN_WORDS)], dtype=np.uint64
    ).view(np.int64)


def _frozen(value) -> str:
    try:
        return json.dumps(value)
    except RecursionError:
        raise BadInput("rules or set are nested too deep") from None


def _empty() -> np.ndarray:
    """One POSITION record with nothing on the table, in round 1."""
    array = np.zeros(1, dtype=POSITION)
    table, hidden = array[0]["table"], array[0]["hidden"]
    table["price"], table["card"], table["noble"], table["requirement"], table["round"] = (
        NEVER,
        -1,
        -1,
        NEVER,
        1,
    )
    hidden["ordered"], hidden["hand"]["price"], hidden["hand"]["card"] = 1, NEVER, -1
    assert HAND_PLACES < FACE_UP  # the last price of a hand stays NEVER
    return array
