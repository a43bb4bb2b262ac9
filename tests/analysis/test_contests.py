"""Contests for nobles: counted by hand in small tables, planted edges are found, and nothing is
said where nothing came."""

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.contests import answer
from simcli.analysis.gather import gather
from simcli.analysis.runs import open_runs, settings_of
from simcli.analysis.values import run_metrics, setting_values
from simcli.base.errors import RunDataError
from simcli.store.schema import polars_schema
from synthetic import write_run

TEAMS = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25}


def with_visits(folder, rows):
    """Give a run of one part these visits: (game, seat, rivals)."""
    (part,) = (folder / "nobles").iterdir()
    visits = [(game, seat, 20, 1, rivals) for game, seat, rivals in rows]
    pl.DataFrame(visits, schema=polars_schema("nobles"), orient="row").write_parquet(part)
    return folder


def contests_of(*folders):
    setting = settings_of(open_runs(folders))[0]
    found = [
        gather(run, (), metrics) for run, metrics in zip(setting.runs, run_metrics(setting), strict=True)
    ]
    return answer(setting, setting_values(setting, found))


def test_counted_by_hand(tmp_path):
    """Four seats of one strategy, four deals of one game each."""
    rows = [(0, 1, [2]), (0, 2, [1, 3]), (1, 1, []), (1, 4, [1, 2, 3]), (3, 2, [1])]
    found = contests_of(with_visits(write_run(tmp_path / "run", ("a",) * 4, deals=4, parts=1), rows))
    assert found.visits == 5 and found.contested.value == pytest.approx(4 / 5) and found.contested.deals == 4
    assert {number: round(value.value, 9) for number, value in found.rivals.items()} == {
        0: 0.2,
        1: 0.4,
        2: 0.2,
        3: 0.2,
    }
    by_name = {row.name: row for row in found.sides}
    assert [by_name[f"Seat {seat}"].contests for seat in (1, 2, 3, 4)] == [4, 4, 2, 1]
    assert [by_name[f"Seat {seat}"].won.value for seat in (1, 2, 3, 4)] == [1 / 4, 2 / 4, 0, 1]
    parts = [1 / 2 + 1 / 3 + 1 / 4 + 1 / 2, 1 / 2 + 1 / 3 + 1 / 4 + 1 / 2, 1 / 3 + 1 / 4, 1 / 4]
    assert [by_name[f"Seat {seat}"].expected for seat in (1, 2, 3, 4)] == pytest.approx(
        np.divide(parts, [4, 4, 2, 1])
    )
    assert by_name["Seat 1"].edge.value == pytest.approx((1 - parts[0]) / 4)
    assert found.strategies == ()


def test_intervals_are_clustered_by_deal(tmp_path):
    """Deals without a visit count as deals; two games of one deal are one piece of evidence."""
    rows = [(0, 1, [2]), (1, 1, [2]), (2, 2, []), (3, 2, []), (8, 1, [2])]
    found = contests_of(with_visits(write_run(tmp_path / "run", ("a", "b"), deals=6, parts=1), rows))
    contested, visits = np.array([2, 0, 0, 0, 1, 0]), np.array([2, 2, 0, 0, 1, 0])
    rest = contested - contested.sum() / visits.sum() * visits
    assert found.contested.se == pytest.approx(np.sqrt(6 * rest.var(ddof=1)) / visits.sum())
    assert found.contested.deals == 6


def test_strategies_are_followed_through_the_seats(tmp_path):
    """Two strategies, rotated: in the second game of a deal b sits in seat 1. The third place holds
    a again."""
    rows = [(0, 1, [2]), (1, 2, [3]), (2, 3, [1, 2])]
    run = with_visits(write_run(tmp_path / "run", ("a", "b", "a"), deals=1, parts=1), rows)
    labels = pl.read_parquet(run / "seats").with_columns(pl.col("strategy").cast(pl.String))
    seated = {
        (game, seat): label for game, seat, label in labels.select("game", "seat", "strategy").iter_rows()
    }
    won, part, there = ({"a": 0.0, "b": 0.0} for _ in range(3))
    for game, seat, rivals in rows:
        won[seated[game, seat]] += 1
        for one in (seat, *rivals):
            there[seated[game, one]] += 1
            part[seated[game, one]] += 1 / (1 + len(rivals))
    for row in contests_of(run).strategies:
        assert row.contests == there[row.name] and row.won.value == pytest.approx(
            won[row.name] / there[row.name]
        )
        assert row.expected == pytest.approx(part[row.name] / there[row.name])


def test_with_teams_the_teams_contest(tmp_path):
    rows = [(0, 1, [2, 3]), (0, 4, [2]), (1, 2, [1]), (1, 3, [])]
    found = contests_of(
        with_visits(write_run(tmp_path / "run", ("a", "b", "c", "d"), deals=2, parts=1, rules=TEAMS), rows)
    )
    assert [(row.name, row.contests, row.expected) for row in found.sides] == [
        ("Seats 1-4", 3, 0.5),
        ("Seats 2-3", 3, 0.5),
    ]
    assert [row.won.value for row in found.sides] == pytest.approx([2 / 3, 1 / 3])
    assert found.rivals[2].value == pytest.approx(1 / 4) and found.strategies == ()


@pytest.mark.parametrize("favoured", [0.5, 0.62])
def test_a_planted_edge_is_found_and_a_blank_is_not(tmp_path, favoured):
    """Who of the two gets a contested noble is drawn anew, seat 1 with a chance."""
    run = write_run(tmp_path / "run", deals=3000, parts=2, seed=9)
    rng = np.random.default_rng(4)
    for part in (run / "nobles").iterdir():
        frame = pl.read_parquet(part)
        owner = np.where(rng.random(len(frame)) < favoured, 1, 2)
        contested = frame["rivals"].list.len().to_numpy() > 0
        seat = np.where(contested, owner, frame["seat"].to_numpy())
        rivals = [[3 - int(who)] if some else [] for who, some in zip(seat, contested, strict=True)]
        frame.with_columns(
            pl.Series("seat", seat, pl.UInt8), pl.Series("rivals", rivals, pl.List(pl.UInt8))
        ).write_parquet(part)
    values = analyse(open_runs([run])).settings[0].values
    edge = values["seat1_contest_edge"]
    assert edge.low <= favoured - 0.5 <= edge.high and values[
        "seat1_contest_win_rate"
    ].value == pytest.approx(0.5 + edge.value)
    (one, two) = contests_of(run).sides
    assert (one.verdict, two.verdict) == (("undecided",) * 2 if favoured == 0.5 else ("more", "fewer"))
    assert values["noble_contested_rate"].low < 0.2 < values["noble_contested_rate"].high


def test_nothing_came_or_nobody_was_near(tmp_path):
    silent = contests_of(with_visits(write_run(tmp_path / "silent", deals=20, parts=1), []))
    assert (silent.visits, silent.contested, silent.rivals, silent.sides) == (0, None, {}, ())
    alone = contests_of(
        with_visits(write_run(tmp_path / "alone", deals=20, parts=1), [(3, 1, []), (4, 2, [])])
    )
    assert alone.contested.value == 0 and alone.contested.high > 0 and alone.sides == ()
    single = contests_of(with_visits(write_run(tmp_path / "single", deals=1, parts=1), [(0, 1, [2])]))
    assert (
        single.contested.value == 1
        and not single.contested.known
        and {row.verdict for row in single.sides} == {"undecided"}
    )


def test_seats_that_strategies_kept_are_left_out(tmp_path):
    run = with_visits(
        write_run(tmp_path / "run", ("a", "b"), deals=20, parts=1, seating="fixed"),
        [(3, 1, [2]), (4, 2, [1])],
    )
    found = contests_of(run)
    assert found.sides == () and {row.name for row in found.strategies} == {"a", "b"}


def test_a_seat_that_is_not_there_is_refused(tmp_path):
    for number, (seat, rivals) in enumerate([(3, [1]), (1, [0]), (1, [4])]):
        run = with_visits(
            write_run(tmp_path / f"run{number}", deals=20, parts=1), [(3, 1, [2]), (4, seat, rivals)]
        )
        with pytest.raises(RunDataError, match=r"nobles/part-.*names a seat"):
            contests_of(run)


def test_a_run_without_the_column_is_refused_plainly(tmp_path):
    run = write_run(tmp_path / "run", deals=20)
    for part in (run / "nobles").iterdir():
        pl.read_parquet(part).drop("rivals").write_parquet(part)
    with pytest.raises(
        RunDataError, match=r"nobles/part-.*column 'rivals' is missing: another version"
    ) as refusal:
        contests_of(run)
    assert len(str(refusal.value).splitlines()) == 2
