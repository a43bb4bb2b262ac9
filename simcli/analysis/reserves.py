"""Reserved cards: how often a reserve from the table takes a card that another could have paid for
at once, and how often it is purchased."""

from collections.abc import Mapping
from dataclasses import dataclass

from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.base.words import LEVELS


@dataclass(frozen=True)
class ReserveRow:
    """Reserves of one group: `kind`: all, seat, strategy or level; `number` of the seat or level,
    else 0; `table`, `deck`: cards reserved from there; `blocked`: share of those from the table
    that a seat of another side could have paid for at once; `later`: share of all of them that the
    reserver purchased."""

    kind: str
    name: str
    number: int
    table: int
    deck: int
    blocked: Estimate | None
    later: Estimate | None


@dataclass(frozen=True)
class ReserveAnswer:
    """Reserves in one setting: all together, then by seat (from the runs in which every strategy
    sits in every seat as often), by strategy where there are several (most blocked first), and by
    level; groups without a reserve are left out."""

    rows: tuple[ReserveRow, ...]

    @property
    def together(self) -> ReserveRow | None:
        """All reserves; None where there was none."""
        return next(iter(self.of("all")), None)

    def of(self, kind: str) -> tuple[ReserveRow, ...]:
        """The rows of one kind."""
        return tuple(row for row in self.rows if row.kind == kind)


def answer(setting: Setting, values: Mapping[str, Estimate]) -> ReserveAnswer:
    """Answer for one setting from the values of its metrics."""
    rows = [_row(values, "", "all", "All reserves")]
    rows += [
        _row(values, f"seat{seat}_", "seat", f"Seat {seat}", seat) for seat in range(1, setting.players + 1)
    ]
    if len(setting.strategies) > 1:
        by_strategy = [
            _row(values, f"strategy{number}_", "strategy", label)
            for number, label in enumerate(setting.strategies, 1)
        ]
        rows += sorted(
            by_strategy,
            key=lambda row: (row.blocked is None, -(row.blocked.value if row.blocked else 0.0), row.name),
        )
    rows += [_row(values, f"level{level}_", "level", f"Level {level}", level) for level in LEVELS]
    return ReserveAnswer(tuple(row for row in rows if row.table + row.deck))


def _row(values: Mapping[str, Estimate], prefix: str, kind: str, name: str, number: int = 0) -> ReserveRow:
    blocked, later = values.get(f"{prefix}blocking_reserve_rate"), values.get(f"{prefix}reserved_bought_rate")
    table = round(blocked.n) if blocked else 0
    return ReserveRow(kind, name, number, table, (round(later.n) if later else 0) - table, blocked, later)
