"""Contests for nobles: how often others were at most one bonus short of a noble when it came, and
who wins such contests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simcli.analysis.gather import numbered
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.analysis.units import unit_names
from simcli.metrics.contests import MOST_RIVALS


@dataclass(frozen=True)
class Contestant:
    """A seat, a team or a strategy in contests; `number` of the seat or team, from 1, 0 for a
    strategy. `won`: share it won of the contests it was in; `expected`: what that share would be if
    all contestants were equally likely; `edge`: `won` less `expected`; `contests`: how often it was
    in one."""

    name: str
    number: int
    won: Estimate
    expected: float
    edge: Estimate
    contests: int

    @property
    def verdict(self) -> str:
        """more, fewer or undecided: where the 95% interval of the edge lies against 0."""
        if not self.edge.known or self.edge.low == self.edge.high:
            return "undecided"
        return "more" if self.edge.low > 0 else "fewer" if self.edge.high < 0 else "undecided"


@dataclass(frozen=True)
class ContestAnswer:
    """Contests in one setting. `contested`: share of the visits with at least one rival;
    `rivals[k]`: share with k rivals; `sides`: seats, or teams where there are teams, from the runs
    in which every strategy sits in every seat as often; `strategies`: from line-ups of different
    strategies, none for teams, whose members are not each other's rivals; `visits`: nobles that
    came."""

    visits: int
    contested: Estimate | None
    rivals: dict[int, Estimate]
    sides: tuple[Contestant, ...]
    strategies: tuple[Contestant, ...]


def answer(setting: Setting, values: Mapping[str, Estimate]) -> ContestAnswer:
    """Answer for one setting from the values of its metrics."""
    contested = values.get("noble_contested_rate")
    rivals = numbered(values, "noble_rivals{}_rate", range(MOST_RIVALS + 1))
    side = "team" if setting.teams else "seat"
    sides = [
        _contestant(values, f"{side}{number}", name, number)
        for number, name in enumerate(unit_names(setting.runs[0]), 1)
    ]
    strategies = [
        _contestant(values, f"strategy{number}", label) for number, label in enumerate(setting.strategies, 1)
    ]
    return ContestAnswer(
        visits=round(contested.n) if contested else 0,
        contested=contested,
        rivals={number: value for number, value in rivals.items() if value.value or number < setting.players},
        sides=_there(sides),
        strategies=tuple(sorted(_there(strategies), key=lambda row: (-row.edge.value, row.name))),
    )


def _there(rows: Sequence[Contestant | None]) -> tuple[Contestant, ...]:
    return tuple(row for row in rows if row)


def _contestant(values: Mapping[str, Estimate], prefix: str, name: str, number: int = 0) -> Contestant | None:
    won, expected, edge = (
        values.get(f"{prefix}_contest_{what}") for what in ("win_rate", "expected", "edge")
    )
    if won is None or expected is None or edge is None:
        return None
    return Contestant(name, number, won, expected.value, edge, round(won.n))
