"""One pass over a run: every study looks at every block and leaves sums that add."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from simcli.analysis.blocks import Block, blocks
from simcli.analysis.evaluate import PAIR, Sheet, pair_sums
from simcli.analysis.runs import Run
from simcli.analysis.sums import Estimate, Sums, ratio, sums_by_deal
from simcli.metrics.metric import VISIT, Metric

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Study:
    """What one analysis wants of every block besides metrics.

    `games`, `seats`: columns it reads. `measures(block)`: name -> (n,) by game, summed and crossed
    by deal. `counts(block)`: name -> array of a fixed shape that adds over blocks (histograms).
    `notable(block)`: tuples (kind, value, game) to keep the largest values of, kind by kind."""

    name: str
    games: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    measures: Callable[[Block], Arrays] | None = None
    counts: Callable[[Block], Arrays] | None = None
    notable: Callable[[Block], list[tuple[str, int, int]]] | None = None


@dataclass
class Gathered:
    """What one pass over a run left: `metrics` with their sums, the sums and counts of the studies
    by name of the study, the notable games, and how many games there were."""

    run: Run
    metrics: Mapping[str, Metric]
    games: int = 0
    finished: int = 0
    deals: int = 0
    metric_sums: dict[str, Sums] = field(default_factory=dict)
    sums: dict[str, Sums] = field(default_factory=dict)
    counts: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)
    notable: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


KEPT = 5


# Blocks that are looked at while the next one is read: numpy lets go of the interpreter, so two
# cores have work.
WORKERS = 2


@dataclass(frozen=True)
class _Look:
    """What was seen in one block, in the form of Gathered."""

    games: int
    finished: int
    deals: int
    metric_sums: dict[str, Sums]
    sums: dict[str, Sums]
    counts: dict[str, Arrays]
    notable: list[tuple[str, int, int]]


def gather(run: Run, studies: Sequence[Study], metrics: Mapping[str, Metric]) -> Gathered:
    """Read the run once, in blocks, for all studies and metrics. Memory: a few blocks. Raises
    RunDataError for parts that cannot be read."""
    found, sheet = Gathered(run, metrics), Sheet(run, list(metrics.values()))
    games = tuple(dict.fromkeys((*sheet.games, *(column for study in studies for column in study.games))))
    seats = tuple(dict.fromkeys((*sheet.seats, *(column for study in studies for column in study.seats))))
    waiting: deque[Future[_Look]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for block in blocks(run, games, seats):
            if len(block.game):
                waiting.append(pool.submit(_look, studies, sheet, block))
            if len(waiting) > WORKERS:
                _add(found, waiting.popleft().result())
        # In the order of the blocks, so that sums of fractions come out the same every time.
        while waiting:
            _add(found, waiting.popleft().result())
    for part in run.parts if found.games else ():
        if visits := sheet.visits_by_deal(part):
            _add_sums(found.metric_sums, pair_sums(*visits, 0))
    for name, metric in metrics.items():
        if metric.level == VISIT and name in found.metric_sums:
            found.metric_sums[name] = replace(found.metric_sums[name], deals=found.deals)
    return found


def _look(studies: Sequence[Study], sheet: Sheet, block: Block) -> _Look:
    games_a_deal = len(block.run.seatings)
    metric_sums: dict[str, Sums] = {}
    for pairs, frame in sheet.by_deal(block):
        metric_sums |= pair_sums(pairs, frame, block.deals)
    return _Look(
        len(block.game),
        int(block.finished.sum()),
        block.deals,
        metric_sums,
        {
            study.name: sums_by_deal(study.measures(block), games_a_deal)
            for study in studies
            if study.measures
        },
        {study.name: study.counts(block) for study in studies if study.counts},
        [row for study in studies if study.notable for row in study.notable(block)],
    )


def _add_sums(held: dict[str, Sums], more: Mapping[str, Sums]) -> None:
    for name, sums in more.items():
        held[name] = held[name] + sums if name in held else sums


def _add(found: Gathered, look: _Look) -> None:
    found.games += look.games
    found.finished += look.finished
    found.deals += look.deals
    _add_sums(found.metric_sums, look.metric_sums)
    _add_sums(found.sums, look.sums)
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


def estimate(found: Sequence[Gathered], name: str) -> Estimate | None:
    """A metric over some runs, clustered by deal within each; a metric about seats over those that
    tell something about seats. None where nothing was counted."""
    counted = [
        one
        for one in found
        if name in one.metric_sums and (one.run.balanced or not one.metrics[name].about_seats)
    ]
    if not counted:
        return None
    return ratio([one.metric_sums[name] for one in counted], *PAIR, counted[0].metrics[name].is_share)


def numbered(values: Mapping[str, Estimate], name: str, numbers: Iterable[int]) -> dict[int, Estimate]:
    """Those of a family of metrics that have a value, by number: `name` is `seat{}_share` for
    seat1_share, seat2_share, ..."""
    return {number: values[key] for number in numbers if (key := name.format(number)) in values}
