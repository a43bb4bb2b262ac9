"""Development cards and nobles: read from CSV and checked, as plain values for a run's manifest,
and as a hash.

Costs and requirements are tuples of five in the order of `COLOURS`.
"""

import csv
import hashlib
import io
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.base.numbers import is_whole
from simcli.base.paths import data_folder
from simcli.base.toml_text import read_text
from simcli.base.words import COLOURS, LEVELS

MOST_COST = 20  # of one colour; also the most of a noble's requirement
MOST_PRESTIGE = 20
MOST_AMOUNT = 127  # of one token or bonus: what a lane of the engine's packed gems holds
MOST_CARD_ID = 32767
MOST_NOBLE_ID = 255
FEWEST_CARDS = 4  # of a level: a full row of the table
MOST_CARDS = 100  # of a level
CARD_COLUMNS = ("id", "level", "bonus", "prestige", *COLOURS)
NOBLE_COLUMNS = ("id", "name", "prestige", *COLOURS)


@dataclass(frozen=True)
class Card:
    """A development card."""

    id: int
    level: int  # 1 to 3
    bonus: str  # a colour
    prestige: int
    cost: tuple[int, ...]  # tokens, by COLOURS


@dataclass(frozen=True)
class Noble:
    """A noble tile."""

    id: int
    name: str
    prestige: int
    bonus: tuple[int, ...]  # bonuses required, by COLOURS


@dataclass(frozen=True)
class Catalogue:
    """The cards and nobles of a run, in the order of their files."""

    cards: tuple[Card, ...]
    nobles: tuple[Noble, ...]

    def to_dict(self) -> dict:
        """`{"cards": [...], "nobles": [...]}` of plain values; colours that cost nothing are left
        out."""
        cards = [
            {
                "id": c.id,
                "level": c.level,
                "bonus": c.bonus,
                "prestige": c.prestige,
                "cost": _by_colour(c.cost),
            }
            for c in self.cards
        ]
        nobles = [
            {"id": n.id, "name": n.name, "prestige": n.prestige, "bonus": _by_colour(n.bonus)}
            for n in self.nobles
        ]
        return {"cards": cards, "nobles": nobles}

    def sha256(self) -> str:
        """The hash, in hex, of the canonical JSON (sorted keys, no spaces) of `to_dict`."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def _by_colour(amounts: tuple[int, ...]) -> dict[str, int]:
    return {colour: amount for colour, amount in zip(COLOURS, amounts, strict=True) if amount}


def load_catalogue(cards_path=None, nobles_path=None) -> Catalogue:
    """The cards and nobles of two CSV files; the printed game's where no path is given. BadInput
    for anything wrong in them."""
    return Catalogue(
        load_cards(cards_path or data_folder() / "cards.csv"),
        load_nobles(nobles_path or data_folder() / "nobles.csv"),
    )


def load_cards(path) -> tuple[Card, ...]:
    """The development cards of a CSV file."""
    rows = _rows(Path(path), "table of cards", CARD_COLUMNS)
    return _checked_cards([(where, _card(values, where)) for where, values in rows], str(path))


def load_nobles(path) -> tuple[Noble, ...]:
    """The noble tiles of a CSV file."""
    rows = _rows(Path(path), "table of nobles", NOBLE_COLUMNS)
    return _checked_nobles([(where, _noble(values, where)) for where, values in rows])


def catalogue_from_dict(values: dict, source: str = "the run") -> Catalogue:
    """A catalogue out of what `Catalogue.to_dict` gives; `source` is named in error messages."""
    try:
        cards = _wide(values["cards"], "cost", f"{source}, card")
        nobles = _wide(values["nobles"], "bonus", f"{source}, noble")
        return Catalogue(
            _checked_cards([(where, _card(row, where)) for where, row in cards], source),
            _checked_nobles([(where, _noble(row, where)) for where, row in nobles]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{source}: its tables of cards and nobles cannot be read ({error!r})") from None


def _wide(rows: list[dict], amounts: str, where: str) -> list[tuple[str, dict]]:
    """Where each row stands, and its values with a column for each colour, as in a file."""
    return [
        (f"{where} {n}", {**row, **_spread(row[amounts], f"{where} {n}")}) for n, row in enumerate(rows, 1)
    ]


def _spread(amounts: dict[str, int], where: str) -> dict[str, int]:
    """Amounts by colour with the colours that were left out."""
    for colour in amounts:
        if colour not in COLOURS:
            raise BadInput(f"{where}: {colour!r} is not a colour of a card's cost; {', '.join(COLOURS)} are")
    return dict.fromkeys(COLOURS, 0) | amounts


def _rows(path: Path, what: str, columns: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    """Where each row stands and its values by column; the header must name exactly `columns`, in
    any order."""
    reader = csv.reader(io.StringIO(read_text(path, what), newline=""), strict=True)
    header, rows = None, []
    try:
        for fields in reader:
            if not any(field.strip() for field in fields):
                continue
            fields = [field.strip() for field in fields]
            where = f"{path}, line {reader.line_num}"
            if header is None:
                header = fields
                _check_header(header, where, columns)
            elif len(fields) != len(header):
                raise BadInput(
                    f"{where}: {len(fields)} values where the header names {len(header)} columns: "
                    f"{','.join(fields)!r}"
                )
            else:
                rows.append((where, dict(zip(header, fields, strict=True))))
    except csv.Error as error:
        raise BadInput(f"{path}, line {reader.line_num}: not valid CSV: {error}") from None
    if header is None:
        raise BadInput(f"{path}: this {what} is empty; expected a first line {','.join(columns)}")
    if not rows:
        raise BadInput(f"{path}: this {what} has a header and no rows")
    return rows


def _check_header(header: list[str], where: str, columns: tuple[str, ...]) -> None:
    if len(header) == 1 and len(columns) > 1:
        raise BadInput(
            f"{where}: the header {header[0]!r} is one column; columns are separated by "
            f"commas: {','.join(columns)}"
        )
    for name in header:
        if name not in columns:
            raise BadInput(
                f"{where}: unknown column {name!r}.{near_match(name, columns)} Expected columns: "
                f"{','.join(columns)}."
            )
        if header.count(name) > 1:
            raise BadInput(
                f"{where}: the column {name!r} appears {header.count(name)} times; expected "
                f"columns: {','.join(columns)}"
            )
    for name in columns:
        if name not in header:
            raise BadInput(f"{where}: the column {name!r} is missing; expected columns: {','.join(columns)}")


def _number(values: dict, column: str, where: str, low: int, high: int) -> int:
    value = values[column]
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
        value = int(value)
    if not is_whole(value, low, high):
        raise BadInput(
            f"{where}, column {column}: {values[column]!r} is not allowed; expected a whole "
            f"number from {low} to {high}"
        )
    return value


def _amounts(values: dict, where: str) -> tuple[int, ...]:
    return tuple(_number(values, colour, where, 0, MOST_COST) for colour in COLOURS)


def _card(values: dict, where: str) -> Card:
    bonus = values["bonus"]
    if bonus not in COLOURS:
        known = ", ".join(COLOURS)
        raise BadInput(
            f"{where}, column bonus: {bonus!r} is not a "
            f"colour.{near_match(str(bonus), COLOURS)} Colours are {known}."
        )
    return Card(
        _number(values, "id", where, 1, MOST_CARD_ID),
        _number(values, "level", where, LEVELS[0], LEVELS[-1]),
        bonus,
        _number(values, "prestige", where, 0, MOST_PRESTIGE),
        _amounts(values, where),
    )


def _noble(values: dict, where: str) -> Noble:
    name = values["name"]
    if not isinstance(name, str) or not name or not name.isprintable():
        raise BadInput(f"{where}, column name: {name!r} is not allowed; expected one line of text")
    return Noble(
        _number(values, "id", where, 1, MOST_NOBLE_ID),
        name,
        _number(values, "prestige", where, 0, MOST_PRESTIGE),
        _amounts(values, where),
    )


def _check_ids(rows: list) -> None:
    seen: dict[int, str] = {}
    for where, row in rows:
        if row.id in seen:
            raise BadInput(
                f"{where}, column id: {row.id} appears twice, first in {seen[row.id]}; ids must differ"
            )
        seen[row.id] = where.rpartition(", ")[2]


def _checked_cards(rows: list[tuple[str, Card]], source: str) -> tuple[Card, ...]:
    _check_ids(rows)
    counts = Counter(card.level for _, card in rows)
    for level in LEVELS:
        if not FEWEST_CARDS <= counts[level] <= MOST_CARDS:
            raise BadInput(
                f"{source}: {counts[level]} cards of level {level}; from {FEWEST_CARDS} to "
                f"{MOST_CARDS} are allowed"
            )
    for colour, count in Counter(card.bonus for _, card in rows).items():
        if count > MOST_AMOUNT:
            raise BadInput(
                f"{source}: {count} cards with a {colour} bonus; at most {MOST_AMOUNT} are allowed"
            )
    return tuple(card for _, card in rows)


def _checked_nobles(rows: list[tuple[str, Noble]]) -> tuple[Noble, ...]:
    _check_ids(rows)
    return tuple(noble for _, noble in rows)
