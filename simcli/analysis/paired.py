"""Two settings set against each other deal by deal.

Runs that share a seed share their deals, and what a deal favours it favours under both settings.
The unit is the deal: with e_b the share that deal b has in the error of the difference (what its
games add under the one setting less what they add under the other), the variance is D/(D-1) * sum_b
(e_b - mean e)^2, added up over seeds. A deal that only one setting plays counts for that one alone,
so settings that share no deal come out as independent and settings that share some of them as
something between."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from simcli.analysis.blocks import SEAT_ROWS
from simcli.analysis.evaluate import deal_sums, metrics_of
from simcli.analysis.runs import Run
from simcli.analysis.sums import Estimate, Sums, difference, ratio
from simcli.metrics.metric import Metric
from simcli.stats.clusters import NO_VARIATION, TOO_FEW, bounded_interval
from simcli.stats.normal import t_of, two_sided_p
from simcli.stats.results import Interval

NAMES = ("above_1", "below_1", "above_2", "below_2")
PAIRED, PARTLY, INDEPENDENT = "paired", "partly paired", "independent"
SLICE = 256
# Streams that are read side by side share the memory of about so many blocks.
BLOCKS = 4


@dataclass(frozen=True)
class Contrast:
    """One metric in two settings and its difference, second less first. `pairing`: paired, partly
    paired or independent; `gain`: variance of the difference over what it would be on separate
    deals; `p`: of no difference, two-sided; None where it cannot be said."""

    metric: Metric
    before: Estimate
    after: Estimate
    difference: Interval
    pairing: str
    gain: float | None
    p: float | None

    @property
    def settled(self) -> bool:
        """Does the interval of the difference leave out 0?"""
        return self.difference.contains(0.0) is False


@dataclass
class _Joint:
    """Sums over the deals of one seed: `deals` of the first and of the second setting, `both`: of
    both; `total` (k, 4), `cross` (k, 4, 4) over the metrics' NAMES."""

    total: np.ndarray
    cross: np.ndarray
    all: int = 0
    both: int = 0
    deals: tuple[int, int] = (0, 0)

    def add(self, values: np.ndarray, held: np.ndarray) -> None:
        """`values`: (k, 4, D); `held`: (2, D), whether each setting plays the deal."""
        self.all += held.shape[1]
        self.both += int(held.all(axis=0).sum())
        self.deals = (self.deals[0] + int(held[0].sum()), self.deals[1] + int(held[1].sum()))
        self.total += values.sum(axis=2)
        # So small that BLAS does not spread them over threads
        for start in range(0, values.shape[2], SLICE):
            piece = values[:, :, start : start + SLICE]
            self.cross += piece @ piece.transpose(0, 2, 1)

    def of(self, row: int) -> Sums:
        """The sums of one metric under both settings."""
        return Sums(NAMES, self.all, self.total[row], self.cross[row])

    def side(self, row: int, number: int) -> Sums:
        """The sums of one metric under the first (0) or second (1) setting alone."""
        here = slice(2 * number, 2 * number + 2)
        return Sums(
            ("above", "below"), self.deals[number], self.total[row, here], self.cross[row, here, here]
        )


def contrasts(
    first: Sequence[Run],
    second: Sequence[Run],
    metrics: Sequence[Metric],
    seats: Sequence[Sequence[bool]] | None = None,
    labels: Sequence[str] = (),
    own: Sequence[Metric] = (),
) -> tuple[Contrast, ...]:
    """Every metric that both settings have, over all their runs, second less first; the runs have
    equally many players.

    `seats`: for each run of each setting, whether it says something about seats (default: all do).
    `labels`, `own`: as in metrics.registry. Reads every run once, a block of each at a time. Raises
    RunDataError."""
    seats = seats or ([True] * len(first), [True] * len(second))
    joint = list(_joint(first, second, metrics, seats, labels, own))
    found = []
    for row, metric in enumerate(metrics):
        sides = ([sums.side(row, k) for sums in joint if sums.deals[k]] for k in (0, 1))
        contrast = _contrast(metric, [sums.of(row) for sums in joint], *sides, joint)
        if contrast is not None:
            found.append(contrast)
    return tuple(found)


def estimates(
    runs: Sequence[Run],
    metrics: Sequence[Metric],
    seats: Sequence[bool] | None = None,
    labels: Sequence[str] = (),
    own: Sequence[Metric] = (),
) -> dict[str, Estimate]:
    """The metrics of one setting alone, by name, clustered by deal over all its runs; those that
    count no games are left out. Raises RunDataError."""
    joint = list(_joint(runs, (), metrics, (seats or [True] * len(runs), ()), labels, own))
    found = {}
    for row, metric in enumerate(metrics):
        value = ratio([one.side(row, 0) for one in joint], "above", "below", metric.is_share)
        if value is not None:
            found[metric.name] = value
    return found


def _joint(first, second, metrics, seats, labels, own) -> Iterator[_Joint]:
    runs = [
        (run, side, tells)
        for side, group in enumerate((first, second))
        for run, tells in zip(group, seats[side], strict=True)
    ]
    names = [metric.name for metric in metrics]
    for seed in dict.fromkeys(run.seed for run, _, _ in runs):
        mine = [one for one in runs if one[0].seed == seed]
        rows = max(20_000, SEAT_ROWS * BLOCKS // max(BLOCKS, len(mine)))
        streams = [deal_sums(run, metrics_of(run, labels, own), names, tells, rows) for run, _, tells in mine]
        sums = _Joint(np.zeros((len(metrics), 4)), np.zeros((len(metrics), 4, 4)))
        for deals, parts in alongside(streams):
            values, held = np.zeros((len(metrics), 4, len(deals))), np.zeros((2, len(deals)), dtype=bool)
            for (_, side, _), (where, part) in zip(mine, parts, strict=True):
                values[:, 2 * side : 2 * side + 2, where] += part
                held[side, where] = True
            sums.add(values, held)
        if sums.all:
            yield sums


def alongside(
    streams: Sequence[Iterator[tuple[np.ndarray, np.ndarray]]],
) -> Iterator[tuple[np.ndarray, list[tuple[np.ndarray, np.ndarray]]]]:
    """Read streams of (deals ascending, values (..., D)) side by side. Yields the numbers of the
    next deals, each once, and for every stream where among them its own stand and their values."""
    held = [next(stream, None) for stream in streams]
    while any(one is not None for one in held):
        end = min(one[0][-1] for one in held if one is not None)
        pieces = []
        for number, one in enumerate(held):
            if one is None:
                pieces.append(None)
                continue
            cut = int(np.searchsorted(one[0], end, side="right"))
            pieces.append((one[0][:cut], one[1][..., :cut]))
            held[number] = (
                (one[0][cut:], one[1][..., cut:]) if cut < len(one[0]) else next(streams[number], None)
            )
        deals = np.unique(np.concatenate([piece[0] for piece in pieces if piece is not None]))
        empty = np.zeros(0, dtype=np.int64)
        yield (
            deals,
            [
                (empty, 0.0) if piece is None else (np.searchsorted(deals, piece[0]), piece[1])
                for piece in pieces
            ],
        )


def _contrast(
    metric: Metric, both: list[Sums], first: list[Sums], second: list[Sums], joint: Sequence[_Joint]
) -> Contrast | None:
    share = metric.is_share
    before, after = ratio(first, "above", "below", share), ratio(second, "above", "below", share)
    if before is None or after is None:
        return None
    gap = difference(both, NAMES[2:], NAMES[:2])
    common, most = sum(one.both for one in joint), sum(max(one.deals) for one in joint)
    pairing = INDEPENDENT if not common else PAIRED if common == most else PARTLY
    apart = None if before.se is None or after.se is None else before.se**2 + after.se**2
    gain = gap.se**2 / apart if apart and gap.se is not None else None
    deals = sum(one.all for one in joint)
    interval = _share_gap(before, after, gap.se, common, deals) if share else _mean_gap(gap, common or deals)
    p = two_sided_p(gap.value / gap.se) if gap.se else None
    return Contrast(metric, before, after, interval, pairing, gain, p)


def _mean_gap(gap: Estimate, deals: int) -> Interval:
    """Student's interval; no bounds where no deal differs from another, since the spread then says
    nothing."""
    if gap.se is None:
        return Interval(gap.value, None, None, 0.95, deals, "difference by deal", TOO_FEW)
    if gap.se == 0:
        return Interval(gap.value, None, None, 0.95, deals, "difference by deal", NO_VARIATION)
    half = t_of(0.95, deals - 1) * gap.se
    return Interval(gap.value, gap.value - half, gap.value + half, 0.95, deals, "difference by deal")


def _share_gap(before: Estimate, after: Estimate, se: float | None, common: int, deals: int) -> Interval:
    """The distances of both shares to their bounds, combined with the correlation of the two (Zou
    and Donner 2008; Newcombe 1998, method 10), which keeps the asymmetry of shares near 0 and 1. On
    shared deals never narrower than what deals that all agree leave open."""
    gap = after.value - before.value
    if se is None or not before.known or not after.known:
        return Interval(gap, None, None, 0.95, common or deals, "difference of shares by deal", TOO_FEW)
    r = (before.se**2 + after.se**2 - se**2) / (2 * before.se * after.se) if before.se and after.se else 0.0
    r = max(-1.0, min(1.0, r))
    floor = bounded_interval(0.0, 0.0, common).high if common else 0.0

    def reach(one: float, two: float) -> float:
        return max(floor, sqrt(max(0.0, one * one + two * two - 2 * r * one * two)))

    low = gap - reach(after.value - after.low, before.high - before.value)
    high = gap + reach(after.high - after.value, before.value - before.low)
    return Interval(
        gap, max(-1.0, low), min(1.0, high), 0.95, common or deals, "difference of shares by deal"
    )
