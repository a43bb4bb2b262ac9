"""How games end: what decides them, by how much, and what other tie-breaks would have decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, counted
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.base.words import DECIDERS, ENDINGS
from simcli.metrics.endings import TIE_BREAKS

MARGIN_BINS = 64


def counts(block: Block) -> dict[str, np.ndarray]:
    """Games by winning margin."""
    margins = block.games["margin"][block.finished]
    return {"margin": np.bincount(np.minimum(margins, MARGIN_BINS - 1), minlength=MARGIN_BINS)}


STUDY = Study("endings", games=("margin",), counts=counts)
DECIDER_METRICS = {**{word: f"{word}_rate" for word in DECIDERS}, "shared": "shared_victory_rate"}


@dataclass(frozen=True)
class OtherRule:
    """Another tie-break: share of finished games whose winners change, share left level, and what
    the first seat (team) would gain."""

    name: str
    changed: Estimate
    level: Estimate
    first: Estimate


@dataclass(frozen=True)
class EndingAnswer:
    """How the games of one setting end. `deciders`: word -> share of finished games; `endings`:
    word -> share of all games; `tied`: level on prestige; `close`: margin 0 or 1; `margins`: games
    by margin; `passes`: forced passes per 1,000 turns; None where nothing can be said."""

    games: int
    finished: int
    deals: int
    endings: dict[str, Estimate]
    deciders: dict[str, Estimate]
    tied: Estimate | None
    close: Estimate | None
    margin: Estimate | None
    margins: np.ndarray
    passes: Estimate | None
    with_pass: Estimate | None
    other_rules: tuple[OtherRule, ...]


def answer(setting: Setting, found: Sequence[Gathered], values: Mapping[str, Estimate]) -> EndingAnswer:
    """Answer for one setting from what its runs left and the values of its metrics."""
    margins = counted(found, STUDY.name, "margin")
    deciders = {word: values[name] for word, name in DECIDER_METRICS.items() if name in values}
    return EndingAnswer(
        games=sum(one.games for one in found),
        finished=sum(one.finished for one in found),
        deals=sum(one.deals for one in found),
        endings={word: values[f"{word}_rate"] for word in ENDINGS if f"{word}_rate" in values},
        deciders=deciders,
        tied=values.get("tie_rate"),
        close=values.get("close_rate"),
        margin=values.get("mean_margin"),
        margins=margins if margins is not None else np.zeros(MARGIN_BINS, dtype=np.int64),
        passes=values.get("forced_passes"),
        with_pass=values.get("forced_pass_rate"),
        other_rules=tuple(
            OtherRule(
                rule, *(values.get(f"{rule}_{what}") for what in ("changed_rate", "level_rate", "first_gain"))
            )
            for rule in TIE_BREAKS
            if deciders
        ),
    )
