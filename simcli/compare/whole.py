"""A whole comparison: both sides made ready, every number of players decided, requirements judged,
one result."""

import time
from pathlib import Path

from simcli.base.errors import BadInput
from simcli.compare.decide import DEALS_TO_BE_IDENTICAL, Gate, decide, same_play
from simcli.compare.layout import layout_of
from simcli.compare.play import Match
from simcli.compare.require import Requirement, judge_requirements
from simcli.compare.result import answer_dict, identical_answer, require_dict, result_dict
from simcli.compare.sides import side
from simcli.compare.state import State
from simcli.compare.stored import check_baseline
from simcli.runs.kernel import compiled
from simcli.store.manifest import engine_fingerprint
from simcli.strategy.loading import Strategy
from simcli.variant.catalogue import load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import Rules

SECONDS_BETWEEN_NOTES = 0.5  # of the state file


class Comparison:
    """Everything that is to be compared; `run` plays it. Raises BadInput, RunDataError as the sides
    and the rules call for."""

    def __init__(
        self,
        baseline: str,
        candidate: str,
        gate: Gate,
        rules: Rules,
        tables: tuple[Path | None, Path | None],
        players: tuple[int, ...],
        field: list[str],
        paired: bool,
        requirements: list[Requirement],
        require_games: int,
        seed: int,
        max_games: int,
        state: Path | None,
        announce=None,
    ):
        self.gate, self.rules, self.players, self.paired = gate, rules, players, paired
        self.requirements, self.require_games, self.seed, self.max_games = (
            requirements,
            require_games,
            seed,
            max_games,
        )
        self.catalogue = load_catalogue(*tables)
        self.announce = announce
        self.records = {n: rules_record(rules, self.catalogue, n) for n in rules.players}
        self.baseline, stored = side(baseline, announce)
        self.candidate, _ = side(candidate, announce)
        self.field = [side(text, announce)[0] for text in field]
        for n in players:
            others = n - layout_of(rules, n).places
            if len(self.field) > others:
                raise BadInput(
                    f"--field: {len(self.field)} strategies for {others} other seats of {n} players"
                )
        self.kernel = compiled("digests", announce and (lambda: announce("the game")))
        if stored:
            check_baseline(
                baseline, stored, self.baseline, self.kernel, rules, self.catalogue, self.records.__getitem__
            )
        self.state = State(state, self._config())

    def _config(self) -> dict:
        """All that decides which games are played and how they are judged, but for the budget."""
        gate = self.gate
        sides = [[s.source, s.parameters] for s in (self.baseline, self.candidate, *self.field)]
        asked = [gate.name, gate.elo0, gate.elo1, gate.alpha, gate.beta, gate.model]
        game = {"rules": self.rules.to_dict(), **self.catalogue.to_dict(), "engine": engine_fingerprint()}
        return {"sides": sides, "gate": asked, "seed": self.seed, "paired": self.paired, **game}

    def _same(self) -> bool:
        return (self.baseline.source, self.baseline.parameters) == (
            self.candidate.source,
            self.candidate.parameters,
        )

    def _others(self, count: int) -> list[Strategy]:
        """Who sits in the seats that are not the candidate's: the field over and over, or the
        baseline."""
        field = self.field or [self.baseline]
        return [field[k % len(field)] for k in range(count)]

    def run(self, jobs: int = 0, advance=None, stopped=lambda: False) -> dict | None:
        """Play and judge everything; the result, or None if it was stopped before (`state` then
        holds what was played)."""
        answers = []
        for players in self.players:
            entry = self._one(players, jobs, advance, stopped)
            if entry is None:
                return None
            answers.append(entry)
        judged = []
        for players in self.players if self.requirements else ():
            if stopped():
                return None
            judged += [require_dict(each) for each in self._required(players, jobs)]
        design = {
            "players": list(self.players),
            "paired": self.paired,
            "field": [strategy.label for strategy in self.field],
            "seed": self.seed,
            "max_games": self.max_games,
            "rules": self.rules.name,
            "engine": engine_fingerprint(),
            "id": self.state.id,
        }
        return result_dict(self.baseline.label, self.candidate.label, self.gate, answers, judged, design)

    def _one(self, players: int, jobs: int, advance, stopped) -> dict | None:
        began = time.monotonic()
        if self._same():
            return identical_answer(
                players, "both are the same code with the same parameters", 0, 0, time.monotonic() - began
            )
        layout, record = layout_of(self.rules, players), self.records[players]
        others = self._others(players - layout.places)
        line_up, before = [self.candidate] * layout.places + others, [self.baseline] * layout.places + others
        match = Match(self.kernel, record, layout, self.seed, line_up, before if self.paired else None)
        deals = min(DEALS_TO_BE_IDENTICAL, max(1, self.max_games // (2 * layout.games)))
        old = Match(self.kernel, record, layout, self.seed, before)
        if same_play(match, old, deals) == deals:
            why = f"all games on the first {deals:,} deals end in the same position"
            return identical_answer(players, why, deals, 2 * deals * layout.games, time.monotonic() - began)
        written = [0.0]

        def keep(sums):
            if time.monotonic() - written[0] >= SECONDS_BETWEEN_NOTES:
                self.state.keep(players, sums)
                written[0] = time.monotonic()

        sums = self.state.of(players)
        answer = decide(match, self.gate, self.max_games, jobs, sums, advance, keep, stopped)
        if not answer.decided:
            # Deals after the last look stay: the looks are at multiples of the deals, wherever a
            # process began.
            self.state.sums[str(players)] = answer.sums.to_dict()
            return None
        self.state.keep(players, answer.sums)
        return answer_dict(answer, self.gate, layout, self.paired)

    def _required(self, players: int, jobs: int):
        from simcli.runs.plan import Plan
        from simcli.runs.player import prepare

        layout = layout_of(self.rules, players)
        line_up = [self.candidate] * layout.places + self._others(players - layout.places)
        plan = Plan(tuple(line_up), self.rules, self.catalogue, self.require_games, self.seed)
        return judge_requirements(
            plan,
            prepare(plan, self.announce and (lambda: self.announce("the game with its tables"))),
            self.requirements,
            jobs,
        )
