"""What looks odd, each with the games to look at: games that cannot end, extremes, and results that
the rules do not allow."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import NULL, Block
from simcli.analysis.gather import KEPT, Gathered, Study
from simcli.base.words import ENDINGS

# Fifteen prestige need at least this many turns of one seat with the printed cards.
FASTEST_TARGET = 11
PRINTED_TARGET = 15

KINDS = {
    "stalemate": "stalemates: a whole round of forced passes, nobody wins",
    "round_limit": "games stopped at the round limit",
    "impossible": "target reached before round 11, which the printed cards do not allow",
    "longest": "the longest games (rounds)",
    "shortest": "the shortest games (rounds)",
    "widest": "the widest margins (prestige)",
    "swings": "the most lead changes",
    "passes": "the most forced passes",
}


def notable(block: Block) -> list[tuple[str, int, int]]:
    """Candidates of each kind: (kind, value, game)."""
    games, finished = block.games, block.finished
    passes = block.seats["forced_passes"].sum(axis=1)
    found = []
    for word in ("stalemate", "round_limit"):
        found += _top(word, games["rounds"], games["ended"] == ENDINGS.index(word), block.game)
    early = (games["target_round"] != NULL) & (games["target_round"] < FASTEST_TARGET)
    found += _top("impossible", -games["target_round"], early, block.game)
    found += _top("longest", games["rounds"], finished, block.game)
    found += _top("shortest", -games["rounds"], finished, block.game)
    found += _top("widest", games["margin"], finished, block.game)
    found += _top("swings", games["lead_changes"], finished & (games["lead_changes"] > 0), block.game)
    return found + _top("passes", passes, passes > 0, block.game)


def counts(block: Block) -> dict[str, np.ndarray]:
    """How many games there are of the kinds that are counted."""
    games = block.games
    early = (games["target_round"] != NULL) & (games["target_round"] < FASTEST_TARGET)
    found = {
        word: np.array([(games["ended"] == ENDINGS.index(word)).sum()])
        for word in ("stalemate", "round_limit")
    }
    return found | {"impossible": np.array([early.sum()])}


STUDY = Study(
    "anomalies",
    games=("ended", "rounds", "target_round", "margin", "lead_changes"),
    seats=("forced_passes",),
    counts=counts,
    notable=notable,
)


def _top(kind: str, values: np.ndarray, where: np.ndarray, game: np.ndarray) -> list[tuple[str, int, int]]:
    """The few largest values among the games `where`; the earliest game first among equals."""
    rows = np.flatnonzero(where)
    if len(rows) > KEPT:
        # Most of them cannot be among the few: only what reaches the last kept place is put in
        # order.
        rows = rows[values[rows] >= np.partition(values[rows], -KEPT)[-KEPT]]
    order = np.argsort(-values[rows].astype(np.int64), kind="stable")[:KEPT]
    return [(kind, int(values[row]), int(game[row])) for row in rows[order]]


@dataclass(frozen=True)
class Oddity:
    """One kind of oddity in one run: how many games (None where only extremes are kept), and the
    first few with their value and the command that plays them again."""

    kind: str
    meaning: str
    run: str
    count: int | None
    games: tuple[tuple[int, int], ...]
    command: str

    @property
    def serious(self) -> bool:
        """True for what should not be there at all."""
        return self.kind in ("stalemate", "round_limit", "impossible")


def answer(found: Sequence[Gathered]) -> tuple[Oddity, ...]:
    """The oddities of some runs: the serious ones of every run, then of the extremes the most
    extreme run of each kind."""
    serious, extremes = [], {}
    for one in found:
        for kind, games in one.notable.items():
            if not games or (kind == "impossible" and not _printed(one)):
                continue
            values = tuple((game, abs(value)) for value, game in games)
            counted = one.counts[STUDY.name].get(kind)
            numbers = ",".join(str(game) for game, _ in values)
            oddity = Oddity(
                kind,
                KINDS[kind],
                one.run.name,
                None if counted is None else int(counted[0]),
                values,
                f"simcli replay {one.run.folder} {numbers}",
            )
            if oddity.serious:
                serious.append(oddity)
            elif kind not in extremes or games[0][0] > extremes[kind][0]:
                extremes[kind] = (games[0][0], oddity)
    order = list(KINDS)
    ordered = sorted((pair[1] for pair in extremes.values()), key=lambda oddity: order.index(oddity.kind))
    return tuple(sorted(serious, key=lambda oddity: order.index(oddity.kind))) + tuple(ordered)


def _printed(one: Gathered) -> bool:
    """Is it the printed target for single seats, all from none, of which the fastest way is
    known?"""
    rules = one.run.rules
    alone = not one.run.team_of and not rules.get("prestige_at_start")
    return alone and rules.get("prestige_to_win") == PRINTED_TARGET and rules.get("name") == "standard"
