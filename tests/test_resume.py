"""A run survives what happens to it: signals, kills, and other processes; and what goes on is the
run that was begun."""

import json
import signal
import time

import pytest

from runs import same_tables, start, stopped, table, wait_for

LINE_UP = ("random", "greedy", "--games", "100k", "--seed", "3")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The run that nothing happened to."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    process = start("run", *LINE_UP, "-q", "--out", folder)
    assert process.wait() == 0, process.communicate()
    return folder


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_in_order_and_the_printed_line_resumes(tmp_path, whole, simcli, number):
    folder = tmp_path / "run"
    code, out, err = stopped(folder, *LINE_UP, number=number)
    assert code == 130 and out == "" and "Traceback" not in err
    assert err.splitlines()[-1] == f"simcli run {folder} --resume"
    assert json.loads((folder / "run.json").read_text())["progress"]["state"] == "interrupted"
    assert simcli("run", folder, "--resume", "-q").code == 0
    assert same_tables(folder, whole)
    assert json.loads((folder / "run.json").read_text())["progress"]["state"] == "complete"
    assert simcli("run", *LINE_UP, "--out", folder, "--resume", "-q").code == 0  # nothing is left to do
    assert same_tables(folder, whole)


def test_two_signals_stop_at_once(tmp_path, whole, simcli):
    code, _, _ = stopped(tmp_path / "run", *LINE_UP, times=2)
    assert code == 130
    assert simcli("run", tmp_path / "run", "--resume", "-q").code == 0 and same_tables(
        tmp_path / "run", whole
    )


def test_killed_again_and_again(tmp_path, whole, simcli):
    folder = tmp_path / "run"
    process = start("run", *LINE_UP, "-q", "--out", folder)
    for i in range(3):
        wait_for(lambda: (folder / ".lock").exists(), process)
        time.sleep(0.4 + 0.3 * i)
        process.kill()
        process.wait()
        process = start("run", folder, "--resume", "-q")
    process.kill()
    process.wait()
    assert simcli("run", folder, "--resume", "-q").code == 0
    assert same_tables(folder, whole)
    assert not list(folder.glob("*/*.tmp"))


def test_what_a_kill_left_between_two_renames_goes(tmp_path, whole, simcli):
    simcli("run", *LINE_UP, "-q", "--out", tmp_path / "run")
    part = sorted((tmp_path / "run" / "games").iterdir())[2]
    part.unlink()
    assert simcli("run", tmp_path / "run", "--resume", "-q").code == 0 and same_tables(
        tmp_path / "run", whole
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("--seed", "4"), ("seed", "3 there", "4 here")),
        (("--games", "8k"), ("deals",)),
        (("--set", "prestige_to_win=12"), ("prestige_to_win", "15", "12")),
        (("--seating", "fixed"), ("seating", "rotate", "fixed")),
        (("--shard", "1/2"), ("shard", "None", "[1, 2]")),
    ],
)
def test_another_run_is_refused_with_both_values(whole, simcli, change, words):
    before = table(whole, "games")
    outcome = simcli("run", *LINE_UP, *change, "--out", whole, "--resume")
    assert outcome.code == 5 and len(outcome.err.strip().splitlines()) == 1
    assert all(word in outcome.err for word in words), outcome.err
    assert table(whole, "games").equals(before)


def test_a_strategy_of_another_source_is_refused(tmp_path, simcli):
    mine = tmp_path / "mine.py"
    mine.write_text(
        '"""Takes what comes first."""\n\n\ndef choose(view, legal):\n    i = 0\n    while not legal >> i & 1:\n        i += 1\n    return i\n'
    )
    line_up = ("random", str(mine), "--games", "200", "-q", "--out", tmp_path / "run")
    assert simcli("run", *line_up).code == 0
    mine.write_text(mine.read_text().replace("what comes", "whatever comes"))
    outcome = simcli("run", tmp_path / "run", "--resume", "-q")
    assert outcome.code == 5 and "source" in outcome.err


def test_a_second_process_is_refused(tmp_path, simcli):
    folder = tmp_path / "run"
    process = start("run", *LINE_UP, "-q", "--out", folder)
    wait_for(lambda: (folder / ".lock").exists() and (folder / ".lock").read_text(), process)
    process.send_signal(signal.SIGSTOP)
    try:
        outcome = simcli("run", folder, "--resume", "-q")
    finally:
        process.kill()
        process.wait()
    assert outcome.code == 5 and f"pid {process.pid}" in outcome.err
