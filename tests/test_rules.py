"""Rules files and `--set`: what is read, what is refused and where."""

import json
from dataclasses import FrozenInstanceError

import pytest

from simcli.base.errors import BadInput
from simcli.base.paths import data_folder
from simcli.variant.rule_keys import DEFAULTS
from simcli.variant.rules import KEYS, load_rules, rules_from_dict, shipped_rules

STANDARD = (data_folder() / "rules" / "standard.toml").read_text()


def test_the_base_game():
    rules = load_rules()
    assert (rules.name, rules.players, rules.prestige_to_win, rules.teams, rules.tie_break) == (
        "standard",
        (2, 3, 4),
        15,
        (),
        ("fewest_cards",),
    )
    assert (rules.bank_gems, rules.bank_gold, rules.nobles_shown) == (
        {2: 4, 3: 5, 4: 7},
        5,
        {2: 3, 3: 4, 4: 5},
    )
    assert (rules.limit_tokens, rules.limit_reserved, rules.pair_minimum, rules.takes_fewer) == (
        10,
        3,
        4,
        "only-if-short",
    )
    assert (rules.face_up, rules.round_limit) == (4, 200)
    with pytest.raises(FrozenInstanceError):
        rules.face_up = 3


def test_two_against_two():
    rules = load_rules("team")
    assert (rules.players, rules.prestige_to_win, rules.teams) == ((4,), 25, ((1, 4), (2, 3)))
    assert rules.tie_break == ("weakest_member", "fewest_cards")
    assert (rules.bank_gems, rules.bank_gold, rules.nobles_shown) == ({4: 7}, 5, {4: 5})


@pytest.mark.parametrize("name", shipped_rules())
def test_there_and_back_as_json_and_as_toml(name, tmp_path):
    rules = load_rules(name)
    assert rules.name == name
    assert rules_from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    (tmp_path / "copy.toml").write_text(rules.to_toml())
    assert load_rules(tmp_path / "copy.toml") == rules


def test_the_plain_values_have_the_keys_of_the_file():
    values = load_rules().to_dict()
    assert values["bank"] == {"gems": {"2": 4, "3": 5, "4": 7}, "gold": 5}
    assert values["limits"] == {"tokens": 10, "reserved": 3, "pair_minimum": 4}
    assert values["takes"] == {"fewer": "only-if-short"}


SETTINGS = [
    ("name=mine", "name", "mine"),
    ('title="A longer game"', "title", "A longer game"),
    ("players=[3,2]", "players", (2, 3)),
    ("prestige_to_win=21", "prestige_to_win", 21),
    ("tie_break=[]", "tie_break", ()),
    ("tie_break=[fewest_cards]", "tie_break", ("fewest_cards",)),
    ("prestige_at_start=[2]", "prestige_at_start", (2,)),
    ("prestige_at_start=[0, 1, 0, 0]", "prestige_at_start", (0, 1)),
    ("face_up=3", "face_up", 3),
    ("round_limit=250", "round_limit", 250),
    ("bank.gems={2=5,3=5,4=5}", "bank_gems", {2: 5, 3: 5, 4: 5}),
    ("bank.gems.2=5", "bank_gems", {2: 5, 3: 5, 4: 7}),
    ("bank.gold=0", "bank_gold", 0),
    ("nobles.shown.2=4", "nobles_shown", {2: 4, 3: 4, 4: 5}),
    ("limits.tokens=8", "limit_tokens", 8),
    ("limits.reserved=0", "limit_reserved", 0),
    ("limits.pair_minimum=3", "pair_minimum", 3),
    ("takes.fewer=free", "takes_fewer", "free"),
    ('takes.fewer="free"', "takes_fewer", "free"),
    (" takes.fewer = free ", "takes_fewer", "free"),
]


@pytest.mark.parametrize("setting, field, value", SETTINGS, ids=[setting for setting, _, _ in SETTINGS])
def test_a_setting_changes_its_key_and_no_other(setting, field, value):
    rules = load_rules("standard", [setting])
    assert getattr(rules, field) == value
    standard = load_rules()
    assert all(
        getattr(rules, key.field) == getattr(standard, key.field)
        for key in KEYS.values()
        if key.field != field
    )


def test_every_key_can_be_set():
    assert {key.field for key in KEYS.values()} <= {"teams"} | {field for _, field, _ in SETTINGS}


def test_teams_can_be_set_and_later_settings_win():
    rules = load_rules("team", ["teams=[[3,1],[2,4]]", "prestige_to_win=30", "prestige_to_win=20"])
    assert (rules.teams, rules.prestige_to_win) == (((1, 3), (2, 4)), 20)
    assert load_rules("standard", ["players=[4]", "teams=[[1,2],[3,4]]"]).teams == ((1, 2), (3, 4))


def test_a_start_from_none_says_nothing():
    """Rules, records and baselines from before the key was there stay what they were."""
    for setting in ("prestige_at_start=[]", "prestige_at_start=[0,0]", "prestige_at_start=[0,0,0,0]"):
        rules = load_rules("standard", [setting])
        assert rules == load_rules() and "prestige_at_start" not in rules.to_dict()
        assert "prestige_at_start = []" in rules.to_toml()
    given = load_rules("standard", ["prestige_at_start=[0, 2]"])
    assert given.to_dict() == load_rules().to_dict() | {"prestige_at_start": [0, 2]}
    assert rules_from_dict(json.loads(json.dumps(given.to_dict()))) == given
    assert (
        rules_from_dict({key: value for key, value in given.to_dict().items() if key != "prestige_at_start"})
        == load_rules()
    )


def test_only_what_may_be_empty_may_be_left_out(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "\ufeff"
        + STANDARD.replace("teams = []", "").replace("prestige_at_start = []", "").replace("\n", "\r\n")
    )
    assert load_rules(path) == load_rules()
    for dotted in KEYS:
        if dotted in DEFAULTS:
            continue
        last = dotted.split(".")[-1]
        path.write_text("\n".join(line for line in STANDARD.splitlines() if not line.startswith(f"{last} =")))
        with pytest.raises(BadInput, match=f"mine.toml: the key '{dotted}' is missing"):
            load_rules(path)


# What stands in the file instead of a part of standard.toml, and what the message holds; "line" is
# the line of that part.
BAD_LINES = {
    "unknown key": (
        "prestige_to_win = 15",
        "prestige_to_wn = 15",
        ["line", "'prestige_to_wn'", "Did you mean 'prestige_to_win'?"],
    ),
    "key of another table": ("gold = 5", "gems_gold = 5", ["'bank.gems_gold'", "line", "Did you mean"]),
    "unknown table": ("[limits]", "[limit]", ["line", "'limit'", "Did you mean 'limits'?"]),
    "table as a number": ('[takes]\nfewer = "only-if-short"', "", ["'takes.fewer' is missing"]),
    "text for a number": (
        "prestige_to_win = 15",
        'prestige_to_win = "15"',
        ["line", 'prestige_to_win is "15"', "1 to 100"],
    ),
    "truth for a number": ("gold = 5", "gold = true", ["line", "bank.gold is true", "0 to 30"]),
    "fraction": ("face_up = 4", "face_up = 4.0", ["line", "face_up is 4.0", "1 to 4"]),
    "no text": ('name = "standard"', 'name = ""', ["line", 'name is ""']),
    "text of two lines": ('name = "standard"', 'name = "a\\nb"', ["line"]),
    "prestige 0": ("prestige_to_win = 15", "prestige_to_win = 0", ["line", "is 0"]),
    "prestige 101": ("prestige_to_win = 15", "prestige_to_win = 101", ["line", "is 101"]),
    "start a number": (
        "prestige_at_start = []",
        "prestige_at_start = 2",
        ["line", "prestige_at_start is 2", "0 to 99", "[0, 1]"],
    ),
    "start below 0": (
        "prestige_at_start = []",
        "prestige_at_start = [0, -1]",
        ["line", "is [0, -1]", "0 to 99"],
    ),
    "half a prestige at the start": (
        "prestige_at_start = []",
        "prestige_at_start = [0, 0.5]",
        ["line", "is [0, 0.5]"],
    ),
    "start for five": (
        "prestige_at_start = []",
        "prestige_at_start = [0, 0, 0, 0, 1]",
        ["line", "at most 4"],
    ),
    "start that wins": (
        "prestige_at_start = []",
        "prestige_at_start = [0, 15]",
        ["line", "seat 2 15", "15 win", "0 to 14"],
    ),
    "five face up": ("face_up = 4", "face_up = 5", ["line", "is 5"]),
    "round limit 251": ("round_limit = 200", "round_limit = 251", ["line", "is 251", "1 to 250"]),
    "5 players": ("players = [2, 3, 4]", "players = [2, 5]", ["line", "[2, 5]"]),
    "players a number": ("players = [2, 3, 4]", "players = 2", ["line", "players is 2"]),
    "no players": ("players = [2, 3, 4]", "players = []", ["line"]),
    "players twice": ("players = [2, 3, 4]", "players = [2, 2]", ["line"]),
    "gems for nobody": ("2 = 4, 3 = 5, 4 = 7", "2 = 4, 3 = 5", ["line", "bank.gems", "4 players"]),
    "gems for 5": ("2 = 4, 3 = 5, 4 = 7", "2 = 4, 3 = 5, 4 = 7, 5 = 8", ["line", "2, 3 and 4"]),
    "no gems": ("2 = 4, 3 = 5, 4 = 7", "2 = 4, 3 = 0, 4 = 7", ["line", "1 to 30"]),
    "nobles as a list": ("shown = { 2 = 3, 3 = 4, 4 = 5 }", "shown = [3, 4, 5]", ["line", "nobles.shown"]),
    "11 nobles": ("2 = 3, 3 = 4, 4 = 5", "2 = 3, 3 = 4, 4 = 11", ["line", "0 to 10"]),
    "61 tokens": ("tokens = 10", "tokens = 61", ["line", "limits.tokens is 61"]),
    "4 reserved": ("reserved = 3", "reserved = 4", ["line", "limits.reserved is 4", "0 to 3"]),
    "pairs of 1": ("pair_minimum = 4", "pair_minimum = 1", ["line", "2 to 30"]),
    "unknown word": (
        '"only-if-short"',
        '"only_if_short"',
        ["line", '"only_if_short"', "Did you mean 'only-if-short'?"],
    ),
    "unknown tie-break": ('["fewest_cards"]', '["fewest_card"]', ["line", "Did you mean 'fewest_cards'?"]),
    "tie-break twice": ('["fewest_cards"]', '["fewest_cards", "fewest_cards"]', ["line"]),
    "weakest member alone": ('["fewest_cards"]', '["weakest_member"]', ["line", "needs teams"]),
    "one team": ("teams = []", "teams = [[1, 2, 3, 4]]", ["line"]),
    "unequal teams": ("teams = []", "teams = [[1, 2, 3], [4]]", ["line"]),
    "a seat in two teams": ("teams = []", "teams = [[1, 2], [2, 3]]", ["line"]),
    "a seat from 0": ("teams = []", "teams = [[0, 1], [2, 3]]", ["line"]),
    "six seats": ("teams = []", "teams = [[1, 2], [3, 4], [5, 6]]", ["line"]),
    "teams for 2 players": ("teams = []", "teams = [[1, 2], [3, 4]]", ["line", "players = [4]", "[2, 3, 4]"]),
    "no TOML": ("face_up = 4", "face_up 4", ["not valid TOML", "line"]),
    "a key twice": ("face_up = 4", "face_up = 4\nface_up = 4", ["not valid TOML"]),
}


@pytest.mark.parametrize("old, new, words", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_rules_file_is_refused(tmp_path, refused, old, new, words):
    line = STANDARD[: STANDARD.index(old)].count("\n") + 1
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace(old, new))
    refused("rules", path, words=[path, *(f"line {line}" if word == "line" else word for word in words)])


BAD_SETTINGS = {
    "prestige_to_win": ["KEY=VALUE"],
    "=5": ["KEY=VALUE"],
    "face_up=": ["KEY=VALUE"],
    "limit.tokens=8": ["'limit.tokens'", "Did you mean 'limits.tokens'?"],
    "gold=8": ["'gold'", "Did you mean 'bank.gold'?"],
    "xyzzy=8": ["'xyzzy'", "Known are name, title"],
    "bank=5": ["'bank'"],
    "bank.gems.5=8": ["'5'", "2, 3 and 4"],
    "bank.gems.2=many": ['"many"', "1 to 30"],
    "bank.gems=5": ["bank.gems is 5"],
    "limits.tokens=ten": ['"ten"', "1 to 60"],
    "limits.tokens=8\nlimits.reserved=1": ["not a value"],
    "face_up=[[1": ["'[[1'", "not a value"],
    "title=A longer game": ["'A longer game'", "not a value"],
    "takes.fewer=fre": ['"fre"', "Did you mean 'free'?"],
}


@pytest.mark.parametrize("setting, words", BAD_SETTINGS.items(), ids=BAD_SETTINGS)
def test_a_bad_setting_is_refused(refused, setting, words):
    refused("rules", "--set", setting, words=["--set", *words])


def test_a_start_that_nobody_can_have_is_refused(refused):
    refused(
        "rules",
        "--set",
        "players=[2,3]",
        "--set",
        "prestige_at_start=[0,0,0,1]",
        words=["--set prestige_at_start", "[0, 0, 0, 1]", "3 seats"],
    )
    refused(
        "rules",
        "--set",
        "prestige_at_start=[3]",
        "--set",
        "prestige_to_win=3",
        words=["--set prestige_at_start", "seat 1 3", "0 to 2"],
    )
    refused(
        "rules", "team", "--set", "prestige_at_start=[12,0,0,13]", words=["seats 1-4 25 together", "0 to 24"]
    )
    assert load_rules("team", ["prestige_at_start=[12,20,0,12]"]).prestige_at_start == (12, 20, 0, 12)


def test_a_table_that_is_a_number_is_refused(tmp_path, refused):
    path = tmp_path / "mine.toml"
    path.write_text("takes = 3\n" + STANDARD.split("[takes]")[0])
    refused("rules", path, words=["line 1", "'takes'", "3"])


def test_unknown_rules_are_refused_with_the_near_match(tmp_path, refused):
    refused("rules", "standrd", words=["'standrd'", "Did you mean 'standard'?", "standard, team"])
    refused("rules", tmp_path / "none.toml", words=["none.toml", "no such rules file"])
    refused("rules", tmp_path, words=["is a folder"])
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    refused("rules", tmp_path / "latin.toml", words=["not UTF-8"])


def test_plain_values_go_through_the_same_checks():
    values = load_rules().to_dict()
    with pytest.raises(BadInput, match="run.json: face_up is 9"):
        rules_from_dict(values | {"face_up": 9}, "run.json")
    with pytest.raises(BadInput, match="run.json: unknown key 'face_down'"):
        rules_from_dict(values | {"face_down": 9}, "run.json")
    with pytest.raises(BadInput, match="not a table"):
        rules_from_dict([])
