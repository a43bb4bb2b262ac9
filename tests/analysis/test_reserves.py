"""Reserves: counted by hand in small tables, their spread against games drawn at random; a strategy
that blocks is seen to."""

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.evaluate import DESIGN_EFFECT
from simcli.analysis.runs import open_runs
from simcli.report.sections import reserves as section
from synthetic import CARDS, write_run

OF_SEATS = ("reserves_table", "reserves_wanted", "reserves_deck", "reserved_bought")
OF_CARDS = ("reserved_table", "reserved_wanted", "reserved_deck", "bought_reserved")
NONE = (0, 0, 0, 0)


def with_values(folder, table, keys, names, values):
    """Give a run of one part these values in a table: `values` of the keys to one for each name, or
    none; all others are 0."""
    (part,) = (folder / table).iterdir()
    frame = pl.read_parquet(part)
    found = [values.get(key, NONE) for key in frame.select(keys).rows()]
    frame.with_columns(
        pl.Series(name, [row[i] for row in found], frame.schema[name]) for i, name in enumerate(names)
    ).write_parquet(part)
    return folder


def with_reserves(folder, seats, cards=None):
    """Give a run these reserves by (game, seat), and these by card."""
    with_values(folder, "seats", ("game", "seat"), OF_SEATS, seats)
    return with_values(
        folder, "cards", ("card",), OF_CARDS, {(card,): row for card, row in (cards or {}).items()}
    )


def test_counted_by_hand(tmp_path):
    # Game 0 seats a first, game 1 b first.
    seats = {(0, 1): (10, 3, 0, 4), (0, 2): (20, 20, 2, 2), (1, 1): (30, 30, 0, 3), (1, 2): (0, 0, 4, 1)}
    found = analyse(
        open_runs([with_reserves(write_run(tmp_path / "run", ("a", "b"), deals=50, parts=1), seats)])
    ).settings[0]
    by_name = {row.name: row for row in found.reserves.rows}
    assert list(by_name) == ["All reserves", "Seat 1", "Seat 2", "b", "a"]
    blocked = {"All reserves": 53 / 60, "Seat 1": 33 / 40, "Seat 2": 1, "a": 3 / 10, "b": 1}
    later = {"All reserves": 10 / 66, "Seat 1": 7 / 40, "Seat 2": 3 / 26, "a": 5 / 14, "b": 5 / 52}
    assert {name: row.blocked.value for name, row in by_name.items()} == pytest.approx(blocked)
    assert {name: row.later.value for name, row in by_name.items()} == pytest.approx(later)
    assert (by_name["b"].table, by_name["b"].deck) == (50, 2)
    values = found.values
    assert values["blocking_reserve_rate"] == by_name["All reserves"].blocked and values[
        "reserved_bought_rate"
    ].value == pytest.approx(10 / 66)
    assert values["seat2_blocking_reserve_rate"] == by_name["Seat 2"].blocked


def test_by_level_from_the_cards(tmp_path):
    assert [CARDS[k]["level"] for k in (0, 44, 89)] == [1, 2, 3]
    cards = {1: (5, 1, 1, 2), 45: (20, 2, 2, 8), 90: (30, 30, 0, 3)}
    run = with_reserves(write_run(tmp_path / "run", ("a", "a"), deals=50, parts=1), {}, cards)
    rows = pl.read_parquet(run / "cards")["card"].value_counts()["count"][
        0
    ]  # places and seats that each card stands for
    first, second, third = analyse(open_runs([run])).settings[0].reserves.of("level")
    assert (first.blocked.value, second.blocked.value, third.blocked.value) == pytest.approx(
        (1 / 5, 2 / 20, 1)
    )
    assert (first.later.value, second.later.value, third.later.value) == pytest.approx((2 / 6, 8 / 22, 0.1))
    assert first.blocked.se == pytest.approx((DESIGN_EFFECT * 1 / 5 * 4 / 5 / (5 * rows)) ** 0.5)
    values = analyse(open_runs([run])).settings[0].values
    assert (
        values["level2_reserved_bought_rate"] == second.later
        and values["level1_blocking_reserve_rate"] == first.blocked
    )


def test_reserves_of_a_deal_belong_together(tmp_path):
    """Where all reserves of a deal block, or none, the interval is that of as many shares as there
    are deals."""
    rng = np.random.default_rng(5)
    deals, each = 400, 8
    blocks = rng.random(deals) < 0.3
    seats = {
        (2 * deal + k, seat): (each, each * int(blocks[deal]), 0, 0)
        for deal in range(deals)
        for k in (0, 1)
        for seat in (1, 2)
    }
    run = with_reserves(write_run(tmp_path / "run", ("a", "b"), deals=deals, parts=1), seats)
    answer = analyse(open_runs([run])).settings[0].reserves
    expected = (blocks.mean() * (1 - blocks.mean()) / (deals - 1)) ** 0.5
    assert answer.together.blocked.value == pytest.approx(blocks.mean())
    for row in (answer.together, *answer.of("seat"), *answer.of("strategy")):
        assert row.blocked.se == pytest.approx(expected, rel=0.01)


def test_the_whole_is_what_the_tables_say(tmp_path, simcli):
    assert simcli("run", "random", "blocker", "--games", 400, "--out", tmp_path / "run", "-q").code == 0
    found = analyse(open_runs([tmp_path / "run"])).settings[0]
    together, cards = found.reserves.together, pl.read_parquet(tmp_path / "run" / "cards")
    assert (together.table, together.deck) == (cards["reserved_table"].sum(), cards["reserved_deck"].sum())
    assert together.blocked.value == pytest.approx(cards["reserved_wanted"].sum() / together.table)
    mine = cards.filter(pl.col("strategy").cast(str) == "blocker")
    # The blocker reserves what the other could purchase, the random one whatever there is.
    blocker, other = found.reserves.of("strategy")
    assert blocker.blocked.value == pytest.approx(
        mine["reserved_wanted"].sum() / mine["reserved_table"].sum()
    )
    assert blocker.name == "blocker" and min(blocker.blocked.low, 0.7) > other.blocked.high
    assert "with 2 players, blocker blocks with" in section.blocking_figure([found]).title


def test_no_reserve_and_one_deal(tmp_path):
    none = analyse(open_runs([with_reserves(write_run(tmp_path / "none", deals=20, parts=1), {})])).settings[
        0
    ]
    assert none.reserves.rows == () and "blocking_reserve_rate" not in none.values
    assert (
        section.blocking_figure([none]).title == "No card was reserved from the table"
        and section.blocking_table([none]).rows == ()
    )
    hidden = analyse(
        open_runs([with_reserves(write_run(tmp_path / "deck", deals=20, parts=1), {(0, 1): (0, 0, 5, 2)})])
    ).settings[0]
    assert hidden.reserves.together.blocked is None and hidden.reserves.together.later.value == 0.4
    assert section.blocking_figure([hidden]).rows[0][5] is None
    one = analyse(
        open_runs([with_reserves(write_run(tmp_path / "one", deals=1, parts=1), {(0, 1): (2, 1, 0, 0)})])
    ).settings[0]
    assert one.reserves.together.blocked.value == 0.5 and not one.reserves.together.blocked.known


def test_a_seat_that_keeps_its_strategy_is_no_seat(tmp_path):
    run = write_run(tmp_path / "run", ("a", "b"), deals=200, parts=1, seating="fixed")
    assert {row.kind for row in analyse(open_runs([run])).settings[0].reserves.rows} == {
        "all",
        "strategy",
        "level",
    }
