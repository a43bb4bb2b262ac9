"""Prestige that the rules give a seat at the start, truly played: it is found, equal seats are not
accused, the intervals cover, and the tables and the handicap know of it."""

from functools import cache

import numpy as np
import polars as pl
import pytest

from runs import table
from simcli.analysis.balance import analyse
from simcli.analysis.played import of_settings
from simcli.analysis.runs import open_runs
from simcli.analysis.sums import share, sums_by_deal
from simcli.cli.app import main
from simcli.runs.kernel import Table, checked_call, compiled, seatings_by_seat
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import load_rules

LINE_UP = ("greedy", "greedy")
SEEDS, DEALS = 200, 200


def run(folder, *words, games="8000"):
    with pytest.raises(SystemExit) as end:
        main(["run", *LINE_UP, "--games", games, "--out", str(folder), "--quiet", *words])
    assert not end.value.code
    return folder


@cache
def arrays(start: str):
    record = rules_record(load_rules("standard", [f"prestige_at_start={start}"]), load_catalogue(), 2)
    return Table(record, [load(name) for name in LINE_UP])


def wins(start: str, seed: int, deals: int) -> np.ndarray:
    """Share of the first seat in each deal, with so much prestige at the start."""
    winners, rounds = np.zeros(deals, np.uint8), np.zeros(deals, np.uint8)
    seatings = seatings_by_seat([[1, 2]])
    checked_call(
        compiled("winners"),
        arrays(start),
        (seed, 0, deals, seatings),
        (winners, rounds, None),
        lambda: int(np.count_nonzero(rounds)),
    )
    return np.array([np.nan, 1.0, 0.0, 0.5])[winners]


def estimate(won: np.ndarray):
    return share(
        [sums_by_deal({"won": np.nan_to_num(won), "finished": ~np.isnan(won)}, 1)], "won", "finished"
    )


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    top = tmp_path_factory.mktemp("starts")
    return [run(top / f"start{k}", "--set", f"prestige_at_start=[{k}]") for k in (0, 1, 2)]


def test_two_prestige_at_the_start_are_found(folders):
    given = analyse(open_runs([folders[2]]))
    seats = given.settings[0].seats.headline
    assert seats.rows[0].verdict == "outside" and seats.rows[0].share.low > 0.55 and seats.p < 1e-9


def test_a_target_that_is_reached_early_is_then_nothing_odd(tmp_path):
    folder = run(tmp_path / "run", "--set", "prestige_at_start=[11]", games="500")
    assert table(folder, "games")["target_round"].min() < 11
    assert "impossible" not in {oddity.kind for oddity in analyse(open_runs([folder])).settings[0].oddities}


@pytest.mark.long
@pytest.mark.parametrize("words", [(), ("--veto", "0.02")], ids=["plain", "veto"])
def test_the_tables_hold_the_start_apart(tmp_path, words):
    folder = run(tmp_path / "run", "--set", "prestige_at_start=[3,1]", *words, games="500")
    seats, rounds = table(folder, "seats").cast({"prestige": pl.Int64}), table(folder, "rounds")
    start = pl.when(pl.col("seat") == 1).then(3).otherwise(1)
    assert seats.select(
        (pl.col("prestige") - pl.col("prestige_cards") - pl.col("prestige_nobles") == start).all()
    ).item()
    for number in (5, 10):
        noted = (
            seats.group_by("seat")
            .agg(pl.col(f"prestige_{number}").cast(pl.Int64).sum())
            .sort("seat")[f"prestige_{number}"]
        )
        summed = (
            rounds.filter(pl.col("round") == number)
            .group_by("seat")
            .agg(pl.col("sum_of_prestige").sum())
            .sort("seat")["sum_of_prestige"]
        )
        assert noted.to_list() == summed.to_list()
    first = (
        rounds.filter(pl.col("round") == 1)
        .group_by("seat")
        .agg(pl.col("sum_of_prestige").sum())
        .sort("seat")["sum_of_prestige"]
    )
    assert first.to_list() == [3 * 500, 1 * 500]


@pytest.mark.long
def test_the_handicap_as_played_makes_the_seats_equal(folders):
    """Other deals, of which as many are played with the whole prestige above it as it lies above
    the whole one below."""
    ((_, (first, _)),) = of_settings(analyse(open_runs(folders)).settings)
    assert 0.2 < first.fair.low < first.fair.estimate < first.fair.high < 0.8
    whole = round(20_000 * first.fair.estimate)
    mixed = np.concatenate([wins("[1]", 77, whole), wins("[]", 78, 20_000 - whole)])
    # The error of the handicap itself, in shares, beside that of the check.
    slack = 0.06 * first.fair.half_width
    found = estimate(mixed)
    assert found.low - slack <= 0.5 <= found.high + slack
    assert estimate(wins("[]", 78, 20_000)).high < 0.49
    assert estimate(wins("[1]", 77, 20_000)).low > 0.515


@pytest.mark.long
def test_intervals_cover_what_is_planted_is_found_and_equal_seats_are_not_accused():
    """Seeded repetitions: each judges the seats of a few hundred games."""
    truth = {start: np.nanmean(wins(start, 10_000, 40_000)) for start in ("[]", "[1]", "[2]")}
    above = (0.5 - truth["[]"]) / (truth["[1]"] - truth["[]"])
    part = round(DEALS * above)
    covered, found, accused = [], [], []
    for seed in range(SEEDS):
        played = {start: wins(start, seed, DEALS) for start in truth}
        for start, value in truth.items():
            one = estimate(played[start])
            covered.append(one.low <= value <= one.high)
        found.append(estimate(played["[2]"]).low > 0.5)
        # Seats made equal: the share of the games with one prestige more that makes up for the
        # order of play.
        equal = estimate(np.concatenate([played["[1]"][:part], played["[]"][part:]]))
        accused.append(not equal.low <= 0.5 <= equal.high)
    assert 0.92 <= np.mean(covered) <= 0.98
    assert np.mean(found) > 0.6
    assert 0.02 <= np.mean(accused) <= 0.09
