"""How games end: what decides them, by how much, and what other tie-breaks would have decided."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, counted, strata
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate, ratio, share
from simcli.analysis.units import by_unit, unit_count, unit_of_seat
from simcli.base.words import DECIDERS, ENDINGS

MARGIN_BINS = 64
WORST = np.int64(-10_000)
# What could stand in the place of the printed tie-break, as a score per unit of which more is better.
OTHER_RULES = ("shared", "fewest_cards", "most_cards", "most_nobles", "fewest_reserved", "later_seat")


def measures(block: Block) -> dict[str, np.ndarray]:
    """Games, endings, deciders, close games, and what each other tie-break would change."""
    finished, margin = block.finished, block.games["margin"]
    found = {"games": np.ones(len(block.game)), "finished": finished}
    found |= {f"ended_{word}": block.games["ended"] == code for code, word in enumerate(ENDINGS)}
    found |= {f"by_{word}": block.games["decided_by"] == code for code, word in enumerate(DECIDERS)}
    found |= {"margin": np.where(finished, margin, 0), "close": finished & (margin <= 1)}
    passes = block.seats["forced_passes"]
    found |= {
        "passes": passes.sum(axis=1),
        "with_pass": passes.sum(axis=1) > 0,
        "turns": block.games["turns"],
    }
    return found | _other_rules(block)


def counts(block: Block) -> dict[str, np.ndarray]:
    """Games by winning margin."""
    margins = block.games["margin"][block.finished]
    return {"margin": np.bincount(np.minimum(margins, MARGIN_BINS - 1), minlength=MARGIN_BINS)}


STUDY = Study(
    "endings",
    games=("ended", "decided_by", "margin", "turns"),
    seats=(
        "win_share",
        "forced_passes",
        "prestige",
        "cards",
        "nobles",
        "reserves_table",
        "reserves_deck",
        "reserved_bought",
    ),
    measures=measures,
    counts=counts,
)


def _other_rules(block: Block) -> dict[str, np.ndarray]:
    """For games that were level on prestige: win share by unit under each other rule, and whether the winners would be others."""
    units = unit_count(block.run)
    prestige = by_unit(block, "prestige")
    top = (prestige == prestige.max(axis=1, keepdims=True)) & block.finished[:, None]
    tied = np.flatnonzero(top.sum(axis=1) > 1)
    top = top[tied]
    cards = by_unit(block, "cards")[tied]
    held = (
        by_unit(block, "reserves_table") + by_unit(block, "reserves_deck") - by_unit(block, "reserved_bought")
    )[tied]
    order = unit_of_seat(block.run)
    late = np.array(
        [-next(seat for seat, unit in enumerate(order) if unit == number) for number in range(units)]
    )
    scores = {
        "shared": np.zeros_like(cards),
        "fewest_cards": -cards,
        "most_cards": cards,
        "most_nobles": by_unit(block, "nobles")[tied],
        "fewest_reserved": -held,
        "later_seat": np.broadcast_to(-late, cards.shape),
    }
    seat_wins = block.seats["win_share"][tied] > 0
    actual = np.zeros(top.shape, dtype=bool)
    for seat, unit in enumerate(order):
        actual[:, unit] |= seat_wins[:, seat]
    found = {"tied": _spread(len(block.game), tied, np.ones(len(tied)))}
    for name in OTHER_RULES:
        best = np.where(top, scores[name].astype(np.int64), WORST)
        winners = top & (best == best.max(axis=1, keepdims=True))
        found[f"changed_{name}"] = _spread(len(block.game), tied, np.any(winners != actual, axis=1))
        found[f"still_{name}"] = _spread(len(block.game), tied, winners.sum(axis=1) > 1)
        found[f"first_{name}"] = _spread(
            len(block.game), tied, winners[:, 0] / winners.sum(axis=1) - actual[:, 0] / actual.sum(axis=1)
        )
    return found


def _spread(size: int, where: np.ndarray, values: np.ndarray) -> np.ndarray:
    full = np.zeros(size)
    full[where] = values
    return full


@dataclass(frozen=True)
class OtherRule:
    """Another tie-break: share of finished games whose winners change, share left level, and what the first seat (team) would gain."""

    name: str
    changed: Estimate
    level: Estimate
    first: Estimate


@dataclass(frozen=True)
class EndingAnswer:
    """How the games of one setting end. `deciders`: word -> share of finished games; `endings`: word -> share of all games; `tied`: level
    on prestige; `close`: margin 0 or 1; `margins`: games by margin; `passes`: forced passes per 1,000 turns; None where nothing can be
    said.
    """

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


def answer(setting: Setting, found: Sequence[Gathered]) -> EndingAnswer:
    """Answer for one setting from what its runs left."""
    sums = strata(found, STUDY.name)
    endings = {word: value for word in ENDINGS if (value := share(sums, f"ended_{word}", "games"))}
    deciders = {word: value for word in DECIDERS if (value := share(sums, f"by_{word}", "finished"))}
    if not setting.teams:
        deciders.pop("weakest_member", None)
    margins = counted(found, STUDY.name, "margin")
    rules = tuple(
        OtherRule(
            name,
            share(sums, f"changed_{name}", "finished"),
            share(sums, f"still_{name}", "finished"),
            ratio(sums, f"first_{name}", "finished"),
        )
        for name in OTHER_RULES
        if deciders
    )
    return EndingAnswer(
        games=sum(one.games for one in found),
        finished=sum(one.finished for one in found),
        deals=sum(one.deals for one in found),
        endings=endings,
        deciders=deciders,
        tied=share(sums, "tied", "finished"),
        close=share(sums, "close", "finished"),
        margin=ratio(sums, "margin", "finished"),
        margins=margins if margins is not None else np.zeros(MARGIN_BINS, dtype=np.int64),
        passes=ratio(sums, {"passes": 1000.0}, "turns"),
        with_pass=share(sums, "with_pass", "games"),
        other_rules=rules,
    )
