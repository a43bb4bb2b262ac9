"""`simcli position`: a position as a picture, turns played from it, and what a strategy would do
there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput
from simcli.base.json_text import read_json_values
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.position.checks import known_keys
from simcli.position.legal import legal_turns
from simcli.position.picture import picture
from simcli.position.position import Position, Reader
from simcli.position.sentences import turn_words
from simcli.position.turns import Refused, play_turn
from simcli.strategy.asking import ask as ask_strategy
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue

app = new_app()
WANTED = "a position (simcli-position/1)"
# What `play` reads, and what it prints
LINE_KEYS = ("position", "turns", "ok", "turn", "why", "over")

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="JSON or JSON Lines; - is standard input.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else, a line for each position.")]


@app.callback()
def position() -> None:
    """A position as a picture, turns played from it, and what a strategy would do there."""


@app.command()
def show(
    files: Files, cards: options.Cards = None, nobles: options.Nobles = None, as_json: Json = False
) -> None:
    """Show positions with their legal turns. Turns given beside a position are played first."""
    for number, (where, start, turns) in enumerate(_lines(files, cards, nobles)):
        after, over = _after(where, start, turns)
        if as_json:
            print(json.dumps({"position": after.to_json(), "over": over, "legal": legal_turns(after)}))
        else:
            print(("\n" + "-" * 80 + "\n\n") * (number > 0) + picture(after))


@app.command()
def play(files: Files, cards: options.Cards = None, nobles: options.Nobles = None) -> None:
    """Play turns: {"position": ..., "turns": [...]} in, one line of JSON out for each.

    A line of result has `ok`, the `position` after, and `over` (null, or how the game ended, who
    won and what decided it); where a turn is refused, the number of the `turn`, `why`, and the
    position before it."""
    for _, now, turns in _lines(files, cards, nobles):
        result: dict = {"ok": True}
        for number, turn in enumerate(turns, start=1):
            try:
                play_turn(now, turn)
            except Refused as refused:
                result = {"ok": False, "turn": number, "why": str(refused)}
                break
        print(json.dumps({**result, "position": now.to_json(), "over": now.over}))


@app.command()
def ask(
    files: Files,
    strategy: Annotated[
        str,
        typer.Option(
            "--strategy", "-s", metavar="NAME", help="Strategy, such as noble-hunter.", show_default=False
        ),
    ],
    seed: Annotated[
        int,
        typer.Option("--seed", parser=between(0, 2**63 - 1), metavar="S", help="Seed of its random numbers."),
    ] = 1,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    as_json: Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Say what a strategy would do in a position: its turn, with payment, tokens given back and
    noble."""
    chosen = load(strategy, announcer(quiet))
    for where, start, turns in _lines(files, cards, nobles):
        after, over = _after(where, start, turns)
        if over:
            raise BadInput(f"{where}: the game is over; a strategy has nothing to do there")
        seat = int(after.table["seat"]) + 1
        turn = ask_strategy(after, chosen, seed)
        if as_json:
            print(json.dumps({"strategy": chosen.label, "seed": seed, "turn": turn}))
        else:
            print(f"Seat {seat} ({chosen.label}) {turn_words(turn, after.pieces)}.")


def _lines(files: list[str], cards: Path | None, nobles: Path | None) -> Iterator[tuple[str, Position, list]]:
    """Where each position stands, the position, and the turns beside it."""
    if files.count("-") > 1:
        raise BadInput("'-' is given twice; standard input can be read once")
    reader = Reader(load_catalogue(cards, nobles))
    for file in files:
        for where, value in read_json_values(file, WANTED):
            turns = []
            if isinstance(value, dict) and "position" in value:
                known_keys(value, LINE_KEYS, where)
                value, turns = value["position"], value.get("turns", [])
                if not isinstance(turns, list):
                    raise BadInput(f"{where}: turns is {turns!r}; expected a list of turns")
            yield where, reader.read(value, where), turns


def _after(where: str, start: Position, turns: list) -> tuple[Position, dict | None]:
    """The position after the turns, and how the game ended. Raises BadInput at a turn that is
    refused."""
    for number, turn in enumerate(turns, start=1):
        try:
            play_turn(start, turn)
        except Refused as refused:
            raise BadInput(f"{where}: turn {number} is refused: {refused}") from None
    return start, start.over
