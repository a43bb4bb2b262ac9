"""Development cards: demand, and how winning goes with having bought a card (association, not
effect).

The naive lift compares seats that bought a card with seats that saw it on the table and did not.
Seats of strong strategies buy more and win more, so the adjusted lift compares within the same run,
place and seat and then averages (Mantel and Haenszel's risk difference)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simcli.analysis.blocks import read_sums
from simcli.analysis.gather import Gathered
from simcli.analysis.runs import Setting
from simcli.base.words import COLOURS
from simcli.stats.multiplicity import benjamini_hochberg
from simcli.stats.normal import two_sided_p
from simcli.stats.shrinkage import shrink

KEYS = ("place", "seat", "card")
# With fewer purchases or refusals than this a card's lift is not shown.
FEWEST = 30


@dataclass(frozen=True)
class CardRow:
    """One card. `demand`: share of seats that faced it and then purchased it in that game; `round`:
    mean round of purchase; `reserved`: share of purchases that came out of the reserve; `lies`:
    rounds it lies face up before it is taken; `naive`, `adjusted`: win index of buyers less that of
    those who faced it only; `error`: standard error of the adjusted one; `shrunk`: after empirical
    Bayes; `discovery`: survives Benjamini-Hochberg at 5% over all cards."""

    id: int
    level: int
    bonus: str
    prestige: int
    cost: dict[str, int]
    bought: int
    faced: int
    demand: float | None
    round: float | None
    reserved: float | None
    lies: float | None
    naive: float | None
    adjusted: float | None
    error: float | None
    shrunk: float | None
    discovery: bool

    @property
    def title(self) -> str:
        """The card in words: `level 2 blue, 2 prestige`."""
        return f"level {self.level} {self.bonus}, {self.prestige} prestige"

    @property
    def price(self) -> int:
        """Tokens it costs without bonuses."""
        return sum(self.cost.values())


@dataclass(frozen=True)
class CardAnswer:
    """All cards of one setting in order of id; `lies`: level -> rounds that a card of it lies face
    up before it is taken."""

    rows: tuple[CardRow, ...]
    games: int
    lies: dict[int, float]


def answer(setting: Setting, found: Sequence[Gathered]) -> CardAnswer:
    """Answer for one setting from the `cards` tables of its runs."""
    frames = [
        frame.with_columns(pl.lit(number).alias("run"))
        for number, one in enumerate(found)
        if len(frame := read_sums(one.run, "cards", KEYS))
    ]
    games = sum(one.games for one in found)
    if not frames:
        return CardAnswer((), games, {})
    strata = pl.concat(frames)
    totals = {
        row["card"]: row
        for row in strata.group_by("card").agg(pl.all().exclude("card").sum()).sort("card").to_dicts()
    }
    lifts = {row["card"]: row for row in _adjusted(strata, setting.players).to_dicts()}
    rows = [
        _row(card, totals.get(card["id"]), lifts.get(card["id"]), setting.players)
        for card in setting.runs[0].cards
    ]
    lies = {}
    for level in sorted({row.level for row in rows}):
        mine = [totals[row.id] for row in rows if row.level == level and row.id in totals]
        together = {
            name: sum(total[name] for total in mine)
            for name in ("faced", "bought", "bought_reserved", "reserved_table")
        }
        if (value := _lies(together, setting.players)) is not None:
            lies[level] = value
    return CardAnswer(_judged(rows), games, lies)


def _lies(total: dict, players: int) -> float | None:
    """Rounds face up for each time taken from the table: turns of all seats with the card face up
    over the times it was purchased or reserved from there. A card that still lies at the end counts
    with the time it lay (the rate of events over exposure, which censoring leaves right as long as
    the rate is about constant). None where nobody took it."""
    taken = total["bought"] - total["bought_reserved"] + total["reserved_table"]
    return total["faced"] / taken / players if taken else None


def _adjusted(strata: pl.DataFrame, players: int) -> pl.DataFrame:
    """Mantel-Haenszel risk difference of the win index by card with its standard error (Greenland
    and Robins 1985, independent seats)."""
    bought, faced = pl.col("finished_bought").cast(pl.Float64), pl.col("finished_faced").cast(pl.Float64)
    p, q = pl.col("win_shares_bought") / bought, pl.col("win_shares_faced") / faced
    weight = bought * faced / (bought + faced)
    spread = p * (1 - p) / bought + q * (1 - q) / faced
    return (
        strata.filter((pl.col("finished_bought") > 0) & (pl.col("finished_faced") > 0))
        .select(
            "card",
            weight.alias("weight"),
            (weight * (p - q)).alias("lift"),
            (weight**2 * spread).alias("variance"),
        )
        .group_by("card")
        .agg(pl.all().sum())
        .sort("card")
        .select(
            "card",
            (players * pl.col("lift") / pl.col("weight")).alias("lift"),
            (players * pl.col("variance").sqrt() / pl.col("weight")).alias("error"),
        )
    )


def _row(card: dict, total: dict | None, lift: dict | None, players: int) -> CardRow:
    cost = {colour: int(card["cost"][colour]) for colour in COLOURS if card["cost"].get(colour)}
    plain = (int(card["id"]), int(card["level"]), str(card["bonus"]), int(card["prestige"]), cost)
    if total is None:
        return CardRow(*plain, 0, 0, None, None, None, None, None, None, None, None, False)
    bought, only = total["finished_bought"], total["finished_faced"]
    naive = (
        players * (total["win_shares_bought"] / bought - total["win_shares_faced"] / only)
        if min(bought, only) >= FEWEST
        else None
    )
    known = lift is not None and naive is not None
    return CardRow(
        *plain,
        bought=int(total["bought"]),
        faced=int(total["games_faced"]),
        demand=bought / (bought + only) if bought + only else None,
        round=total["sum_of_rounds"] / total["bought"] if total["bought"] else None,
        reserved=total["bought_reserved"] / total["bought"] if total["bought"] else None,
        lies=_lies(total, players),
        naive=naive,
        adjusted=lift["lift"] if known else None,
        error=lift["error"] if known and lift["error"] > 0 else None,
        shrunk=None,
        discovery=False,
    )


def _judged(rows: Sequence[CardRow]) -> tuple[CardRow, ...]:
    """The rows with shrunk lifts and the mark of those that survive the false-discovery control."""
    judged = [row for row in rows if row.adjusted is not None and row.error is not None]
    if len(judged) < 3:
        return tuple(rows)
    middle = math.fsum(row.adjusted for row in judged) / len(judged)
    values = benjamini_hochberg([two_sided_p((row.adjusted - middle) / row.error) for row in judged])
    shrunk = shrink([row.adjusted for row in judged], [row.error for row in judged]).estimates
    marks = {
        row.id: (float(value), bool(p is not None and p <= 0.05))
        for row, value, p in zip(judged, shrunk, values, strict=True)
    }
    return tuple(_with(row, *marks[row.id]) if row.id in marks else row for row in rows)


def _with(row: CardRow, shrunk: float, discovery: bool) -> CardRow:
    return CardRow(**{**row.__dict__, "shrunk": shrunk, "discovery": discovery})
