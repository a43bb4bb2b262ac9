"""Everybody against everybody: playing the tables in batches of deals, and a folder that can be
gone on with.

Every line-up of `tables` is played in every rotation. Every table has deals of its own, so that
tables are independent of one another."""

import hashlib
import json
import os
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from simcli.base.errors import BadInput, RunDataError, near_match
from simcli.compare.layout import Layout, layout_of
from simcli.compare.play import Match
from simcli.compare.state import write_aside
from simcli.compare.tables import KINDS, Meeting, meetings
from simcli.store.manifest import engine_fingerprint
from simcli.strategy.loading import Strategy
from simcli.variant.rules import Rules

FORMAT = "simcli-tournament/1"
NAME = "tournament.json"
BATCH = 512  # deals
TWELFTHS = 12  # a win shared by two, three or four is a whole number of these
SECONDS_BETWEEN_NOTES = 1.0


class Tournament:
    """Strategies, rules and a number of games for each pairing; `play` plays what is missing.
    Raises BadInput for what cannot be played."""

    def __init__(
        self,
        strategies: list[Strategy],
        rules: Rules,
        record: np.ndarray,
        players: int,
        games: int,
        seed: int,
        gauntlet: bool,
        tables: str = "all",
    ):
        labels = [strategy.label for strategy in strategies]
        if len(labels) < 2:
            raise BadInput(f"{len(labels)} strategies given; a tournament has at least two")
        if len(set(labels)) < len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise BadInput(f"strategy {twice!r} is named twice; a tournament has each once")
        if tables not in KINDS:
            raise BadInput(
                f"--tables {tables!r}: expected one of {', '.join(KINDS)}.{near_match(tables, KINDS)}"
            )
        self.strategies, self.rules, self.record, self.players = strategies, rules, record, players
        self.layout: Layout = layout_of(rules, players)
        self.kernel, self.seed, self.gauntlet, self.tables = None, seed, gauntlet, tables
        self.two_sides = 2 * self.layout.places == players
        alone = players > 2 and not rules.teams
        self.meetings: list[Meeting] = meetings(len(strategies), self.layout, games, gauntlet, tables, alone)
        if not self.meetings:
            raise BadInput(
                f"--tables mixed: {len(strategies)} strategies make no mixed table of "
                f"{players} {'players' if alone else 'in two sides'}"
            )

    @property
    def labels(self) -> list[str]:
        """The strategies' names, by number."""
        return [strategy.label for strategy in self.strategies]

    @property
    def games(self) -> int:
        """All games of the tournament."""
        return sum(meeting.wanted for meeting in self.meetings) * self.layout.games

    @property
    def played(self) -> int:
        """Games played so far."""
        return sum(meeting.deals for meeting in self.meetings) * self.layout.games

    def config(self) -> dict:
        """All that decides which games are played, but for how many."""
        sides = [{"label": s.label, "parameters": s.parameters, "source": s.source} for s in self.strategies]
        record = hashlib.sha256(self.record.tobytes()).hexdigest()[:16]
        facts = {
            "strategies": sides,
            "rules": self.rules.to_dict(),
            "record": record,
            "players": self.players,
            "gauntlet": self.gauntlet,
        }
        return {**facts, "tables": self.tables, "seed": self.seed, "engine": engine_fingerprint()}

    def play(self, jobs: int = 0, advance=None, stopped=lambda: False, keep=None) -> bool:
        """Play what is missing; whether all is played. `keep()` is called now and then, and at the
        end."""
        workers = jobs or os.cpu_count() or 1
        shares = _shares(self.players)
        matches = {}

        def batch(number, first, deals):
            if number not in matches:
                line_up = [self.strategies[k] for k in self.meetings[number].line_up]
                matches[number] = Match(self.kernel, self.record, self.layout, self.seed, line_up)
            winners, rounds, _ = matches[number].games_of(0, number * (1 << 32) + first, deals)
            y = shares[winners].reshape(deals, -1).astype(float)
            # Whole numbers far below 2**53, so that the product of floats is exact.
            return (
                number,
                deals,
                y.sum(axis=0).astype(np.int64),
                (y.T @ y).astype(np.int64),
                int((winners == 0).sum()),
                int(rounds.sum(dtype=np.int64)),
            )

        todo = iter(
            [
                (number, first, min(BATCH, meeting.wanted - first))
                for number, meeting in enumerate(self.meetings)
                for first in range(meeting.deals, meeting.wanted, BATCH)
            ]
        )
        pending: deque = deque()
        noted = time.monotonic()
        with ThreadPoolExecutor(max_workers=workers) as pool:
            while True:
                while len(pending) < 2 * workers and not stopped() and (work := next(todo, None)):
                    pending.append(pool.submit(batch, *work))
                if not pending:
                    break
                number, deals, totals, cross, unfinished, rounds = pending.popleft().result()
                meeting = self.meetings[number]
                meeting.totals += totals
                meeting.cross += cross
                meeting.deals += deals
                meeting.unfinished += unfinished
                meeting.rounds += rounds
                if advance:
                    advance(deals * self.layout.games)
                if keep and time.monotonic() - noted > SECONDS_BETWEEN_NOTES:
                    keep()
                    noted = time.monotonic()
        if keep:
            keep()
        return self.played >= self.games

    def save(self, folder: Path) -> None:
        """Write what was played into the folder, aside and then in its place."""
        held = [
            {
                "line_up": list(m.line_up),
                "deals": m.deals,
                "unfinished": m.unfinished,
                "rounds": m.rounds,
                "totals": m.totals.tolist(),
                "cross": m.cross.tolist(),
            }
            for m in self.meetings
        ]
        write_aside(folder / NAME, json.dumps({"format": FORMAT, "config": self.config(), "meetings": held}))

    def resume(self, folder: Path) -> None:
        """Take in what an earlier process played. Raises BadInput where there is none, RunDataError
        where it is another tournament."""
        path = folder / NAME
        try:
            held = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadInput(f"--resume: there is no tournament in {str(folder)!r}") from None
        except (ValueError, OSError) as error:
            raise RunDataError(f"{path}: cannot be read as JSON ({error})") from None
        if (
            not isinstance(held, dict)
            or held.get("format") != FORMAT
            or held.get("config") != json.loads(json.dumps(self.config()))
        ):
            raise RunDataError(
                f"{path}: another tournament; strategies, rules, seed, players or version differ"
            )
        try:
            for meeting, values in zip(self.meetings, held["meetings"], strict=True):
                meeting.totals[:], meeting.cross[:] = values["totals"], values["cross"]
                meeting.deals, meeting.unfinished, meeting.rounds = (
                    int(values[name]) for name in ("deals", "unfinished", "rounds")
                )
        except (KeyError, TypeError, ValueError) as error:
            raise RunDataError(f"{path}: broken ({error}); give another folder") from None


def _shares(players: int) -> np.ndarray:
    """int64[mask of winners, seat]: each seat's part of the win in twelfths."""
    table = np.zeros((1 << players, players), np.int64)
    for mask in range(1, 1 << players):
        for seat in range(players):
            table[mask, seat] = (mask >> seat & 1) * TWELFTHS // mask.bit_count()
    return table
