"""The conformance kit: a strategy on thousands of random and adversarial positions, and what is
wrong with it, with the position to reanswers."""

import json
import shlex
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numba import from_dtype, int64, uint8

from simcli.engine import answers, conform, rng, state, tally
from simcli.native.cache import compile_function
from simcli.position.position import Position
from simcli.position.refusals import illegal_answer_with_reason
from simcli.strategy.loading import Strategy, line_up_arrays, load
from simcli.variant.catalogue import Catalogue, load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.pieces import Pieces
from simcli.variant.rules import Rules, load_rules

GAMES = (("standard", 2), ("standard", 3), ("standard", 4), ("team", 4))
MOST_ROUNDS = 256
AT_ONCE = 250  # positions in one compiled call
SECONDS_TO_ANSWER = 20.0  # a position that takes longer counts as an endless loop
_WHY = {
    conform.CHANGES: "changes the table, the rules or what lies hidden, which are read-only",
    conform.FORGETS: (
        "answers differently when asked again with the same random numbers and other leftovers in its scratch"
    ),
    conform.PEEKS: "answers differently when only what it may not see is different",
}


@dataclass(frozen=True)
class Finding:
    """The outcome for one strategy. `why` is None if it conforms; `position` is the JSON to replay
    it, if a position shows it."""

    label: str
    positions: int
    seconds: float
    why: str | None = None
    position: dict | None = None
    wanted: int = 0  # positions that were asked for

    def to_dict(self) -> dict:
        """As plain values."""
        facts = {
            "strategy": self.label,
            "conforms": self.why is None,
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
        }
        return facts | {"why": self.why, "position": self.position}


@cache
def _examine(announce=None):
    place, entries = from_dtype(state.PLACE)[::1], from_dtype(answers.ENTRIES)[::1]
    signature = int64(
        *(
            from_dtype(state.POSITION)[::1],
            uint8[:, ::1],
            from_dtype(state.RULES),
            uint8[::1],
            uint8[::1],
            place,
            entries,
            int64,
            int64,
            int64,
        ),
        *(
            from_dtype(tally.TALLY),
            from_dtype(answers.TURN)[::1],
            from_dtype(answers.FAULT),
            from_dtype(rng.RNG)[::1],
            int64[::1],
        ),
    )
    return compile_function(
        conform.examine,
        signature,
        "conform_examine",
        announce=announce and (lambda: announce("the examination")),
        nogil=True,
    )


class _Bench:
    """The arrays on which one strategy is examined under one set of rules."""

    def __init__(
        self, strategy: Strategy, rules: Rules, catalogue: Catalogue, players: int, seed: int, compiled
    ):
        self._examine = compiled
        self.rules, self.pieces = rules, Pieces(catalogue)
        self.record = rules_record(rules, catalogue, players)
        self.spots = np.zeros(conform.SPOTS, state.POSITION)
        octets = self.spots.view(np.uint8).reshape(conform.SPOTS, -1)
        places = np.zeros(1, state.PLACE)
        entries, places["parameter"] = line_up_arrays([strategy])
        self.fault, self.counter = np.zeros(1, answers.FAULT), np.zeros(1, np.int64)
        walker = np.zeros(1, rng.RNG)
        walker["state"] = seed
        octets_of_rules = self.record.view(np.uint8).reshape(-1)
        self._before = (
            self.spots,
            octets,
            self.record[0],
            octets_of_rules,
            octets_of_rules.copy(),
            places,
            entries,
            seed,
        )
        self._after = (
            np.zeros(1, tally.TALLY)[0],
            np.zeros(MOST_ROUNDS * state.SEATS, answers.TURN),
            self.fault[0],
            walker,
            self.counter,
        )

    def examine(self, first: int, many: int) -> str | None:
        """Examine positions number `first` on; what is wrong, or None."""
        verdict, raised = [], []

        def work():
            try:
                verdict.append(self._examine(*self._before, first, many, *self._after))
            except Exception as error:
                raised.append(error)

        self.counter[0] = first
        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        seen, since = first, time.monotonic()
        while worker.is_alive():
            worker.join(0.2)
            if self.counter[0] != seen:
                seen, since = int(self.counter[0]), time.monotonic()
            elif time.monotonic() - since > SECONDS_TO_ANSWER and worker.is_alive():
                return f"has not answered for {SECONDS_TO_ANSWER:.0f} seconds: an endless loop?"
        if raised:
            return f"raised {type(raised[0]).__name__}: {raised[0]}".removesuffix(": ")
        if verdict[0] == conform.ILLEGAL:
            return illegal_answer_with_reason(self._position(), self.fault[0])
        return _WHY.get(verdict[0])

    def position(self) -> dict:
        """The position in hand as JSON."""
        return self._position().to_json()

    def _position(self) -> Position:
        """The position in hand. Which nobles a seat has is not known to the engine: any that are
        not on the table stand for them."""
        array = self.spots[conform.START : conform.START + 1].copy()
        table, hidden = array[0]["table"], array[0]["hidden"]
        players = int(table["players"])
        spare = [
            n.id
            for row, n in enumerate(self.pieces.nobles)
            if row not in set(table["noble"][: table["nobles"]].tolist())
        ]
        owned = [
            [spare.pop() for _ in range(int(table["player"][seat]["nobles"]))] for seat in range(players)
        ]
        reserved = [
            [self.pieces.cards[row].id for row in hidden["hand"][seat]["card"] if row >= 0]
            for seat in range(players)
        ]
        return Position(self.pieces, self.rules, self.record, self.rules.name, {}, array, reserved, owned)


def check(text: str, positions: int = 20_000, seconds: float = 20.0, seed: int = 1, announce=None) -> Finding:
    """Examine the strategy that `text` names on `positions` positions (fewer if `seconds` have
    passed before), over 2, 3 and 4 seats and teams."""
    strategy = load(text, announce)
    catalogue = load_catalogue()
    compiled = _examine(announce)
    benches = [
        _Bench(strategy, load_rules(name), catalogue, players, seed + i, compiled)
        for i, (name, players) in enumerate(GAMES)
    ]
    began, done = time.monotonic(), 0
    many = 1
    while done < positions and time.monotonic() - began < seconds:
        for bench in benches:
            first = done
            why = bench.examine(first, many)
            done += many
            if why:
                return Finding(
                    strategy.label,
                    int(bench.counter[0]) + 1,
                    time.monotonic() - began,
                    why,
                    bench.position(),
                    positions,
                )
        passed = time.monotonic() - began
        in_time = int(
            done / passed * max(0.0, seconds - passed)
        )  # a slow strategy gets as many as it is likely to manage
        many = min(
            AT_ONCE, 2 * many, *(max(1, -(-left // len(benches))) for left in (positions - done, in_time))
        )
    return Finding(strategy.label, done, time.monotonic() - began, wanted=positions)


def as_text(finding: Finding, file: Path | None = None) -> str:
    """One line of what was found; below it the position where something is wrong, or how to look at
    it in the file that keeps it."""
    if finding.why is None:
        of = f" of {finding.wanted:,}" if finding.positions < finding.wanted else ""
        slow = "; give it more with --seconds" if of else ""
        return (
            f"{finding.label}: conforms on {finding.positions:,}{of} positions "
            f"({finding.seconds:.1f} s{slow})"
        )
    below = f"simcli position show {shlex.quote(str(file))}" if file else json.dumps(finding.position)
    return f"strategy {finding.label!r} {finding.why}, in position number {finding.positions:,}:\n{below}"
