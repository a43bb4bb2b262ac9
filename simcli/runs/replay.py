"""Games of a run played again from its seed and their numbers alone, as game records."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simcli.base.errors import BadInput, RunDataError
from simcli.position.record import FORMAT, deal_setup, result_json, turn_json
from simcli.runs.kernel import Part, Table, compiled, play_part, seatings_by_seat
from simcli.store.manifest import engine_fingerprint, read_manifest
from simcli.strategy.loading import Strategy, load
from simcli.variant.catalogue import catalogue_from_dict
from simcli.variant.engine_record import rules_record
from simcli.variant.pieces import Pieces
from simcli.variant.rules import rules_from_dict

_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


@dataclass(frozen=True)
class Numbers:
    """Numbers of games as a user wrote them: ranges (first, last), in the order given."""

    text: str
    ranges: tuple[tuple[int, int], ...]

    def __iter__(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)


def read_numbers(text: str) -> Numbers:
    """Numbers of games such as `17`, `0-99` or `3,5,8-10`. Raises BadInput for anything else."""
    ranges = []
    for piece in text.split(","):
        match = _RANGE.fullmatch(piece.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            raise BadInput(
                f"GAMES is {text!r}: {piece.strip()!r} is neither the number of a game nor a "
                "range; allowed are 17, 0-99 or 3,5,8-10"
            )
        ranges.append((first, last))
    return Numbers(text, tuple(ranges))


class Replay:
    """Plays games of a run again, one at a time, so that memory does not grow with their number."""

    def __init__(self, folder: Path, announce=None):
        """Read the manifest; strategies are loaded with the first game. Raises RunDataError.

        `announce(file)` is called before a strategy is compiled, `announce()` before the game
        is."""
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.config = config = self.manifest["config"]
        source = f"{self.folder}/run.json"
        self.rules = rules_from_dict(config["rules"], source)
        self.pieces = Pieces(catalogue_from_dict(config, source))
        self.seatings = seatings_by_seat(config["seatings"])
        self.rules_array = rules_record(self.rules, self.pieces.catalogue, config["players"])
        self._announce = announce
        self._play = None

    def _strategy(self, place: dict) -> Strategy:
        """The strategy at a place of the line-up. Raises RunDataError unless it is the one that
        played the run."""
        label = place["label"]
        try:
            strategy = load(label, self._announce)
        except BadInput as error:
            raise RunDataError(f"{self.folder}: a strategy of this run is unavailable: {error}") from None
        if strategy.source != place["source"]:
            raise RunDataError(
                f"{self.folder}: the run was played by a {label!r} with source "
                f"{place['source'][:16]}..., and {strategy.path} has "
                f"{strategy.source[:16]}...; only the strategy that played the games can show them"
            )
        return strategy

    def other_engine(self) -> str:
        """A warning where the run was played by another version of the engine; empty where it was
        this one."""
        theirs, ours = self.config.get("engine"), engine_fingerprint()
        return (
            ""
            if theirs == ours
            else f"the run was played by engine {theirs}, this is {ours}: games may differ"
        )

    def first_and_last(self) -> tuple[int, int]:
        """The numbers of the first and last game of the run, or of the shard that the folder
        holds."""
        deals, seatings = self.config["deals"], len(self.seatings)
        if not self.manifest.get("shard"):
            return 0, deals * seatings - 1
        i, n = self.manifest["shard"]
        return (i - 1) * deals // n * seatings, i * deals // n * seatings - 1

    def check(self, numbers: Numbers) -> None:
        """Raise BadInput unless the run has all of these games. Loads no strategy."""
        low, high = self.first_and_last()
        for first, last in numbers.ranges:
            for game in (first, last):
                if not low <= game <= high:
                    raise BadInput(
                        f"GAMES is {numbers.text!r}: the run in {self.folder} has no game "
                        f"{game}; it has {low} to {high}"
                    )

    def records(self, numbers: Numbers) -> Iterator[dict]:
        """The game records (simcli-game/1) in order. Raises BadInput, before the first, for a game
        the run lacks."""
        self.check(numbers)
        for game in numbers:
            yield self.record(game)

    def record(self, game: int) -> dict:
        """The record of one game of the run."""
        deal, k = divmod(game, len(self.seatings))
        kernel, table, part = self._table()
        part.filled[:] = 0  # the sums over games are not read here
        play_part(kernel, table, part, self.config["seed"], deal, 1, self.seatings[k : k + 1], game)
        turns = [turn_json(row, self.pieces) for row in part.log[: part.turns[0]]]
        teams = {seat: number for number, team in enumerate(self.rules.teams, 1) for seat in team}
        return {
            "format": FORMAT,
            "game": game,
            "deal": deal,
            "seed": self.config["seed"],
            "rules": self.config["rules"],
            "players": [
                {"seat": seat + 1, "strategy": table.strategies[place].label, "team": teams.get(seat + 1)}
                for seat, place in enumerate(self.seatings[k].tolist())
            ],
            "setup": deal_setup(self.rules_array, self.pieces, self.config["seed"], deal),
            "turns": turns,
            "result": result_json(part, turns),
        }

    def _table(self):
        """The compiled kernel that logs, and the arrays it plays on; made for the first game."""
        if self._play is None:
            players = self.config["players"]
            part = Part(
                1,
                players,
                self.rules.nobles_shown[players],
                players * self.rules.round_limit,
                self.config["veto"],
            )
            strategies = [self._strategy(place) for place in self.config["line_up"]]
            self._play = (
                compiled("log-veto" if self.config["veto"] else "log", self._announce),
                Table(self.rules_array, strategies),
                part,
            )
        return self._play


def write_records(folder: Path, number: int, announce=None) -> int:
    """Write the first `number` games of a run to `records.jsonl` in its folder, a record a line;
    returns how many."""
    played = Replay(folder, announce)
    first, last = played.first_and_last()
    last = min(last, first + number - 1)
    aside = Path(folder) / "records.jsonl.tmp"
    with open(aside, "w", encoding="utf-8") as file:
        file.writelines(
            json.dumps(record, separators=(",", ":")) + "\n"
            for record in played.records(Numbers(f"{first}-{last}", ((first, last),)))
        )
    aside.replace(aside.with_suffix(""))
    return last - first + 1
