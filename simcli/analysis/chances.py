"""When is a game decided: the chance of winning from lead in prestige, lead in cards and seat,
fitted on half the deals, judged on the other.

One logit model (binary, so the chances of one game need not add up to 1 with more than two sides)
for each noted round. All that is kept of the games are counts by half, round, lead in prestige,
lead in cards and side."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import NULL, Block
from simcli.analysis.gather import Gathered, Study, counted
from simcli.analysis.runs import Setting
from simcli.analysis.units import best_other, by_unit, members, unit_count
from simcli.base.words import NOTED_ROUNDS
from simcli.stats.calibration import brier
from simcli.stats.logit import fit_binary

LEAD, CARDS = 12, 8
SURE = 0.9
# A fit or a calibration point from fewer sides than this is not shown.
FEWEST = 500
BINS = 10


def counts(block: Block) -> dict[str, np.ndarray]:
    """Sides and their win shares: (halves, rounds, leads, card leads, sides)."""
    units, wins = unit_count(block.run), block.seats["win_share"] @ members(block.run)
    shape = (2, len(NOTED_ROUNDS), 2 * LEAD + 1, 2 * CARDS + 1, units)
    sides, won = np.zeros(shape), np.zeros(shape)
    half = (block.game // len(block.run.seatings)) % 2
    for row, number in enumerate(NOTED_ROUNDS):
        running = block.finished & (block.seats[f"prestige_{number}"][:, 0] != NULL)
        if not running.any():
            continue
        prestige, cards = (
            by_unit(block, f"prestige_{number}")[running],
            by_unit(block, f"cards_after_{number}")[running],
        )
        lead = np.clip(prestige - best_other(prestige), -LEAD, LEAD) + LEAD
        ahead = np.clip(cards - best_other(cards), -CARDS, CARDS) + CARDS
        side = np.broadcast_to(np.arange(units), lead.shape)
        place = np.broadcast_to(half[running][:, None], lead.shape)
        flat = np.ravel_multi_index((place, lead, ahead, side), (2, *shape[2:])).ravel()
        size = int(np.prod(shape)) // len(NOTED_ROUNDS)
        sides[:, row] = np.bincount(flat, minlength=size).reshape(2, *shape[2:])
        won[:, row] = np.bincount(flat, weights=wins[running].ravel(), minlength=size).reshape(2, *shape[2:])
    return {"sides": sides, "won": won}


STUDY = Study(
    "chances",
    seats=(
        "win_share",
        *(f"prestige_{number}" for number in NOTED_ROUNDS),
        *(f"cards_after_{number}" for number in NOTED_ROUNDS),
    ),
    counts=counts,
)


@dataclass(frozen=True)
class Decided:
    """After a noted round, in the half of the deals that was not fitted: `games` still running,
    `sure`: share of them in which one side has a chance of SURE or more, `holds`: how often that
    side wins, `skill`: Brier score against always saying par (0 no better, 1 perfect), `per_lead`
    and `per_card`: how many times the odds of winning grow by one prestige or one card of lead."""

    round: int
    games: float
    sure: float
    holds: float | None
    brier: float
    skill: float
    per_lead: float | None
    per_card: float | None


@dataclass(frozen=True)
class ChanceAnswer:
    """The model of one setting. `bins`: (mean chance, share won, sides) by tenths of the chance,
    all noted rounds together, in the half not fitted."""

    rounds: tuple[Decided, ...]
    bins: tuple[tuple[float, float, int], ...]


def answer(setting: Setting, found: Sequence[Gathered]) -> ChanceAnswer:
    """Fit and judge the model of one setting."""
    sides, won = counted(found, STUDY.name, "sides"), counted(found, STUDY.name, "won")
    if sides is None:
        return ChanceAnswer((), ())
    units = sides.shape[-1]
    features = _features(units)
    rounds, chances, weights, shares = [], [], [], []
    for row, number in enumerate(NOTED_ROUNDS):
        own, other = sides[0, row].ravel(), sides[1, row].ravel()
        if min(own.sum(), other.sum()) < FEWEST:
            continue
        kept = own > 0
        fit = fit_binary(features[kept], won[0, row].ravel()[kept], own[kept])
        seen = other > 0
        chance, weight = fit.predict(features[seen]), other[seen]
        wins = won[1, row].ravel()[seen]
        rounds.append(_decided(number, units, fit, chance, weight, wins))
        chances.append(chance)
        weights.append(weight)
        shares.append(wins)
    if not rounds:
        return ChanceAnswer((), ())
    return ChanceAnswer(
        tuple(rounds), _bins(*(np.concatenate(parts) for parts in (chances, weights, shares)))
    )


def _features(units: int) -> np.ndarray:
    """One row a cell: 1, lead in prestige, lead in cards, and which side (the first is the
    base)."""
    lead, ahead, side = (
        grid.ravel()
        for grid in np.meshgrid(
            np.arange(-LEAD, LEAD + 1), np.arange(-CARDS, CARDS + 1), np.arange(units), indexing="ij"
        )
    )
    return np.column_stack(
        [np.ones(len(lead)), lead, ahead, *(side == number for number in range(1, units))]
    ).astype(float)


def _decided(
    number: int, units: int, fit, chance: np.ndarray, weight: np.ndarray, wins: np.ndarray
) -> Decided:
    sure = chance >= SURE
    sides = float(weight[sure].sum())
    games = float(weight.sum()) / units
    # A cell holds sides that won and sides that did not: each part is compared with its own
    # outcome.
    outcomes = np.concatenate([np.ones(len(wins)), np.zeros(len(wins))])
    parts = np.concatenate([wins, weight - wins])
    score = brier(np.concatenate([chance, chance]), outcomes, parts)
    base = brier(np.full(2 * len(wins), 1 / units), outcomes, parts)
    odds = None if fit.separated else np.exp(fit.coefficients)
    return Decided(
        round=number,
        games=games,
        sure=min(1.0, sides / games),
        holds=float(wins[sure].sum()) / sides if sides else None,
        brier=score,
        skill=1 - score / base,
        per_lead=None if odds is None else float(odds[1]),
        per_card=None if odds is None else float(odds[2]),
    )


def _bins(chance: np.ndarray, weight: np.ndarray, wins: np.ndarray) -> tuple[tuple[float, float, int], ...]:
    place = np.clip((chance * BINS).astype(int), 0, BINS - 1)
    n, said, won = (np.bincount(place, values, BINS) for values in (weight, weight * chance, wins))
    return tuple(
        (float(s / k), float(w / k), round(k))
        for s, w, k in zip(said, won, n, strict=True)
        if k >= FEWEST / 5
    )
