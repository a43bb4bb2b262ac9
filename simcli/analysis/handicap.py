"""The fair handicap: prestige to give to a seat (or take from it) so that it wins as often as any
other.

Every final position is scored again with k prestige more for one seat, k a whole number from -REACH
to REACH; between whole numbers the share of the wins is taken as straight. This is the quick
estimate: play and the end of the game stay as they were."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, strata
from simcli.analysis.sums import Estimate, ratio
from simcli.analysis.units import best_other, by_unit, unit_count, weakest

REACH = 4
STEPS = tuple(range(-REACH, REACH + 1))
# An interval inside +-HALF says that no whole prestige makes the game fairer.
HALF = 0.5
_SCORES = {"fewest_cards": lambda block: -by_unit(block, "cards"), "weakest_member": weakest}


def measures(block: Block) -> dict[str, np.ndarray]:
    """`finished`, and the win share of each unit (seat or team) u with k prestige more: `h{u}_{k}`,
    u from 1."""
    prestige, finished = by_unit(block, "prestige"), block.finished
    margin = prestige - best_other(prestige)
    found = {"finished": finished}
    for number in range(unit_count(block.run)):
        ahead = margin[:, number]
        # Only these are level with the best other for some k, and need the tie-break.
        near = np.flatnonzero(finished & (np.abs(ahead) <= REACH))
        part = _level(block, prestige, number, near)
        for k in STEPS:
            share = (finished & (ahead > -k)).astype(float)
            level = ahead[near] == -k
            share[near[level]] = part[level]
            found[f"h{number + 1}_{k}"] = share
    return found


def _level(block: Block, prestige: np.ndarray, number: int, rows: np.ndarray) -> np.ndarray:
    """Win share of one unit if it were level on prestige with the best others, by the tie-breaks of
    the rules, for some games."""
    values = prestige[rows].copy()
    values[:, number] = -1
    rivals = values == values.max(axis=1, keepdims=True)
    open_still, behind = np.ones(len(rows), dtype=bool), np.zeros(len(rows), dtype=bool)
    for word in block.run.rules.get("tie_break", []):
        score = np.asarray(_SCORES[word](block)[rows], dtype=np.int64)
        best = np.where(rivals, score, score.min() - 1 if len(score) else 0).max(axis=1)
        mine = score[:, number]
        behind |= open_still & (mine < best)
        open_still &= mine == best
        rivals &= score == best[:, None]
    return np.where(open_still, 1 / (1 + rivals.sum(axis=1)), np.where(behind, 0.0, 1.0))


STUDY = Study("handicap", seats=("prestige", "cards"), measures=measures)


@dataclass(frozen=True)
class Handicap:
    """One seat (team). `prestige`: to be given for a fair share (negative: to be given up), with
    its 95% interval; a bound is None where it lies beyond `REACH`, and so is the value.
    `direction`: -1 or 1 where the value lies beyond, else 0. `whole`: the best whole number and
    `share`: the seat's share of the wins with it."""

    name: str
    prestige: float | None
    low: float | None
    high: float | None
    direction: int
    whole: int
    share: Estimate

    @property
    def pointless(self) -> bool:
        """True where, with 95% confidence, no whole prestige improves the seat's share."""
        return self.low is not None and self.high is not None and -HALF < self.low and self.high < HALF


def answer(found: Sequence[Gathered], names: Sequence[str]) -> tuple[Handicap, ...]:
    """The handicap of each seat or team (`names` in order) over some runs in which strategies and
    seats can be told apart."""
    sums, fair = strata(found, STUDY.name), 1 / len(names)
    rows = []
    for number, name in enumerate(names, start=1):
        shares = {k: ratio(sums, f"h{number}_{k}", "finished") for k in STEPS}
        if any(value is None for value in shares.values()):
            return ()
        rows.append(_row(name, shares, fair))
    return tuple(rows)


def _row(name: str, shares: dict[int, Estimate], fair: float) -> Handicap:
    curve = [shares[k].value for k in STEPS]
    known = all(shares[k].known for k in STEPS)
    low = _crossing([shares[k].high for k in STEPS], fair) if known else None
    high = _crossing([shares[k].low for k in STEPS], fair) if known else None
    value = _crossing(curve, fair)
    direction = 0 if value is not None else 1 if curve[-1] < fair else -1
    whole = min(STEPS, key=lambda k: (abs(shares[k].value - fair), abs(k)))
    return Handicap(name, value, low, high, direction, whole, shares[whole])


def _crossing(curve: Sequence[float], target: float) -> float | None:
    """Where a rising curve over STEPS, straight between them, reaches the target; None where it
    does not."""
    for (k, here), (_, after) in pairwise(zip(STEPS, curve, strict=True)):
        if here <= target <= after and after > here:
            return k + (target - here) / (after - here)
    return None
