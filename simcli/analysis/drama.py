"""Is it a race: lead changes, leads that hold, comebacks, and whether an early lead in cards or the first noble snowballs."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis import chances
from simcli.analysis.blocks import MISSING, Block
from simcli.analysis.gather import Gathered, Study, counted, strata
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate, ratio, share
from simcli.analysis.units import by_unit, members, unit_count, unit_of_seat
from simcli.base.words import NOTED_ROUNDS

CHANGE_BINS = 32
# Leads in prestige are counted from -REACH to REACH; what lies beyond is counted at the ends.
REACH = chances.LEAD


def measures(block: Block) -> dict[str, np.ndarray]:
    """Lead changes, and the fate of sole leaders, sole last ones and those ahead in cards at the noted rounds, and of the first noble's
    host.
    """
    finished, wins = block.finished, block.seats["win_share"] @ members(block.run)
    found = {"finished": finished, "lead_changes": np.where(finished, block.games["lead_changes"], 0)}
    for number in NOTED_ROUNDS:
        running = finished & (block.seats[f"prestige_{number}"][:, 0] != MISSING)
        prestige, cards = by_unit(block, f"prestige_{number}"), by_unit(block, f"cards_after_{number}")
        found[f"running_{number}"] = running
        found |= _fate(f"leader_{number}", prestige, wins, running)
        found |= _fate(f"last_{number}", -prestige, wins, running)
        found |= _fate(f"cards_{number}", cards, wins, running)
    first = block.seats["first_noble_round"]
    rounds = np.where(first == MISSING, 1000, first)
    seat = rounds.argmin(axis=1)
    visited = finished & (rounds.min(axis=1) < 1000)
    found["visited"] = visited
    found["visited_won"] = np.where(visited, wins[np.arange(len(seat)), unit_of_seat(block.run)[seat]], 0.0)
    return found


def counts(block: Block) -> dict[str, np.ndarray]:
    """Games by lead changes."""
    return {
        "changes": np.bincount(
            np.minimum(block.games["lead_changes"][block.finished], CHANGE_BINS - 1), minlength=CHANGE_BINS
        )
    }


STUDY = Study(
    "drama",
    games=("lead_changes",),
    seats=(
        "win_share",
        "first_noble_round",
        *(f"prestige_{r}" for r in NOTED_ROUNDS),
        *(f"cards_after_{r}" for r in NOTED_ROUNDS),
    ),
    measures=measures,
    counts=counts,
)


def _fate(name: str, values: np.ndarray, wins: np.ndarray, running: np.ndarray) -> dict[str, np.ndarray]:
    """Is there one alone at the top of `values`, and its win share."""
    top = values == values.max(axis=1, keepdims=True)
    alone = running & (top.sum(axis=1) == 1)
    return {name: alone, f"{name}_won": np.where(alone, (wins * top).sum(axis=1), 0.0)}


@dataclass(frozen=True)
class Fate:
    """After a noted round: games still running with one alone in that position, and its share of the wins."""

    round: int
    happens: Estimate
    wins: Estimate


@dataclass(frozen=True)
class DramaAnswer:
    """Drama in one setting. `changes`: lead changes a game; `histogram`: games by lead changes; `leader`, `last`, `cards`: fates of the
    sole leader in prestige, the sole last and the one alone ahead in purchased cards, by noted round; `first_noble`: share of the wins of
    whom the first noble visited; `leads`, `lead_wins`: counts by noted round and lead from -REACH to REACH; `fair`: what par would be.
    """

    changes: Estimate | None
    histogram: np.ndarray
    leader: tuple[Fate, ...]
    last: tuple[Fate, ...]
    cards: tuple[Fate, ...]
    first_noble: Estimate | None
    leads: np.ndarray
    lead_wins: np.ndarray
    fair: float


def answer(setting: Setting, found: Sequence[Gathered]) -> DramaAnswer:
    """Answer for one setting from what its runs left."""
    sums = strata(found, STUDY.name)
    histogram = counted(found, STUDY.name, "changes")
    leads, won = (_by_lead(counted(found, chances.STUDY.name, name)) for name in ("sides", "won"))
    return DramaAnswer(
        changes=ratio(sums, "lead_changes", "finished"),
        histogram=histogram if histogram is not None else np.zeros(CHANGE_BINS, dtype=np.int64),
        leader=_fates(sums, "leader"),
        last=_fates(sums, "last"),
        cards=_fates(sums, "cards"),
        first_noble=share(sums, "visited_won", "visited"),
        leads=leads,
        lead_wins=won,
        fair=1 / unit_count(setting.runs[0]),
    )


def _by_lead(sides: np.ndarray | None) -> np.ndarray:
    """The counts of the model of chances by noted round and lead alone, (rounds, 2 REACH + 1): halves, leads in cards and sides together."""
    return np.zeros((len(NOTED_ROUNDS), 2 * REACH + 1)) if sides is None else sides.sum(axis=(0, 3, 4))


def _fates(sums, name: str) -> tuple[Fate, ...]:
    found = []
    for number in NOTED_ROUNDS:
        happens = share(sums, f"{name}_{number}", f"running_{number}")
        wins = share(sums, f"{name}_{number}_won", f"{name}_{number}")
        if happens and wins:
            found.append(Fate(number, happens, wins))
    return tuple(found)
