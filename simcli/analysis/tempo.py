"""How long games last, who triggers the end, and who is overtaken after it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import MISSING, Block
from simcli.analysis.gather import Gathered, Study, counted, strata
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate, ratio, share
from simcli.analysis.units import members, unit_of_seat

ROUND_BINS = 256
DECK_LEVELS = (1, 2, 3)


def measures(block: Block) -> dict[str, np.ndarray]:
    """Rounds, the trigger's fate by seat, and empty decks."""
    finished, target = block.finished, block.games["target_seat"]
    reached = finished & (target != MISSING)
    seat = np.where(reached, target - 1, 0)
    unit_wins = (block.seats["win_share"] @ members(block.run))[
        np.arange(len(seat)), unit_of_seat(block.run)[seat]
    ]
    found = {
        "finished": finished,
        "games": np.ones(len(finished)),
        "rounds": np.where(finished, block.games["rounds"], 0),
    }
    found |= {
        "reached": reached,
        "won": np.where(reached, unit_wins, 0.0),
        "overtaken": reached & (unit_wins == 0),
    }
    for number in range(block.run.players):
        mine = reached & (seat == number)
        found |= {f"reached_{number + 1}": mine, f"won_{number + 1}": np.where(mine, unit_wins, 0.0)}
    return found | {f"deck_{level}": block.games[f"deck_left_{level}"] == 0 for level in DECK_LEVELS}


def counts(block: Block) -> dict[str, np.ndarray]:
    """Finished games by rounds."""
    return {"rounds": np.bincount(block.games["rounds"][block.finished], minlength=ROUND_BINS)}


STUDY = Study(
    "tempo",
    games=("rounds", "target_seat", *(f"deck_left_{level}" for level in DECK_LEVELS)),
    seats=("win_share",),
    measures=measures,
    counts=counts,
)


@dataclass(frozen=True)
class TempoAnswer:
    """Length and end of the finished games of one setting. `rounds`: mean; `quantiles`: share -> round; `histogram[r]`: games of r rounds;
    `sd`: spread of the rounds; `won`: share of the wins that goes to whoever first reached the target; `overtaken`: share of games in which
    it went to others; `trigger[s]`: how often seat s reaches the target first; `trigger_won[s]`: how often it then wins; `decks`: level ->
    share of games with that deck empty at the end."""

    rounds: Estimate | None
    sd: float | None
    quantiles: dict[float, int]
    histogram: np.ndarray
    by_run: tuple[tuple[str, Estimate], ...]
    won: Estimate | None
    overtaken: Estimate | None
    trigger: dict[int, Estimate]
    trigger_won: dict[int, Estimate]
    decks: dict[int, Estimate]


def answer(setting: Setting, found: Sequence[Gathered]) -> TempoAnswer:
    """Answer for one setting from what its runs left."""
    sums = strata(found, STUDY.name)
    histogram = counted(found, STUDY.name, "rounds")
    histogram = histogram if histogram is not None else np.zeros(ROUND_BINS, dtype=np.int64)
    by_run = ((one.run.line_up_text, ratio(strata([one], STUDY.name), "rounds", "finished")) for one in found)
    seats = range(1, setting.players + 1)
    return TempoAnswer(
        rounds=ratio(sums, "rounds", "finished"),
        sd=spread(histogram),
        quantiles=quantiles(histogram, (0.05, 0.25, 0.5, 0.75, 0.95)),
        histogram=histogram,
        by_run=tuple((label, value) for label, value in by_run if value),
        won=share(sums, "won", "reached"),
        overtaken=share(sums, "overtaken", "reached"),
        trigger={seat: value for seat in seats if (value := share(sums, f"reached_{seat}", "reached"))},
        trigger_won={
            seat: value for seat in seats if (value := share(sums, f"won_{seat}", f"reached_{seat}"))
        },
        decks={level: value for level in DECK_LEVELS if (value := share(sums, f"deck_{level}", "games"))},
    )


def quantiles(histogram: np.ndarray, shares: Sequence[float]) -> dict[float, int]:
    """For each share the smallest value at or below which at least that share of the counts lies; empty without counts."""
    total = histogram.sum()
    if not total:
        return {}
    below = np.cumsum(histogram)
    return {q: int(np.searchsorted(below, q * total)) for q in shares}


def spread(histogram: np.ndarray) -> float | None:
    """Standard deviation of the values counted in a histogram; None without counts."""
    total = histogram.sum()
    if not total:
        return None
    values = np.arange(len(histogram))
    mean = (histogram @ values) / total
    return float(np.sqrt(max(0.0, (histogram @ (values - mean) ** 2) / total)))
