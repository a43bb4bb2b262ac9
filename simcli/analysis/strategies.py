"""Strategies against each other: win share, head-to-head matrix, ratings with seat effects."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.gather import Gathered, strata
from simcli.analysis.runs import Run, Setting
from simcli.analysis.seats import STUDY, games_of
from simcli.analysis.strengths import Strengths, strengths
from simcli.analysis.sums import Estimate, ratio, share


@dataclass(frozen=True)
class StrategyRow:
    """One strategy over all mixed line-ups of a setting: win index (1 is par) with its interval."""

    label: str
    index: Estimate


@dataclass(frozen=True)
class Lone:
    """One strategy alone against a field of another, three or four at the table: its share of the
    wins, where `fair` is par; `verdict`: stronger, weaker or undecided."""

    one: str
    field: str
    share: Estimate
    fair: float

    @property
    def verdict(self) -> str:
        """Where the 95% interval lies against par."""
        if not self.share.known:
            return "undecided"
        return (
            "stronger"
            if self.share.low > self.fair
            else "weaker"
            if self.share.high < self.fair
            else "undecided"
        )


@dataclass(frozen=True)
class StrategyAnswer:
    """Strategies in one setting. `rows`: best first; `matrix[(a, b)]`: a's part of the wins that go
    to a or b when both sit at the table (0.5 is par); `mirror_only`: True where no run has two
    different strategies; `lone`: one against a field of another, both ways beside each other where
    both were played."""

    rows: tuple[StrategyRow, ...]
    matrix: dict[tuple[str, str], Estimate]
    labels: tuple[str, ...]
    mirror_only: bool
    strengths: Strengths
    lone: tuple[Lone, ...] = ()


def answer(setting: Setting, found: Sequence[Gathered]) -> StrategyAnswer:
    """Answer for one setting from the sums by seating and seat."""
    mixed = [one for one in found if not one.run.mirror and one.finished]
    if not mixed:
        return StrategyAnswer((), {}, setting.strategies, True, strengths(setting, found, (), {}))
    labels = tuple(dict.fromkeys(label for one in mixed for label in one.run.strategies))
    rows = [StrategyRow(label, index) for label in labels if (index := _index(mixed, label))]
    rows.sort(key=lambda row: (-row.index.value, row.label))
    ordered = tuple(row.label for row in rows)
    matrix = {}
    for one in ordered:
        for two in ordered:
            if one != two and (value := head_to_head(mixed, one, two)):
                matrix[(one, two)] = value
    return StrategyAnswer(
        tuple(rows), matrix, ordered, False, strengths(setting, found, ordered, matrix), lone(setting, mixed)
    )


def lone(setting: Setting, found: Sequence[Gathered]) -> tuple[Lone, ...]:
    """Every one-against-a-field in runs of three or more single seats, the two directions of a pair
    after each other."""
    groups: dict[tuple[str, str], list[Gathered]] = {}
    for each in found if setting.players > 2 and not setting.teams else ():
        line_up = each.run.line_up
        alone = [label for label in each.run.strategies if line_up.count(label) == 1]
        if len(each.run.strategies) == 2 and len(alone) == 1:
            field = next(label for label in line_up if label != alone[0])
            groups.setdefault((alone[0], field), []).append(each)
    rows = []
    for one, field in sorted(groups, key=lambda pair: (sorted(pair), pair)):
        of_one, games = (
            (lambda run, label=one: wins_of_strategy(run, label)),
            (lambda run: games_of(len(run.seatings))),
        )
        if value := _per_run_ratio(groups[one, field], of_one, games, True):
            rows.append(Lone(one, field, value, 1 / setting.players))
    return tuple(rows)


def wins_of_strategy(run: Run, label: str) -> dict[str, float]:
    """Weights of the win shares of all places with this label, over all seatings."""
    places = [place for place, name in enumerate(run.line_up) if name == label]
    return {
        f"w{number}_{seating[place]}": 1.0 for number, seating in enumerate(run.seatings) for place in places
    }


def head_to_head(found: Sequence[Gathered], one: str, two: str) -> Estimate | None:
    """One strategy's part of the wins that go to one of the two, per seat it holds, over the runs
    in which both play."""
    both = [each for each in found if one in each.run.line_up and two in each.run.line_up]
    return _per_run_ratio(
        both, lambda run: _part(run, one), lambda run: _part(run, one) | _part(run, two), True
    )


def _part(run: Run, label: str) -> dict[str, float]:
    """Win shares per seat held, so that two seats of one strategy do not count double."""
    return {key: 1.0 / run.line_up.count(label) for key in wins_of_strategy(run, label)}


def _index(found: Sequence[Gathered], label: str) -> Estimate | None:
    """Wins over the wins that would be fair for the seats held."""
    playing = [one for one in found if label in one.run.line_up]
    return _per_run_ratio(
        playing,
        lambda run: wins_of_strategy(run, label),
        lambda run: {
            f"n{number}": run.line_up.count(label) / run.players for number in range(len(run.seatings))
        },
        False,
    )


def _per_run_ratio(found: Sequence[Gathered], above, below, is_share: bool) -> Estimate | None:
    """A ratio whose weights differ by run: each run's sums are first turned into the two measures
    asked for."""
    sums = [
        one.pair(above(each.run), below(each.run)) for each in found for one in strata([each], STUDY.name)
    ]
    return (share if is_share else ratio)(sums, "above", "below")
