"""How long games last, who triggers the end, and who is overtaken after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, counted, estimate, numbered
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.base.words import LEVELS

ROUND_BINS = 256


def counts(block: Block) -> dict[str, np.ndarray]:
    """Finished games by rounds."""
    return {"rounds": np.bincount(block.games["rounds"][block.finished], minlength=ROUND_BINS)}


STUDY = Study("tempo", games=("rounds",), counts=counts)


@dataclass(frozen=True)
class TempoAnswer:
    """Length and end of the finished games of one setting. `rounds`: mean; `quantiles`: share ->
    round; `histogram[r]`: games of r rounds; `sd`: spread of the rounds; `won`: share of the wins
    that goes to whoever first reached the target; `overtaken`: share of games in which it went to
    others; `trigger[s]`: how often seat s reaches the target first; `trigger_won[s]`: how often it
    then wins; `decks`: level -> share of games with that deck empty at the end."""

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


def answer(setting: Setting, found: Sequence[Gathered], values: Mapping[str, Estimate]) -> TempoAnswer:
    """Answer for one setting from what its runs left and the values of its metrics."""
    histogram = counted(found, STUDY.name, "rounds")
    histogram = histogram if histogram is not None else np.zeros(ROUND_BINS, dtype=np.int64)
    by_run = ((one.run.line_up_text, estimate([one], "mean_rounds")) for one in found)
    seats = range(1, setting.players + 1)
    return TempoAnswer(
        rounds=values.get("mean_rounds"),
        sd=spread(histogram),
        quantiles=quantiles(histogram, (0.05, 0.25, 0.5, 0.75, 0.95)),
        histogram=histogram,
        by_run=tuple((label, value) for label, value in by_run if value),
        won=values.get("trigger_win_rate"),
        overtaken=values.get("overtaken_rate"),
        trigger=numbered(values, "seat{}_trigger_rate", seats),
        trigger_won=numbered(values, "seat{}_trigger_win_rate", seats),
        decks=numbered(values, "deck{}_empty_rate", LEVELS),
    )


def quantiles(histogram: np.ndarray, shares: Sequence[float]) -> dict[float, int]:
    """For each share the smallest value at or below which at least that share of the counts lies;
    empty without counts."""
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
