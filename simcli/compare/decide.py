"""The comparison itself: deals are played until a gate's test has decided on the longest prefix of
them, or the budget is spent."""

import time
from dataclasses import dataclass

from simcli.base.errors import BadInput
from simcli.compare.play import Match, Sums, play_in_order
from simcli.stats.always_valid import LEAST_BLOCKS, always_valid
from simcli.stats.blocks import Blocks, blocks_of_counts
from simcli.stats.elo import share_of_elo
from simcli.stats.likelihood import LLR
from simcli.stats.normal import z_of
from simcli.stats.planning import Design, fixed_blocks, usual_design
from simcli.stats.results import Interval
from simcli.stats.sequential import H0, H1, OPEN, Decision, Hypotheses

GATES = {"no-regression": (-5.0, 0.0), "improve": (0.0, 5.0), "equivalent": (-5.0, 5.0)}
PASS, FAIL, INCONCLUSIVE, IDENTICAL = "pass", "fail", "inconclusive", "identical"
DEALS_TO_BE_IDENTICAL = 1000
LEAST_LOOK = 64
# At its tightest the always-valid interval is so many times as wide as one for a single look.
WIDENING = 1.55


@dataclass(frozen=True)
class Gate:
    """What is asked: a name of GATES, its bounds in Elo, the error rates, and the scale of the
    bounds."""

    name: str
    elo0: float
    elo1: float
    alpha: float = 0.01
    beta: float = 0.01
    model: str = "normalized"

    def __post_init__(self):
        _ = self.hypotheses  # refuses bad numbers at once

    @property
    def hypotheses(self) -> Hypotheses:
        """The two hypotheses of the sequential test."""
        return Hypotheses(self.elo0, self.elo1, self.alpha, self.beta, self.model)

    @property
    def level(self) -> float:
        """The level of the always-valid interval."""
        return 1 - self.alpha


@dataclass(frozen=True)
class Answer:
    """How one match went: the verdict, why it stopped, the blocks and what they say."""

    players: int
    verdict: str
    why: str
    blocks: Blocks
    sums: Sums
    decision: Decision | None
    interval: Interval  # always valid, of the block score or the difference
    planned: int  # deals of a test of fixed size
    look: int  # deals between two looks
    played: int  # games, those of a paired baseline and of the digest included
    seconds: float

    @property
    def decided(self) -> bool:
        """Is there a verdict, or was it stopped before?"""
        return bool(self.verdict)


def blocks_of(match: Match, sums: Sums) -> Blocks:
    """The histogram as blocks for the tests."""
    layout = match.layout
    return blocks_of_counts(sums.counts, layout.players, layout.games, layout.places)


def planned_deals(match: Match, gate: Gate) -> int:
    """Deals that a test of fixed size with the gate's errors would need between independent games:
    it spaces the looks and nothing else."""
    layout = match.layout
    usual = usual_design(layout.players, layout.games, layout.places)
    # Candidate and baseline of a pair vary less than two independent samples; one sample's variance
    # stands for both.
    design = Design(usual.games, usual.par, 0.0 if match.paired else usual.reference, usual.variance)
    if gate.name == "equivalent":
        half = share_of_elo((gate.elo1 - gate.elo0) / 2, usual.par) - usual.par
        return max(1, round((WIDENING * z_of(gate.level) / half) ** 2 * usual.variance))
    return max(1, round(fixed_blocks(design, gate.hypotheses)))


def look_every(planned: int) -> int:
    """Deals between two looks."""
    return max(LEAST_LOOK, planned // 100)


def same_play(candidate: Match, baseline: Match, deals: int = DEALS_TO_BE_IDENTICAL) -> int:
    """On how many of the first deals both line-ups play game for game the same: `deals` if on all,
    else how many were compared before one differed."""
    step = 4
    at = 0
    while at < deals:
        step = min(step * 2, deals - at)
        ours, theirs = candidate.games_of(0, at, step), baseline.games_of(0, at, step)
        if not all((one == other).all() for one, other in zip(ours, theirs, strict=True)):
            return at
        at += step
    return at


def judge_interval(interval: Interval, low: float, high: float) -> str:
    """The verdict of the gate `equivalent` from an interval of the mean; empty where it is open."""
    return {"inside": PASS, "outside": FAIL, "undecided": ""}[interval.within(low, high)]


def decide(
    match: Match,
    gate: Gate,
    most_games: int,
    jobs: int = 0,
    sums: Sums | None = None,
    advance=None,
    keep=None,
    stopped=lambda: False,
) -> Answer:
    """Play until the gate has decided, the budget is spent or `stopped()`; the answer depends on
    seed and budget alone, not on `jobs`.

    `sums` of an earlier process (deals up to a look) are gone on from; `keep(sums)` is called after
    every look, `advance(games)` for progress. An empty verdict means that it was stopped."""
    began = time.monotonic()
    lines = len(match.line_ups)
    per_deal = match.layout.games * lines
    most = most_games // per_deal
    if most < 1:
        raise BadInput(
            f"--max-games {most_games}: one deal alone is {per_deal} games; give at least that many"
        )
    sums = sums or match.none()
    before = sums.deals
    planned = planned_deals(match, gate)
    look = look_every(planned)
    # Only at its own looks may a test be asked: elsewhere an interrupted comparison could end
    # otherwise than an uninterrupted one.
    state = _look(match, gate, sums, planned) if before and (before % look == 0 or before == most) else None
    verdict = state[0] if state else ""
    fresh = sums.deals
    if not verdict and sums.deals < most:
        for piece in play_in_order(match, sums.deals, most, look, jobs, stopped):
            sums.add(piece)
            fresh += piece.deals
            if advance:
                advance(piece.deals * per_deal)
            if sums.deals % look == 0 or sums.deals == most:
                state = _look(match, gate, sums, planned)
                verdict = state[0]
                if keep:
                    keep(sums)
                if verdict:
                    break
    state = state or _look(match, gate, sums, planned)
    why = state[3]
    if not verdict and sums.deals >= most:
        verdict = INCONCLUSIVE
        why = f"the budget of {most_games:,} games is spent and the test has not decided"
        if match.paired and sums.same == sums.deals and sums.deals >= min(most, DEALS_TO_BE_IDENTICAL):
            verdict, why = IDENTICAL, f"no game differed on {sums.deals:,} deals"
    return Answer(
        match.layout.players, verdict, why, blocks_of(match, sums), sums, state[1], state[2], planned, look,
        (sums.deals - before) * per_deal, time.monotonic() - began,
    )  # fmt: skip


def _look(match: Match, gate: Gate, sums: Sums, planned: int) -> tuple[str, Decision | None, Interval, str]:
    blocks = blocks_of(match, sums)
    # A sequential test stops after about a quarter of a fixed one where the truth lies beyond its
    # bounds: be tightest there.
    tightest = planned if gate.name == "equivalent" else max(LEAST_BLOCKS, planned // 4)
    interval = always_valid(blocks, tightest, gate.level)
    if gate.name == "equivalent":
        shift = blocks.reference - blocks.par
        low, high = (share_of_elo(elo, blocks.par) + shift for elo in (gate.elo0, gate.elo1))
        verdict = judge_interval(interval, low, high)
        where = {PASS: "inside", FAIL: "outside", "": "across"}[verdict]
        return verdict, None, interval, f"the always-valid interval lies {where} the bounds"
    if blocks.one_cell and abs(blocks.mean - blocks.reference) < 1e-12:
        return (
            "",
            Decision(OPEN, LLR(None, gate.model, "none", True), gate.hypotheses.lower, gate.hypotheses.upper),
            interval,
            "no deal differed",
        )
    decision = gate.hypotheses.judge(blocks)
    verdict = {H1: PASS, H0: FAIL, OPEN: ""}[decision.state]
    why = {
        H1: f"the LLR reached the upper bound: {gate.elo1:+g} Elo is the likelier",
        H0: f"the LLR reached the lower bound: {gate.elo0:+g} Elo is the likelier",
        OPEN: "the LLR lies between the bounds",
    }[decision.state]
    return verdict, decision, interval, why
