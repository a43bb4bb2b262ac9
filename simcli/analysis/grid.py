"""The answer of a sweep: every metric at every point of a grid of settings, and its difference from
the base, taken deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.evaluate import metrics_of
from simcli.analysis.paired import Contrast, contrasts, estimates
from simcli.analysis.runs import Run
from simcli.analysis.sums import Estimate
from simcli.metrics.metric import Metric
from simcli.metrics.registry import compared
from simcli.stats.multiplicity import holm

SURE = 0.05


@dataclass(frozen=True)
class Grid:
    """`names`: what is varied; `points`: the values at each point, in words; `numbers`: the same as
    numbers where an axis has only such, else None; `runs`: the run of each point; `base`: the point
    that others are compared with; `metrics`: those that any point has.

    `values[id, point]`: estimates; `gaps[id, point]`: point less base; `sure`: the (id, point) that
    differ from the base even after Holm's correction for all comparisons of the grid. Keys that
    cannot be said are missing."""

    names: tuple[str, ...]
    points: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[float, ...] | None, ...]
    runs: tuple[Run, ...]
    base: int
    metrics: tuple[Metric, ...]
    values: dict[tuple[str, int], Estimate]
    gaps: dict[tuple[str, int], Contrast]
    sure: frozenset[tuple[str, int]]

    def label(self, point: int, short: bool = False) -> str:
        """A point for a reader: `prestige_to_win 12, teams 1-4 v 2-3`; `short` leaves out the names
        of the axes."""
        pairs = zip(self.names, self.points[point], strict=True)
        return ", ".join(value if short else f"{name} {value}" for name, value in pairs)


def analyse_grid(
    runs: Sequence[Run],
    names: Sequence[str],
    points: Sequence[Sequence[str]],
    numbers: Sequence,
    base: int,
    own: Sequence[Metric] = (),
) -> Grid:
    """Compare all points with the base; the runs have one line-up. `own`: metrics that the user
    defined. Reads the base's run once for every point. Raises RunDataError."""
    first = runs[0]
    labels = () if first.mirror else first.strategies
    metrics = {name: metric for run in runs for name, metric in metrics_of(run, labels).items()}
    wanted = [*compared(metrics), *own]
    if all(
        run.team_of for run in runs
    ):  # partners win together: their seats would say again what their team says
        wanted = [metric for metric in wanted if not metric.sweep_name.startswith("seat-")]
    values: dict[tuple[str, int], Estimate] = {}
    gaps: dict[tuple[str, int], Contrast] = {}
    by_seat = [first.balanced]
    for number, run in enumerate(runs):
        here = estimates([run], wanted, by_seat, labels, own)
        values |= {(metric.id, number): here[metric.name] for metric in wanted if metric.name in here}
        if number != base:
            found = contrasts([runs[base]], [run], wanted, (by_seat, by_seat), labels, own)
            gaps |= {(contrast.metric.id, number): contrast for contrast in found}
    compared_keys = list(gaps)
    adjusted = holm([gaps[gap].p for gap in compared_keys])
    sure = frozenset(
        gap
        for gap, p in zip(compared_keys, adjusted, strict=True)
        if p is not None and p <= SURE and gaps[gap].settled
    )
    there = {name for name, _ in values}
    kept = tuple(metric for metric in wanted if metric.id in there)
    return Grid(
        tuple(names), tuple(map(tuple, points)), tuple(numbers), tuple(runs), base, kept, values, gaps, sure
    )
