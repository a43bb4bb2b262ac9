"""Is it a race: lead changes, leads that hold, comebacks, and whether an early lead in cards or the
first noble snowballs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis import chances
from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, counted, numbered
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.analysis.units import unit_count
from simcli.base.words import NOTED_ROUNDS

CHANGE_BINS = 32
# Leads in prestige are counted from -REACH to REACH; what lies beyond is counted at the ends.
REACH = chances.LEAD


def counts(block: Block) -> dict[str, np.ndarray]:
    """Games by lead changes."""
    return {
        "changes": np.bincount(
            np.minimum(block.games["lead_changes"][block.finished], CHANGE_BINS - 1), minlength=CHANGE_BINS
        )
    }


STUDY = Study("drama", games=("lead_changes",), counts=counts)


@dataclass(frozen=True)
class Fate:
    """After a noted round: games still running with one alone in that position, and its share of
    the wins."""

    round: int
    happens: Estimate
    wins: Estimate


@dataclass(frozen=True)
class DramaAnswer:
    """Drama in one setting. `changes`: lead changes a game; `histogram`: games by lead changes;
    `leader`, `last`, `cards`: fates of the sole leader in prestige, the sole last and the one alone
    ahead in purchased cards, by noted round; `first_noble`: share of the wins of whom the first
    noble visited; `leads`, `lead_wins`: counts by noted round and lead from -REACH to REACH;
    `fair`: what par would be."""

    changes: Estimate | None
    histogram: np.ndarray
    leader: tuple[Fate, ...]
    last: tuple[Fate, ...]
    cards: tuple[Fate, ...]
    first_noble: Estimate | None
    leads: np.ndarray
    lead_wins: np.ndarray
    fair: float


def answer(setting: Setting, found: Sequence[Gathered], values: Mapping[str, Estimate]) -> DramaAnswer:
    """Answer for one setting from what its runs left and the values of its metrics."""
    histogram = counted(found, STUDY.name, "changes")
    leads, won = (_by_lead(counted(found, chances.STUDY.name, name)) for name in ("sides", "won"))
    return DramaAnswer(
        changes=values.get("lead_changes"),
        histogram=histogram if histogram is not None else np.zeros(CHANGE_BINS, dtype=np.int64),
        leader=_fates(values, "leader"),
        last=_fates(values, "last"),
        cards=_fates(values, "card_leader"),
        first_noble=values.get("first_noble_win_rate"),
        leads=leads,
        lead_wins=won,
        fair=1 / unit_count(setting.runs[0]),
    )


def _by_lead(sides: np.ndarray | None) -> np.ndarray:
    """The counts of the model of chances by noted round and lead alone, (rounds, 2 REACH + 1):
    halves, leads in cards and sides together."""
    return np.zeros((len(NOTED_ROUNDS), 2 * REACH + 1)) if sides is None else sides.sum(axis=(0, 3, 4))


def _fates(values: Mapping[str, Estimate], who: str) -> tuple[Fate, ...]:
    """The fates of whoever the metrics call `who`, by noted round."""
    happens, wins = (numbered(values, who + name, NOTED_ROUNDS) for name in ("{}_rate", "{}_win_rate"))
    return tuple(Fate(number, happens[number], wins[number]) for number in happens if number in wins)
