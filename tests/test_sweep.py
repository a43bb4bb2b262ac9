"""A sweep: every point is an ordinary run on the same deals, it can be gone on with and grow, and
its report compares deal by deal."""

import csv
import json

import pytest

from runs import table
from simcli.analysis.grid import analyse_grid
from simcli.analysis.runs import open_run
from simcli.base.errors import BadInput, RunDataError
from simcli.base.paths import data_folder
from simcli.report.sweep import findings, overview, sweep_report
from simcli.runs.player import prepare
from simcli.runs.sweep import NAME, open_sweep, plan_sweep, play_sweep, sweep_of_folder
from simcli.runs.sweep_axes import read_axes
from synthetic import write_run

LINE = ["random", "random"]


def planned(values: str, games: int = 64):
    return plan_sweep(LINE, read_axes([f"prestige_to_win={values}"]), "standard", games, 1, "rotate")


def play(sweep, folder, resume=False, advance=None):
    open_sweep(sweep, folder, resume, (0,), "a test")
    return play_sweep(sweep, folder, prepare(), "a test", 1, advance)


def test_a_sweep_is_gone_on_with_and_grows(tmp_path):
    folder, seen = tmp_path / "sweep", []
    assert play(planned("3..5..2"), folder) == 0
    three = folder / "runs" / "prestige_to_win=3"
    whole, untouched = (
        table(three, "games"),
        (folder / "runs" / "prestige_to_win=5" / "run.json").stat().st_mtime_ns,
    )
    sorted((three / "games").glob("*.parquet"))[1].unlink()
    assert play(planned("3;5;4"), folder, True, seen.append) == 0
    assert table(three, "games").equals(whole) and sum(seen) == 3 * 64
    assert (folder / "runs" / "prestige_to_win=5" / "run.json").stat().st_mtime_ns == untouched
    assert sorted(path.name for path in (folder / "runs").iterdir()) == [
        f"prestige_to_win={n}" for n in (3, 4, 5)
    ]
    again, base, command = sweep_of_folder(folder)
    assert again.games == 192 and base == (0,) and command == "a test"
    assert play_sweep(again, folder, prepare(), "a test", 1) == 0
    with pytest.raises(RunDataError, match="has the point prestige_to_win=5"):
        play(planned("3..4"), folder, True)
    with pytest.raises(RunDataError, match="is another run: deals is 64 there and 32 here"):
        play(planned("3..5", 32), folder, True)
    with pytest.raises(BadInput, match="holds a sweep already"):
        play(planned("3..5"), folder)


def test_points_play_the_same_deals(tmp_path):
    play(planned("3..4"), tmp_path / "sweep")
    one, two = (open_run(tmp_path / "sweep" / "runs" / f"prestige_to_win={n}") for n in (3, 4))
    grid = analyse_grid([one, two], ["prestige_to_win"], [["3"], ["4"]], [(3.0, 4.0)], 0)
    rounds = grid.gaps["rounds", 1]
    assert rounds.pairing == "paired" and rounds.difference.estimate >= 0 and rounds.gain < 1


def test_points_that_play_the_same_are_refused():
    with pytest.raises(BadInput, match="cannot be told apart"):
        plan_sweep(
            LINE, read_axes([], ["printed", str(data_folder() / "cards.csv")]), "standard", 2, 1, "rotate"
        )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("greedy", "--set", "prestige_to_win=12..14"), ("1 strategy given",)),
        (("greedy", "gredy", "--set", "prestige_to_win=12..14"), ("'gredy'", "'greedy'")),
        (("greedy", "greedy", "--set", "prestige_to_wn=12..14"), ("prestige_to_wn", "'prestige_to_win'")),
        (("greedy", "greedy", "--set", "prestige_to_win=98..102"), ("prestige_to_win=101", "from 1 to 100")),
        (("greedy", "greedy", "--set", "takes.fewer=free;fre"), ("fre", "'free'")),
        (("greedy", "greedy", "--set", "prestige_to_win=14..12"), ("empty",)),
        (("greedy", "greedy", "--cards", "printed", "--cards", "no.csv"), ("no.csv",)),
        (("greedy", "greedy", "--set", "teams=[[1,4],[2,3]];[]"), ("teams of 4 seats",)),
        (("greedy", "greedy", "--set", "prestige_to_win=12..14", "--games", "0"), ("--games",)),
        (("greedy", "greedy", "--set", "prestige_to_win=12..14", "--base", "prestige_to_win=11"), ("'11'",)),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(refused, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    refused("sweep", *arguments, words=words)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_sweep_is_not_gone_on_with(simcli, tmp_path):
    assert simcli("sweep", tmp_path, "--resume").code == 5
    (tmp_path / NAME).write_text("{}")
    outcome = simcli("sweep", tmp_path, "--resume")
    assert outcome.code == 5 and NAME in outcome.err


def grid_of(tmp_path, gains, **more):
    """Drawn runs: points 12, 13, ... whose first seat has this much more prestige."""
    runs = [
        open_run(
            write_run(
                tmp_path / f"p{k}",
                deals=600,
                rules={"prestige_to_win": 12 + k},
                seat_gain=[gain, 0.0],
                **more,
            )
        )
        for k, gain in enumerate(gains)
    ]
    points = [[str(12 + k)] for k in range(len(runs))]
    return analyse_grid(runs, ["prestige_to_win"], points, [tuple(float(point[0]) for point in points)], 1)


def test_a_planted_effect_is_sure_and_a_blank_is_not(tmp_path):
    grid = grid_of(tmp_path, (0.0, 0.0, 2.0))
    assert ("seat-1", 2) in grid.sure and ("seat-1", 0) not in grid.sure
    assert not any(number == 0 for _, number in grid.sure)
    assert ("seat-1", 1) not in grid.gaps
    said = findings(grid)
    assert said[0].startswith("Wins of seat 1: from ") and "rounds" in said[-1]
    head, rows = overview(grid)
    assert (
        head[:3] == ["prestige_to_win", "seat 1", "rounds"]
        and rows[1][0] == "13 (base)"
        and rows[2][1].endswith("*")
    )


def test_a_mixed_line_up_has_its_strategies_and_a_fixed_one_no_seats(tmp_path):
    mixed = grid_of(tmp_path / "mixed", (0.0, 0.0), line_up=("a", "b"), strength={"a": 2.0})
    assert {"strategy-1", "strategy-2", "seat-1"} <= {metric.id for metric in mixed.metrics}
    assert mixed.values["strategy-1", 0].value > 0.6
    fixed = grid_of(tmp_path / "fixed", (0.0, 0.0), line_up=("a", "b"), seating="fixed")
    assert "seat-1" not in {metric.id for metric in fixed.metrics}
    assert any("kept its seat" in text for text in sweep_report(fixed).sections[-1].text)


def test_the_command_writes_runs_report_and_data(simcli, tmp_path):
    folder = tmp_path / "sweep"
    outcome = simcli(
        "sweep",
        *LINE,
        "--set",
        "prestige_to_win=3..5",
        "--games",
        "48",
        "--out",
        folder,
        "--quiet",
        "--jobs",
        "1",
    )
    assert (
        outcome.code == 0
        and outcome.err == ""
        and "3 (base)" in outcome.out
        and str(folder / "report" / "index.html") in outcome.out
    )
    assert all(len(line) <= 80 for line in outcome.out.splitlines() if "index.html" not in line)
    held = json.loads((folder / "report" / "report.json").read_text())["sweep"]
    assert held["base"] == {"prestige_to_win": "3"} and [
        point["values"]["prestige_to_win"] for point in held["points"]
    ] == ["3", "4", "5"]
    rows = list(csv.DictReader((folder / "report" / "sweep.csv").open()))
    assert len(rows) == len(held["results"]) and {
        "prestige_to_win",
        "id",
        "difference",
        "low",
        "high",
        "pairing",
    } <= set(rows[0])
    assert {row["pairing"] for row in rows if row["difference"]} == {"paired"}
    assert (folder / "report" / "figures" / "rounds.csv").is_file() and (
        folder / "report" / "figures" / "rounds.png"
    ).is_file()
