"""Reserves: counted by hand in small tables; a strategy that blocks is seen to."""

import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.reserves import DESIGN_EFFECT
from simcli.analysis.runs import open_runs
from simcli.compare.metrics import all_values
from simcli.report.sections import reserves as section
from synthetic import CARDS, write_run

COUNTS = ("reserved_table", "reserved_wanted", "reserved_deck", "bought_reserved")


def with_reserves(folder, rows):
    """Give a run of one part these reserves: (place, seat, card) to COUNTS; all others are none."""
    (part,) = (folder / "cards").iterdir()
    frame = pl.read_parquet(part)
    keys = frame.select("place", "seat", "card").rows()
    frame.with_columns(
        pl.Series(name, [rows.get(key, (0,) * 4)[number] for key in keys], pl.Int64) for number, name in enumerate(COUNTS)
    ).write_parquet(part)
    return folder


def test_counted_by_hand(tmp_path):
    assert [CARDS[k]["level"] for k in (0, 44, 89)] == [1, 2, 3]
    rows = {(1, 1, 1): (10, 3, 0, 4), (1, 2, 45): (20, 2, 2, 8), (2, 1, 90): (30, 30, 0, 3), (2, 2, 1): (0, 0, 4, 1)}
    found = analyse(open_runs([with_reserves(write_run(tmp_path / "run", ("a", "b"), deals=50, parts=1), rows)])).settings[0]
    by_name = {row.name: row for row in found.reserves.rows}
    assert list(by_name) == ["All reserves", "Seat 1", "Seat 2", "b", "a", "Level 1", "Level 2", "Level 3"]
    blocked = {"All reserves": 35 / 60, "Seat 1": 33 / 40, "Seat 2": 2 / 20, "a": 5 / 30, "b": 1, "Level 1": 3 / 10, "Level 2": 2 / 20, "Level 3": 1}
    later = {"All reserves": 16 / 66, "Seat 1": 7 / 40, "Seat 2": 9 / 26, "a": 12 / 32, "b": 4 / 34, "Level 1": 5 / 14, "Level 2": 8 / 22, "Level 3": 0.1}
    assert {name: row.blocked.value for name, row in by_name.items()} == pytest.approx(blocked)
    assert {name: row.later.value for name, row in by_name.items()} == pytest.approx(later)
    assert (by_name["b"].table, by_name["b"].deck) == (30, 4) and by_name["b"].blocked.low < 0.9
    assert by_name["a"].blocked.se == pytest.approx((DESIGN_EFFECT * 5 / 30 * 25 / 30 / 30) ** 0.5)
    values = all_values(found)
    assert values["blocking_reserve_rate"] == by_name["All reserves"].blocked
    assert values["level2_reserved_bought_rate"] == by_name["Level 2"].later and values["seat2_blocking_reserve_rate"] == by_name["Seat 2"].blocked


def test_the_whole_is_what_the_seats_table_says(tmp_path, simcli):
    assert simcli("run", "random", "blocker", "--games", 400, "--out", tmp_path / "run", "-q").code == 0
    found = analyse(open_runs([tmp_path / "run"])).settings[0]
    together, seats = found.reserves.together, pl.read_parquet(tmp_path / "run" / "seats")
    assert (together.table, together.deck) == (seats["reserves_table"].cast(int).sum(), seats["reserves_deck"].cast(int).sum())
    assert together.later.value == pytest.approx(found.tokens.bought_later.value)
    # The blocker reserves what the other could purchase, the random one whatever there is.
    blocker, other = found.reserves.of("strategy")
    assert blocker.name == "blocker" and min(blocker.blocked.low, 0.7) > other.blocked.high
    assert "with 2 players, blocker blocks with" in section.figure([found]).title


def test_no_reserve_and_one_deal(tmp_path):
    none = analyse(open_runs([with_reserves(write_run(tmp_path / "none", deals=20, parts=1), {})])).settings[0]
    assert none.reserves.rows == () and "blocking_reserve_rate" in all_values(none)
    assert section.figure([none]).title == "No card was reserved from the table" and section.table([none]).rows == ()
    hidden = analyse(open_runs([with_reserves(write_run(tmp_path / "deck", deals=20, parts=1), {(1, 1, 3): (0, 0, 5, 2)})])).settings[0]
    assert hidden.reserves.together.blocked is None and hidden.reserves.together.later.value == 0.4
    assert section.figure([hidden]).rows[0][5] is None
    one = analyse(open_runs([with_reserves(write_run(tmp_path / "one", deals=1, parts=1), {(1, 1, 3): (2, 1, 0, 0)})])).settings[0]
    assert one.reserves.together.blocked.value == 0.5 and not one.reserves.together.blocked.known


def test_a_seat_that_keeps_its_strategy_is_no_seat(tmp_path):
    run = write_run(tmp_path / "run", ("a", "b"), deals=200, parts=1, seating="fixed")
    assert {row.kind for row in analyse(open_runs([run])).settings[0].reserves.rows} == {"all", "strategy", "level"}
