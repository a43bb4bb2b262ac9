"""`simcli demo` from end to end with few games, and what it refuses and leaves alone."""

import signal

from runs import start, wait_for
from simcli.cli.demo import MILLION, demo_runs


def test_the_demo_is_a_million_games_in_folders_of_their_own():
    runs = demo_runs()
    assert sum(run.games for run in runs) == MILLION and len({run.folder for run in runs}) == len(runs)
    assert {len(run.line_up) for run in runs} == {2, 3, 4} and {run.rules for run in runs} == {
        "standard",
        "team",
    }


def test_a_small_demo_writes_its_report_and_replaces_an_earlier_one(tmp_path, simcli):
    folders = ("--runs", tmp_path / "runs", "--out", tmp_path / "report")
    (tmp_path / "runs" / "old").mkdir(parents=True)
    (tmp_path / "runs" / "old" / "run.json").write_text("{}")
    outcome = simcli("demo", "--games", "2k", "--quiet", *folders)
    assert outcome.code == 0 and outcome.err == "", outcome
    assert (tmp_path / "report" / "index.html").is_file() and "index.html" in outcome.out
    assert {path.name for path in (tmp_path / "runs").iterdir()} == {run.folder for run in demo_runs()}


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path, refused):
    (tmp_path / "notes.txt").write_text("mine")
    refused("demo", "--runs", tmp_path, "--out", tmp_path / "report", words=["notes.txt", "not a run"])
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_an_interrupted_demo_says_how_to_start_again(tmp_path):
    folders = ("--runs", tmp_path / "runs", "--out", tmp_path / "report")
    process = start("demo", "--games", "100M", "--quiet", *folders)
    wait_for(lambda: list((tmp_path / "runs").glob("*/.lock")), process, 120)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (
        process.returncode == 130
        and out == ""
        and err.splitlines()[-1].startswith("simcli demo --games 100M")
    )
