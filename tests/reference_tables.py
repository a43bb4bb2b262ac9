"""The rules and tables of the reference engine: its own reading of the card and noble files, its
own standard rules.

Nothing here or in the other `reference*` modules imports the product: two engines that share code
share its faults.
"""

import copy
import csv
from pathlib import Path

COLOURS = ("white", "blue", "green", "red", "black")
TOKENS = (*COLOURS, "gold")
LEVELS = (1, 2, 3)
DATA = Path(__file__).resolve().parent.parent / "data"

STANDARD = {
    "name": "standard",
    "title": "Splendor, base game",
    "players": [2, 3, 4],
    "prestige_to_win": 15,
    "teams": [],
    "tie_break": ["fewest_cards"],
    "face_up": 4,
    "round_limit": 200,
    "bank": {"gems": {"2": 4, "3": 5, "4": 7}, "gold": 5},
    "nobles": {"shown": {"2": 3, "3": 4, "4": 5}},
    "limits": {"tokens": 10, "reserved": 3, "pair_minimum": 4},
    "takes": {"fewer": "only-if-short"},
}
TEAM = {
    **STANDARD,
    "name": "team",
    "title": "Splendor, two against two",
    "players": [4],
    "prestige_to_win": 25,
    "teams": [[1, 4], [2, 3]],
    "tie_break": ["weakest_member", "fewest_cards"],
}
RULES = {"standard": STANDARD, "team": TEAM}


def rules_with(name: str, settings: dict) -> dict:
    """A copy of the named rules with `settings` put over them; a key of `settings` is a path with
    dots ("limits.tokens")."""
    rules = copy.deepcopy(RULES[name])
    for path, value in settings.items():
        *parents, last = path.split(".")
        table = rules
        for parent in parents:
            table = table[parent]
        table[last] = value
    return rules


def for_players(table: dict, players: int) -> int:
    """The entry of a table by number of players; its keys are texts in JSON and TOML and may be
    numbers elsewhere."""
    return table[str(players)] if str(players) in table else table[players]


def read_cards(path: Path = DATA / "cards.csv") -> list[dict]:
    """Development cards as dicts: id, level, bonus (a colour), prestige, cost (colour to tokens,
    all five)."""
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {
                "id": int(row["id"]),
                "level": int(row["level"]),
                "bonus": row["bonus"],
                "prestige": int(row["prestige"]),
                "cost": {colour: int(row[colour]) for colour in COLOURS},
            }
            for row in csv.DictReader(file)
        ]


def read_nobles(path: Path = DATA / "nobles.csv") -> list[dict]:
    """Nobles as dicts: id, name, prestige, bonus (colour to cards asked for, all five)."""
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {
                "id": int(row["id"]),
                "name": row["name"],
                "prestige": int(row["prestige"]),
                "bonus": {colour: int(row[colour]) for colour in COLOURS},
            }
            for row in csv.DictReader(file)
        ]
