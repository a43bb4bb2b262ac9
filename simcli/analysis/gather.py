"""One pass over a run: every study looks at every block and leaves sums that add."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from simcli.analysis.blocks import Block, blocks
from simcli.analysis.runs import Run
from simcli.analysis.sums import Sums, sums_by_deal

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Study:
    """What one analysis wants of every block.

    `games`, `seats`: columns it reads. `measures(block)`: name -> (n,) by game, summed and crossed by deal. `counts(block)`: name -> array
    of a fixed shape that adds over blocks (histograms). `notable(block)`: tuples (kind, value, game) to keep the largest values of, kind by
    kind.
    """

    name: str
    games: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    measures: Callable[[Block], Arrays] | None = None
    counts: Callable[[Block], Arrays] | None = None
    notable: Callable[[Block], list[tuple[str, int, int]]] | None = None


@dataclass
class Gathered:
    """What the studies of one run left: sums and counts by name of the study, the notable games, and how many games there were."""

    run: Run
    games: int = 0
    finished: int = 0
    deals: int = 0
    sums: dict[str, Sums] = field(default_factory=dict)
    counts: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    notable: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


KEPT = 5


def gather(run: Run, studies: Sequence[Study]) -> Gathered:
    """Read the run once, in blocks, for all studies. Memory: one block. Raises RunDataError for parts that cannot be read."""
    found = Gathered(run)
    games = tuple(dict.fromkeys(column for study in studies for column in study.games))
    seats = tuple(dict.fromkeys(column for study in studies for column in study.seats))
    for block in blocks(run, games, seats):
        if not len(block.game):
            continue
        found.games += len(block.game)
        found.finished += int(block.finished.sum())
        found.deals += block.deals
        for study in studies:
            _look(found, study, block)
    return found


def _look(found: Gathered, study: Study, block: Block) -> None:
    if study.measures:
        sums = sums_by_deal(study.measures(block), len(block.run.seatings))
        found.sums[study.name] = found.sums[study.name] + sums if study.name in found.sums else sums
    if study.counts:
        held = found.counts.setdefault(study.name, {})
        for name, array in study.counts(block).items():
            held[name] = held[name] + array if name in held else array
    if study.notable:
        for kind, value, game in study.notable(block):
            kept = found.notable.setdefault(kind, [])
            kept.append((value, game))
            kept.sort(key=lambda pair: (-pair[0], pair[1]))
            del kept[KEPT:]


def strata(found: Sequence[Gathered], study: str) -> tuple[Sums, ...]:
    """The sums of one study over several runs; runs without a game are left out."""
    return tuple(one.sums[study] for one in found if study in one.sums)


def counted(found: Sequence[Gathered], study: str, name: str) -> np.ndarray | None:
    """The counts of one study added over several runs; None where there is none."""
    arrays = [one.counts[study][name] for one in found if name in one.counts.get(study, {})]
    return np.sum(arrays, axis=0) if arrays else None
