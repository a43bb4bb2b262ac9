"""Tokens and tempo by round: which colours run out when, full hands, tokens given back, forced
passes, purchases and reserves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from simcli.analysis.blocks import read_sums
from simcli.analysis.gather import Gathered
from simcli.analysis.sums import Estimate
from simcli.base.words import TOKENS

# A round is shown only while at least this many turns were played in it.
FEWEST_TURNS = 200
KINDS = ("bought", "reserved", "returning", "full_hands", "forced_passes", "short")


@dataclass(frozen=True)
class TokenAnswer:
    """Tokens in one setting. `rounds`: one row a round with `round`, `turns`, `empty_{token}` and
    the KINDS as shares of the turns; means a seat and game: `returned`, `reserves_table`,
    `reserves_deck`, `gold_paid`; `reservers`, `others`: win index of seats that reserved at least
    once, and of those that did not (association, not effect); `empty`: token -> share of all turns
    that began without it in the bank."""

    rounds: pl.DataFrame
    empty: dict[str, float]
    totals: dict[str, float]
    turns: int
    returned: Estimate | None
    reserves_table: Estimate | None
    reserves_deck: Estimate | None
    gold_paid: Estimate | None
    reservers: Estimate | None
    others: Estimate | None


def answer(found: Sequence[Gathered], values: Mapping[str, Estimate]) -> TokenAnswer:
    """Answer for one setting from the `rounds` tables of its runs and the values of its metrics.
    Raises RunDataError."""
    frames = [frame for one in found if len(frame := read_sums(one.run, "rounds", ("round",)))]
    turns, empty, totals, rounds = 0, {}, {}, pl.DataFrame()
    if frames:
        table = (
            pl.concat(frames).group_by("round").agg(pl.all().sum()).sort("round").filter(pl.col("turns") > 0)
        )
        turns = int(table["turns"].sum())
        empty = {token: int(table[f"empty_{token}"].sum()) / turns for token in TOKENS} if turns else {}
        totals = {kind: int(table[kind].sum()) / turns for kind in KINDS} if turns else {}
        kept = table.filter(pl.col("turns") >= min(FEWEST_TURNS, int(table["turns"].max() or 0)))
        names = (*(f"empty_{token}" for token in TOKENS), *KINDS)
        rounds = kept.select("round", "turns", *(pl.col(name) / pl.col("turns") for name in names))
    return TokenAnswer(
        rounds=rounds,
        empty=empty,
        totals=totals,
        turns=turns,
        returned=values.get("returned_tokens"),
        reserves_table=values.get("table_reserves"),
        reserves_deck=values.get("deck_reserves"),
        gold_paid=values.get("gold_paid"),
        reservers=values.get("reserver_win_index"),
        others=values.get("other_win_index"),
    )
