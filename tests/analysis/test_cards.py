"""Cards and nobles: what the sums allow to say, against the tables counted by hand."""

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.cards import FEWEST
from simcli.analysis.runs import open_runs
from synthetic import write_run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = write_run(tmp_path_factory.mktemp("made") / "run", ("a", "b"), deals=2500, lucky_card=33)
    return folder, analyse(open_runs([folder])).settings[0]


def test_time_on_the_table_is_turns_face_up_for_each_card_taken(made):
    folder, answer = made
    table = pl.read_parquet(folder / "cards").group_by("card").agg(pl.selectors.integer().sum()).sort("card")
    taken = table["bought"] - table["bought_reserved"] + table["reserved_table"]
    for row, faced, left in zip(answer.cards.rows, table["faced"], taken, strict=True):
        assert row.lies == pytest.approx(faced / left / 2)
    mine = table.with_columns(taken.alias("taken")).filter(pl.col("card") <= 40)
    assert answer.cards.lies[1] == pytest.approx(mine["faced"].sum() / mine["taken"].sum() / 2)


def test_a_card_that_nobody_takes_has_no_time_and_no_lift(tmp_path):
    folder = write_run(tmp_path / "run", deals=200, parts=1)
    part = next((folder / "cards").iterdir())
    names = [
        "bought",
        "bought_reserved",
        "reserved_table",
        "reserved_deck",
        "win_shares_bought",
        "finished_bought",
        "sum_of_rounds",
    ]
    frame = pl.read_parquet(part)
    frame.with_columns(
        pl.when(pl.col("card") == 5).then(0).otherwise(pl.col(name)).cast(frame[name].dtype).alias(name)
        for name in names
    ).write_parquet(part)
    row = next(row for row in analyse(open_runs([folder])).settings[0].cards.rows if row.id == 5)
    assert (row.lies, row.round, row.naive, row.adjusted, row.discovery) == (None, None, None, None, False)
    assert FEWEST == 30


def test_the_adjusted_lift_compares_within_place_and_seat(made):
    folder, answer = made
    table = pl.read_parquet(folder / "cards").with_columns(pl.col("strategy").cast(pl.String))
    strata = table.filter(pl.col("card") == 33).group_by("place", "seat").agg(pl.selectors.numeric().sum())
    bought, faced = strata["finished_bought"].to_numpy(), strata["finished_faced"].to_numpy()
    gaps = strata["win_shares_bought"].to_numpy() / bought - strata["win_shares_faced"].to_numpy() / faced
    row = next(row for row in answer.cards.rows if row.id == 33)
    assert row.adjusted == pytest.approx(2 * np.average(gaps, weights=bought * faced / (bought + faced)))


def test_claim_rates_have_intervals_by_deal(made):
    """Every noble is as wanted as any other in drawn runs: the intervals hold the common rate, with
    a spread counted deal by deal."""
    folder, answer = made
    rates = [noble.rate for noble in answer.nobles.nobles]
    common = np.mean([rate.value for rate in rates])
    assert sum(rate.low <= common <= rate.high for rate in rates) >= 8
    noble = answer.nobles.nobles[0]
    visits = pl.read_parquet(folder / "nobles").filter(pl.col("noble") == noble.id)
    by_deal = np.bincount(visits["game"].to_numpy() // 2, minlength=2500)
    offered = 5000 * 3 / 10
    assert noble.rate.value == pytest.approx(len(visits) / offered)
    assert noble.rate.se == pytest.approx(np.sqrt(2500 * by_deal.var(ddof=1)) / offered)
