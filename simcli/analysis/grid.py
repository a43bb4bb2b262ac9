"""The answer of a sweep: every measure at every point of a grid of settings, and its difference from the base, taken deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.measures import Measure, measures_of
from simcli.analysis.paired import Contrast, contrasts, estimates
from simcli.analysis.runs import Run
from simcli.analysis.seats import balanced
from simcli.analysis.sums import Estimate
from simcli.stats.multiplicity import holm

SURE = 0.05


@dataclass(frozen=True)
class Grid:
    """`names`: what is varied; `points`: the values at each point, in words; `numbers`: the same as numbers where an axis has only such,
    else None; `runs`: the run of each point; `base`: the point that others are compared with; `measures`: those that any point has.

    `values[id, point]`: estimates; `gaps[id, point]`: point less base; `sure`: the (id, point) that differ from the base even after Holm's
    correction for all comparisons of the grid. Keys that cannot be said are missing."""

    names: tuple[str, ...]
    points: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[float, ...] | None, ...]
    runs: tuple[Run, ...]
    base: int
    measures: tuple[Measure, ...]
    values: dict[tuple[str, int], Estimate]
    gaps: dict[tuple[str, int], Contrast]
    sure: frozenset[tuple[str, int]]

    def label(self, point: int, short: bool = False) -> str:
        """A point for a reader: `prestige_to_win 12, teams 1-4 v 2-3`; `short` leaves out the names of the axes."""
        pairs = zip(self.names, self.points[point], strict=True)
        return ", ".join(value if short else f"{name} {value}" for name, value in pairs)


def analyse_grid(
    runs: Sequence[Run], names: Sequence[str], points: Sequence[Sequence[str]], numbers: Sequence, base: int
) -> Grid:
    """Compare all points with the base; the runs have one line-up. Reads the base's run once for every point. Raises RunDataError."""
    first = runs[0]
    seats = balanced(first)
    labels = () if first.mirror else first.strategies
    wanted = measures_of(first.players, any(run.team_of for run in runs), labels)
    if all(
        run.team_of for run in runs
    ):  # partners win together: their seats would say again what their team says
        wanted = tuple(measure for measure in wanted if not measure.id.startswith("seat-"))
    values: dict[tuple[str, int], Estimate] = {}
    gaps: dict[tuple[str, int], Contrast] = {}
    for number, run in enumerate(runs):
        values |= {(key, number): value for key, value in estimates([run], wanted, [seats], labels).items()}
        if number != base:
            found = contrasts([runs[base]], [run], wanted, ([seats], [seats]), labels)
            gaps |= {(one.measure.id, number): one for one in found}
    keys = list(gaps)
    adjusted = holm([gaps[key].p for key in keys])
    sure = frozenset(
        key
        for key, p in zip(keys, adjusted, strict=True)
        if p is not None and p <= SURE and gaps[key].settled
    )
    there = {key for key, _ in values}
    measures = tuple(measure for measure in wanted if measure.id in there)
    return Grid(
        tuple(names),
        tuple(map(tuple, points)),
        tuple(numbers),
        tuple(runs),
        base,
        measures,
        values,
        gaps,
        sure,
    )
