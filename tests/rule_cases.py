"""The hand-made rule cases (cases/cases.jsonl) and what their `expect` means, for every engine that
plays them."""

import json
from pathlib import Path

from reference_positions import full_form

CASES_FILE = Path(__file__).resolve().parent / "cases" / "cases.jsonl"


def read_cases() -> list[dict]:
    """All cases, in the order of the file."""
    return [json.loads(line) for line in CASES_FILE.read_text(encoding="utf-8").splitlines() if line.strip()]


def unmet(expect: dict, position: dict, over: dict | None) -> list[str]:
    """What of a case's `expect` the position and the end of the game (None, or ended, winners,
    decided_by) do not meet, as texts."""
    position = full_form(position)
    seats = position["seats"]
    faults = []

    def compare(what: str, found, expected) -> None:
        if found != expected:
            faults.append(f"{what} is {found!r}, expected {expected!r}")

    def some(tokens: dict) -> dict:
        return {token: number for token, number in tokens.items() if number}

    for key, value in expect.items():
        if key in ("tokens", "bonus"):
            for seat, tokens in value.items():
                compare(f"{key} of seat {seat}", some(seats[int(seat) - 1][key]), some(tokens))
        elif key in ("prestige", "purchased"):
            for seat, number in value.items():
                compare(f"{key} of seat {seat}", seats[int(seat) - 1][key], number)
        elif key == "nobles_owned":
            for seat, number in value.items():
                compare(f"nobles of seat {seat}", len(seats[int(seat) - 1]["nobles"]), number)
        elif key == "reserved":
            for seat, cards in value.items():
                compare(
                    f"reserve of seat {seat}",
                    [entry["card"] for entry in seats[int(seat) - 1]["reserved"]],
                    cards,
                )
        elif key == "bank":
            compare("bank", some(position["bank"]), some(value))
        elif key == "nobles":
            compare("nobles", position["nobles"], sorted(value))
        elif key == "to_move":
            compare("to_move", position["to_move"], value)
        elif key == "table":
            for place, card in value.items():
                level, number = place.split(".")
                compare(f"table place {place}", position["table"][level][int(number) - 1], card)
        elif key == "deck_size":
            for level, size in value.items():
                compare(f"cards in deck {level}", len(position["decks"][level]), size)
        elif key == "over":
            compare("over", over is not None, value)
        elif key in ("ended", "winners"):
            compare(key, None if over is None else over[key], value)
        else:
            raise ValueError(f"unknown expectation {key!r}")
    return faults
