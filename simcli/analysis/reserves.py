"""Reserved cards: how often a reserve from the table takes a card that another could have paid for at once, and how often it is purchased.

By seat and strategy they are counted game by game, so the intervals are clustered by deal. By level they come from the `cards` table, which
adds them up over the deals of a part. In ten line-ups of two to four seats, played deal by deal (3,000 deals each), the variance of the share
blocked was 0.9 to 2.2 times that of independent reserves (at most 1.6 without three seats of `random`). The intervals by level take the
upper end, so they are half as wide again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simcli.analysis.blocks import Block, read_sums
from simcli.analysis.gather import Gathered, Study, strata
from simcli.analysis.runs import Setting
from simcli.analysis.seats import balanced
from simcli.analysis.sums import Estimate, Sums, share
from simcli.stats.clusters import bounded_interval

# What is counted of a game and seat, and its column.
COUNTS = {
    "table": "reserves_table",
    "wanted": "reserves_wanted",
    "deck": "reserves_deck",
    "bought": "reserved_bought",
}
OF_CARDS = ("reserved_table", "reserved_wanted", "reserved_deck", "bought_reserved")
# Variance over that of independent reserves.
DESIGN_EFFECT = 2.25


def measures(block: Block) -> dict[str, np.ndarray]:
    """What each seat reserved in a game, `{count}_seat{s}`, and, where strategies differ, each place of the line-up, `{count}_place{p}`."""
    run = block.run
    found = {}
    place_at = np.argsort(np.array(run.seatings), axis=1)[block.seating]  # by game and seat, from 0
    for name, column in COUNTS.items():
        by_seat = block.seats[column]
        found |= {f"{name}_seat{seat + 1}": by_seat[:, seat] for seat in range(run.players)}
        if not run.mirror:
            found |= {
                f"{name}_place{place + 1}": (by_seat * (place_at == place)).sum(axis=1)
                for place in range(run.players)
            }
    return found


STUDY = Study("reserves", seats=tuple(COUNTS.values()), measures=measures)


@dataclass(frozen=True)
class ReserveRow:
    """Reserves of one group: `kind`: all, seat, strategy or level; `number` of the seat or level, else 0; `table`, `deck`: cards reserved from there; `blocked`: share of those from
    the table that a seat of another side could have paid for at once; `later`: share of all of them that the reserver purchased.
    """

    kind: str
    name: str
    number: int
    table: int
    deck: int
    blocked: Estimate | None
    later: Estimate | None


@dataclass(frozen=True)
class ReserveAnswer:
    """Reserves in one setting: all together, then by seat (from the runs in which every strategy sits in every seat as often), by strategy
    where there are several (most blocked first), and by level; groups without a reserve are left out.
    """

    rows: tuple[ReserveRow, ...]

    @property
    def together(self) -> ReserveRow | None:
        """All reserves; None where there was none."""
        return next(iter(self.of("all")), None)

    def of(self, kind: str) -> tuple[ReserveRow, ...]:
        """The rows of one kind."""
        return tuple(row for row in self.rows if row.kind == kind)


def answer(setting: Setting, found: Sequence[Gathered]) -> ReserveAnswer:
    """Answer for one setting from what its runs left, and from their `cards` tables. Raises RunDataError."""
    sums, seats = strata(found, STUDY.name), range(1, setting.players + 1)
    rows = [_row("all", "All reserves", 0, sums, [f"seat{seat}" for seat in seats])]
    fair = strata([one for one in found if balanced(one.run)], STUDY.name)
    rows += [_row("seat", f"Seat {seat}", seat, fair, [f"seat{seat}"]) for seat in seats]
    if len(setting.strategies) > 1:
        mine = [_strategy_row(label, found) for label in setting.strategies]
        rows += sorted(
            mine,
            key=lambda row: (row.blocked is None, -(row.blocked.value if row.blocked else 0.0), row.name),
        )
    rows += _by_level(setting, found)
    return ReserveAnswer(tuple(row for row in rows if row.table + row.deck))


def _strategy_row(label: str, found: Sequence[Gathered]) -> ReserveRow:
    """The row of one strategy, whose places differ from run to run: renamed, they are one."""
    mine = []
    for one in found:
        kind = "seat" if one.run.mirror else "place"
        groups = [f"{kind}{number}" for number, name in enumerate(one.run.line_up, 1) if name == label]
        if groups and STUDY.name in one.sums:
            mine.append(
                one.sums[STUDY.name].combined(
                    {f"{name}_mine": {f"{name}_{group}": 1.0 for group in groups} for name in COUNTS}
                )
            )
    return _row("strategy", label, 0, mine, ["mine"])


def _row(kind: str, name: str, number: int, sums: Sequence[Sums], groups: Sequence[str]) -> ReserveRow:
    of = {count: {f"{count}_{group}": 1.0 for group in groups} for count in COUNTS}
    table, deck = (int(sum(one.sum_of(of[count]) for one in sums)) for count in ("table", "deck"))
    return ReserveRow(
        kind,
        name,
        number,
        table,
        deck,
        share(sums, of["wanted"], of["table"]),
        share(sums, of["bought"], of["table"] | of["deck"]),
    )


def _by_level(setting: Setting, found: Sequence[Gathered]) -> list[ReserveRow]:
    cards = setting.runs[0].cards
    level = pl.DataFrame(
        {"card": [int(card["id"]) for card in cards], "level": [int(card["level"]) for card in cards]}
    )
    tables = [table for one in found if len(table := read_sums(one.run, "cards", ("card",)))]
    if not tables:
        return []
    by_level = (
        pl.concat(tables)
        .with_columns(pl.col("card").cast(pl.Int64))
        .join(level, on="card")
        .group_by("level")
        .agg(pl.col(OF_CARDS).sum())
    )
    deals, rows = sum(one.deals for one in found), []
    for number, table, wanted, deck, bought in by_level.select("level", *OF_CARDS).sort("level").rows():
        blocked, later = _spread_share(wanted, table, deals), _spread_share(bought, table + deck, deals)
        rows.append(ReserveRow("level", f"Level {number}", number, table, deck, blocked, later))
    return rows


def _spread_share(part: int, whole: int, deals: int) -> Estimate | None:
    """A share of reserves with Wilson's interval for as many independent ones as the design effect leaves."""
    if not whole:
        return None
    value = part / whole
    if deals < 2:
        return Estimate(value, None, None, None, whole, deals)
    variance = DESIGN_EFFECT * max(0.0, value * (1 - value)) / whole
    interval = bounded_interval(value, variance, max(2, round(whole / DESIGN_EFFECT)))
    return Estimate(value, interval.low, interval.high, variance**0.5, whole, deals)
