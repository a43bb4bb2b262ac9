"""One pass over a run: every study looks at every block and leaves sums that add."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
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


# Blocks that are looked at while the next one is read: numpy lets go of the interpreter, so two cores have work.
WORKERS = 2


@dataclass(frozen=True)
class _Look:
    """What the studies saw in one block, in the form of Gathered."""

    games: int
    finished: int
    deals: int
    sums: dict[str, Sums]
    counts: dict[str, Arrays]
    notable: list[tuple[str, int, int]]


def gather(run: Run, studies: Sequence[Study]) -> Gathered:
    """Read the run once, in blocks, for all studies. Memory: a few blocks. Raises RunDataError for parts that cannot be read."""
    found = Gathered(run)
    games = tuple(dict.fromkeys(column for study in studies for column in study.games))
    seats = tuple(dict.fromkeys(column for study in studies for column in study.seats))
    waiting: deque[Future[_Look]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for block in blocks(run, games, seats):
            if len(block.game):
                waiting.append(pool.submit(_look, studies, block))
            if len(waiting) > WORKERS:
                _add(found, waiting.popleft().result())
        # In the order of the blocks, so that sums of fractions come out the same every time.
        while waiting:
            _add(found, waiting.popleft().result())
    return found


def _look(studies: Sequence[Study], block: Block) -> _Look:
    games_a_deal = len(block.run.seatings)
    return _Look(
        len(block.game),
        int(block.finished.sum()),
        block.deals,
        {
            study.name: sums_by_deal(study.measures(block), games_a_deal)
            for study in studies
            if study.measures
        },
        {study.name: study.counts(block) for study in studies if study.counts},
        [row for study in studies if study.notable for row in study.notable(block)],
    )


def _add(found: Gathered, look: _Look) -> None:
    found.games += look.games
    found.finished += look.finished
    found.deals += look.deals
    for name, sums in look.sums.items():
        found.sums[name] = found.sums[name] + sums if name in found.sums else sums
    for name, arrays in look.counts.items():
        held = found.counts.setdefault(name, {})
        for key, array in arrays.items():
            held[key] = held[key] + array if key in held else array
    for kind, value, game in look.notable:
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
