"""Reserved cards: how often a reserve from the table takes a card that another could have paid for at once, and how often it is purchased.

The `cards` table adds these up over the deals of a part, so their spread by deal is not in the run. In ten line-ups of two to four seats,
played deal by deal (3,000 deals each), the variance of the share blocked was 0.9 to 2.2 times that of independent reserves (at most 1.6 without
three seats of `random`), over all and by place, seat and level. The intervals take the upper end, so they are half as wide again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simcli.analysis.blocks import read_sums
from simcli.analysis.gather import Gathered
from simcli.analysis.runs import Setting
from simcli.analysis.seats import balanced
from simcli.analysis.sums import Estimate
from simcli.stats.clusters import bounded_interval

KEYS = ("place", "seat", "card")
COUNTS = ("reserved_table", "reserved_wanted", "reserved_deck", "bought_reserved")
# Variance over that of independent reserves.
DESIGN_EFFECT = 2.25


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
    """Answer for one setting from the `cards` tables of its runs. Raises RunDataError."""
    level = pl.DataFrame(
        {"card": [int(card["id"]) for card in setting.runs[0].cards], "level": [int(card["level"]) for card in setting.runs[0].cards]}
    )
    frames = []
    for one in found:
        table = read_sums(one.run, "cards", KEYS)
        if len(table):
            labels = pl.Series("strategy", one.run.line_up, dtype=pl.String).gather(table["place"].cast(pl.Int64) - 1)
            frames.append(table.select(*KEYS, *COUNTS).with_columns(labels, pl.lit(balanced(one.run)).alias("balanced")))
    if not frames:
        return ReserveAnswer(())
    cards = pl.concat(frames).with_columns(pl.col("card").cast(pl.Int64)).join(level, on="card")
    deals = sum(one.deals for one in found)
    rows = [_row("all", "All reserves", 0, cards, deals)]
    fair = cards.filter(pl.col("balanced"))
    rows += [_row("seat", f"Seat {seat}", seat, fair.filter(pl.col("seat") == seat), deals) for seat in range(1, setting.players + 1)]
    if len(setting.strategies) > 1:
        mine = [_row("strategy", label, 0, cards.filter(pl.col("strategy") == label), deals) for label in setting.strategies]
        rows += sorted(mine, key=lambda row: (row.blocked is None, -(row.blocked.value if row.blocked else 0.0), row.name))
    rows += [
        _row("level", f"Level {number}", number, cards.filter(pl.col("level") == number), deals) for number in sorted(set(level["level"]))
    ]
    return ReserveAnswer(tuple(row for row in rows if row.table + row.deck))


def _row(kind: str, name: str, number: int, cards: pl.DataFrame, deals: int) -> ReserveRow:
    table, wanted, deck, bought = (int(cards[name].sum()) for name in COUNTS)
    return ReserveRow(kind, name, number, table, deck, _share(wanted, table, deals), _share(bought, table + deck, deals))


def _share(part: int, whole: int, deals: int) -> Estimate | None:
    """A share of reserves with Wilson's interval for as many independent ones as the design effect leaves."""
    if not whole:
        return None
    value = part / whole
    if deals < 2:
        return Estimate(value, None, None, None, whole, deals)
    variance = DESIGN_EFFECT * max(0.0, value * (1 - value)) / whole
    interval = bounded_interval(value, variance, max(2, round(whole / DESIGN_EFFECT)))
    return Estimate(value, interval.low, interval.high, variance**0.5, whole, deals)
