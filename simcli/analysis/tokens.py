"""Tokens and tempo by round: which colours run out when, full hands, tokens given back, forced passes, purchases and reserves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simcli.analysis.blocks import Block, read_sums
from simcli.analysis.gather import Gathered, Study, strata
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate, ratio
from simcli.base.words import TOKENS

# A round is shown only while at least this many turns were played in it.
FEWEST_TURNS = 200
KINDS = ("bought", "reserved", "returning", "full_hands", "forced_passes", "short")


def measures(block: Block) -> dict[str, np.ndarray]:
    """Tokens given back and reserves a game, by all seats together."""
    seats = block.seats
    found = {"seats": np.full(len(block.game), block.run.players), "games": np.ones(len(block.game))}
    found["returned"] = sum(seats[f"returned_{token}"].sum(axis=1) for token in TOKENS)
    found |= {name: seats[name].sum(axis=1) for name in ("reserves_table", "reserves_deck", "gold_paid")}
    reserves = seats["reserves_table"] + seats["reserves_deck"]
    wins = seats["win_share"]
    some = reserves > 0
    found["reservers"] = np.where(block.finished, some.sum(axis=1), 0)
    found["reservers_won"] = (wins * some).sum(axis=1)
    found["others"] = np.where(block.finished, (~some).sum(axis=1), 0)
    found["others_won"] = (wins * ~some).sum(axis=1)
    return found


STUDY = Study(
    "tokens",
    seats=(
        "win_share",
        "reserves_table",
        "reserves_deck",
        "gold_paid",
        *(f"returned_{token}" for token in TOKENS),
    ),
    measures=measures,
)


@dataclass(frozen=True)
class TokenAnswer:
    """Tokens in one setting. `rounds`: one row a round with `round`, `turns`, `empty_{token}` and the KINDS as shares of the turns; means a
    seat and game: `returned`, `reserves_table`, `reserves_deck`, `gold_paid`;
    `reservers`, `others`: win index of seats that reserved at least once, and of those that did not (association, not effect); `empty`:
    token -> share of all turns that began without it in the bank.
    """

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


def answer(setting: Setting, found: Sequence[Gathered]) -> TokenAnswer:
    """Answer for one setting: from the `rounds` tables, and from what its runs left."""
    sums = strata(found, STUDY.name)
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
    seats = setting.players
    return TokenAnswer(
        rounds=rounds,
        empty=empty,
        totals=totals,
        turns=turns,
        returned=ratio(sums, "returned", "seats"),
        reserves_table=ratio(sums, "reserves_table", "seats"),
        reserves_deck=ratio(sums, "reserves_deck", "seats"),
        gold_paid=ratio(sums, "gold_paid", "seats"),
        reservers=ratio(sums, {"reservers_won": seats}, "reservers"),
        others=ratio(sums, {"others_won": seats}, "others"),
    )
