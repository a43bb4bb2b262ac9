"""Tables of cards and nobles: the shipped ones, odd but right ones, and every kind of wrong one."""

import hashlib
import json
from dataclasses import FrozenInstanceError

import pytest

from simcli.base.errors import BadInput
from simcli.base.paths import data_folder
from simcli.base.words import COLOURS
from simcli.variant.catalogue import Catalogue, catalogue_from_dict, load_cards, load_catalogue, load_nobles
from simcli.variant.rules import check_fits, load_rules

HEADER = "id,level,bonus,prestige,white,blue,green,red,black"
NOBLES_HEADER = "id,name,prestige,white,blue,green,red,black"


def rows(per_level=4):
    """Good rows: ids from 1, `per_level` cards of each level."""
    return [f"{n + 1},{n // per_level + 1},red,0,1,1,1,0,0" for n in range(3 * per_level)]


def written(tmp_path, lines, name="mine.csv", end="\n"):
    path = tmp_path / name
    path.write_bytes((end.join(lines) + end).encode())
    return path


def test_the_shipped_files_are_untouched():
    sums = {
        name: hashlib.sha256((data_folder() / name).read_bytes()).hexdigest()
        for name in ("cards.csv", "nobles.csv")
    }
    assert sums["cards.csv"] == "b0bb0c4e248f6e56c34401f1d659edff553cd7bec8d296775787ca3cc674e522"
    assert sums["nobles.csv"] == "8db6d9320a0f1dd0b2bc9ab0d9a863c7060d0a0ee635c5a211d8c90207d9a7ac"
    readme = (data_folder() / "README.md").read_text()
    assert all(sum_ in readme for sum_ in sums.values())


def test_the_shipped_tables_load_and_do_not_change():
    catalogue = load_catalogue()
    assert (len(catalogue.cards), len(catalogue.nobles)) == (90, 10)
    card = catalogue.cards[0]
    assert (card.id, card.level, card.bonus, card.prestige, card.cost) == (1, 1, "white", 0, (0, 0, 0, 2, 1))
    with pytest.raises(FrozenInstanceError):
        card.prestige = 3


def test_plain_values_there_and_back():
    catalogue = load_catalogue()
    values = json.loads(json.dumps(catalogue.to_dict()))
    assert values["cards"][0] == {
        "id": 1,
        "level": 1,
        "bonus": "white",
        "prestige": 0,
        "cost": {"red": 2, "black": 1},
    }
    assert values["nobles"][0] == {
        "id": 1,
        "name": "Macchiavelli",
        "prestige": 3,
        "bonus": {"white": 4, "blue": 4},
    }
    assert catalogue_from_dict(values) == catalogue


def test_the_hash_follows_the_content():
    catalogue = load_catalogue()
    text = json.dumps(catalogue.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert catalogue.sha256() == hashlib.sha256(text.encode()).hexdigest()
    assert Catalogue(catalogue.cards[1:], catalogue.nobles).sha256() != catalogue.sha256()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_line_ends_byte_order_marks_spaces_and_blank_lines_are_fine(tmp_path, start, end):
    path = written(tmp_path, [start + HEADER, *rows(), "", "  "], end=end)
    path.write_bytes(path.read_bytes().replace(b",red,", b", red ,"))
    assert len(load_cards(path)) == 12


def test_columns_may_stand_in_any_order(tmp_path):
    names = HEADER.split(",")
    lines = [",".join(reversed(names)), *(",".join(reversed(row.split(","))) for row in rows())]
    assert load_cards(written(tmp_path, lines)) == load_cards(
        written(tmp_path, [HEADER, *rows()], "same.csv")
    )


def widest(red: int):
    """A table of 300 cards, `red` of them with a red bonus."""
    return [
        HEADER,
        *rows(100)[:red],
        *(row.replace("red", COLOURS[n % 3]) for n, row in enumerate(rows(100)[red:])),
    ]


def test_the_widest_table_is_fine(tmp_path):
    assert len(load_cards(written(tmp_path, widest(127)))) == 300


def test_more_bonuses_of_a_colour_than_a_seat_can_count(tmp_path):
    with pytest.raises(BadInput, match="128 cards with a red bonus; at most 127 are allowed"):
        load_cards(written(tmp_path, widest(128)))


def edited(column, value, line=3):
    """Good lines in which one value (in `line`, counted from 1 as in a message) is another."""
    lines = [HEADER, *rows()]
    fields = lines[line - 1].split(",")
    fields[HEADER.split(",").index(column)] = value
    lines[line - 1] = ",".join(fields)
    return lines


BAD_CARDS = {
    "missing column": ([HEADER.replace(",red", ""), *rows()], ["line 1", "'red'", "missing"]),
    "unknown column": (
        [HEADER.replace("prestige", "prestig"), *rows()],
        ["line 1", "'prestig'", "Did you mean 'prestige'?"],
    ),
    "column twice": ([HEADER.replace("blue", "white"), *rows()], ["line 1", "'white'", "2 times"]),
    "semicolons": ([line.replace(",", ";") for line in [HEADER, *rows()]], ["line 1", "commas"]),
    "text for a number": (edited("white", "two"), ["line 3", "column white", "'two'", "0 to 20"]),
    "empty number": (edited("white", ""), ["line 3", "column white", "''"]),
    "fraction": (edited("white", "1.0"), ["line 3", "column white", "'1.0'"]),
    "negative cost": (edited("red", "-1"), ["line 3", "column red", "'-1'", "0 to 20"]),
    "large cost": (edited("red", "21"), ["line 3", "column red", "'21'", "0 to 20"]),
    "enormous cost": (edited("red", "9" * 30), ["line 3", "column red", "9999"]),
    "large prestige": (edited("prestige", "21"), ["line 3", "column prestige", "'21'"]),
    "level 4": (edited("level", "4"), ["line 3", "column level", "'4'", "1 to 3"]),
    "unknown colour": (
        edited("bonus", "blak"),
        ["line 3", "column bonus", "'blak'", "Did you mean 'black'?"],
    ),
    "gold bonus": (edited("bonus", "gold"), ["line 3", "'gold'", "white, blue, green, red, black"]),
    "id 0": (edited("id", "0"), ["line 3", "column id", "'0'", "1 to 32767"]),
    "large id": (edited("id", "32768"), ["line 3", "column id", "'32768'"]),
    "id twice": (edited("id", "1"), ["line 3", "column id", "1 appears twice", "first in line 2"]),
    "short row": ([HEADER, *rows()[:2], "3,1,red", *rows()[3:]], ["line 4", "3 values", "9 columns"]),
    "open quote": ([HEADER, '1,1,"red,0,1,1,1,0,0', *rows()[1:]], ["not valid CSV"]),
    "too few cards": ([HEADER, *rows()[:-1]], ["3 cards of level 3", "from 4 to 100"]),
    "no card of a level": ([HEADER, *rows()[:8]], ["0 cards of level 3"]),
    "too many cards": ([HEADER, *rows(101)], ["101 cards of level 1"]),
    "only a header": ([HEADER], ["no rows"]),
    "empty": ([""], ["empty", HEADER]),
}


@pytest.mark.parametrize("lines, words", BAD_CARDS.values(), ids=BAD_CARDS)
def test_a_bad_table_of_cards_is_refused(tmp_path, refused, lines, words):
    path = written(tmp_path, lines)
    refused("cards", "check", path, words=[path, *words])


BAD_NOBLES = {
    "cards": ([HEADER, *rows()], ["line 1", "'level'"]),
    "no name": ([NOBLES_HEADER, "1,,3,4,4,0,0,0"], ["line 2", "column name", "''"]),
    "text for a number": ([NOBLES_HEADER, "1,Ann,three,4,4,0,0,0"], ["line 2", "column prestige", "'three'"]),
    "large id": ([NOBLES_HEADER, "256,Ann,3,4,4,0,0,0"], ["line 2", "column id", "'256'", "1 to 255"]),
    "id twice": ([NOBLES_HEADER, "1,Ann,3,4,4,0,0,0", "1,Bob,3,4,4,0,0,0"], ["line 3", "1 appears twice"]),
}


@pytest.mark.parametrize("lines, words", BAD_NOBLES.values(), ids=BAD_NOBLES)
def test_a_bad_table_of_nobles_is_refused(tmp_path, refused, lines, words):
    path = written(tmp_path, lines)
    refused("cards", "check", data_folder() / "cards.csv", "--nobles", path, words=[path, *words])


def test_what_is_no_text_file_is_refused(tmp_path, refused):
    refused("cards", "check", tmp_path / "none.csv", words=["none.csv", "no such"])
    refused("cards", "check", tmp_path, words=["is a folder"])
    (tmp_path / "latin.csv").write_bytes(HEADER.encode() + b"\n\xe9")
    refused("cards", "check", tmp_path / "latin.csv", words=["not UTF-8", "byte 52"])


def test_plain_values_go_through_the_same_checks():
    values = load_catalogue().to_dict()
    values["cards"][4]["cost"] = {"gold": 1}
    with pytest.raises(BadInput, match=r"run.json, card 5.*'gold'"):
        catalogue_from_dict(values, "run.json")
    values["cards"][4]["cost"] = {"red": True}
    with pytest.raises(BadInput, match=r"run.json, card 5, column red: True"):
        catalogue_from_dict(values, "run.json")
    with pytest.raises(BadInput, match="run.json"):
        catalogue_from_dict({"cards": [{}]}, "run.json")


def test_a_catalogue_too_small_for_the_rules_is_refused(tmp_path):
    catalogue = load_catalogue(
        nobles_path=written(tmp_path, [NOBLES_HEADER, *(f"{n},N{n},3,4,4,0,0,0" for n in range(1, 5))])
    )
    check_fits(load_rules(), catalogue, players=3)
    with pytest.raises(BadInput, match="show 5 nobles to 4 players.*has 4"):
        check_fits(load_rules(), catalogue)
    check_fits(load_rules("standard", ["nobles.shown.4=4"]), catalogue)
    with pytest.raises(BadInput, match="4 cards of each level.*0 of level 1"):
        check_fits(load_rules("standard", ["players=[2]"]), Catalogue((), catalogue.nobles))


def test_costs_follow_the_order_of_the_colours():
    noble = next(
        noble for noble in load_nobles(data_folder() / "nobles.csv") if noble.name == "Anne of Brittany"
    )
    assert dict(zip(COLOURS, noble.bonus, strict=True)) == {
        "white": 3,
        "blue": 3,
        "green": 3,
        "red": 0,
        "black": 0,
    }
