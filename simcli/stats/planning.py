"""Before playing: how many deals a sequential test will take and its chance to pass.

By the Brownian approximation: with means s0, s1 of the hypotheses and variance v of a block score
the LLR drifts by (s - (s0+s1)/2)(s1-s0)/v per block, with variance (s1-s0)^2/v.
"""

from dataclasses import dataclass
from math import exp, expm1, sqrt

from simcli.base.errors import BadInput
from simcli.stats.elo import NORMALIZED, share_of_elo
from simcli.stats.normal import normal_quantile
from simcli.stats.sequential import Hypotheses


@dataclass(frozen=True)
class Design:
    """What is known of the blocks beforehand: games per block, the share of equal strength, the
    mean score of equal strength, and the variance of a score."""

    games: int
    par: float
    reference: float
    variance: float

    def __post_init__(self):
        if not self.variance > 0:
            raise BadInput(f"the variance of a block score must be positive, got {self.variance!r}")


@dataclass(frozen=True)
class Plan:
    """Expected deals under H0, under H1 and half-way between (the worst case), and the deals of a
    fixed-size test with the same error rates."""

    blocks_h0: float
    blocks_h1: float
    blocks_between: float
    blocks_fixed: float
    games: int


def usual_design(players: int, games: int | None = None, places: int = 1) -> Design:
    """The design of equal players whose games are independent: variance par (1 - par) / games
    (0.125 for pairs)."""
    games = games or players
    par = places / players
    return Design(games, par, par, par * (1 - par) / games)


def mean_of_elo(design: Design, elo: float, model: str) -> float:
    """The mean block score that an Elo difference stands for."""
    if model == "normalized":
        return design.reference + elo / NORMALIZED * sqrt(design.games * design.variance)
    return design.reference + share_of_elo(elo, design.par) - design.par


def _drift(design: Design, hypotheses: Hypotheses, elo: float) -> tuple[float, float]:
    s0, s1, s = (mean_of_elo(design, e, hypotheses.model) for e in (hypotheses.elo0, hypotheses.elo1, elo))
    return (s - (s0 + s1) / 2) * (s1 - s0) / design.variance, (s1 - s0) ** 2 / design.variance


def pass_probability(design: Design, hypotheses: Hypotheses, elo: float) -> float:
    """P(accept H1) when the true difference is `elo` on the scale of the hypotheses' model."""
    drift, variance = _drift(design, hypotheses, elo)
    lower, upper = hypotheses.lower, hypotheses.upper
    slope = 2 * drift / variance
    if abs(slope) * (upper - lower) < 1e-9:
        return -lower / (upper - lower)
    # (1 - e^(-slope lower)) / (e^(-slope upper) - e^(-slope lower)), without positive exponents.
    if slope > 0:
        return expm1(slope * lower) / expm1(-slope * (upper - lower))
    return exp(slope * upper) * expm1(-slope * lower) / expm1(slope * (upper - lower))


def expected_blocks(design: Design, hypotheses: Hypotheses, elo: float) -> float:
    """Expected number of deals when the true difference is `elo`."""
    drift, variance = _drift(design, hypotheses, elo)
    lower, upper = hypotheses.lower, hypotheses.upper
    if abs(drift) / variance * (upper - lower) < 1e-7:
        return -lower * upper / variance
    chance = pass_probability(design, hypotheses, elo)
    return (chance * upper + (1 - chance) * lower) / drift


def fixed_blocks(design: Design, hypotheses: Hypotheses) -> float:
    """Deals for a one-look one-sided test with the same alpha and beta."""
    _, variance = _drift(design, hypotheses, hypotheses.elo0)
    return (normal_quantile(1 - hypotheses.alpha) + normal_quantile(1 - hypotheses.beta)) ** 2 / variance


def plan(design: Design, hypotheses: Hypotheses) -> Plan:
    """The expected costs of a test, in deals; times `games` for games."""
    _, variance = _drift(design, hypotheses, hypotheses.elo0)
    return Plan(
        expected_blocks(design, hypotheses, hypotheses.elo0),
        expected_blocks(design, hypotheses, hypotheses.elo1),
        -hypotheses.lower * hypotheses.upper / variance,
        fixed_blocks(design, hypotheses),
        design.games,
    )


def pass_curve(design: Design, hypotheses: Hypotheses, elos) -> list[tuple[float, float, float]]:
    """(elo, chance to pass, expected deals) for each of the true differences `elos`."""
    return [
        (float(e), pass_probability(design, hypotheses, e), expected_blocks(design, hypotheses, e))
        for e in elos
    ]
