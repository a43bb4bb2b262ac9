"""What commands refuse before they do anything, and what they must not destroy."""

import os
import threading

import pytest

from played import planned_run
from simcli.base.paths import strategies_folder
from simcli.cli.announce import announcer


@pytest.fixture
def run(tmp_path):
    return planned_run(tmp_path / "run", ["random", "greedy"], 4)


def test_replay_writes_into_a_pipe_and_leaves_it_there(tmp_path, run, simcli):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert simcli("replay", run, "1", "--out", pipe, "-q").code == 0
    reader.join(20)
    assert pipe.is_fifo() and "Game 1" in read[0]


def test_replay_follows_a_link_and_spares_the_run(tmp_path, run, simcli, refused):
    link, target = tmp_path / "link", tmp_path / "target"
    target.write_text("old")
    link.symlink_to(target)
    assert simcli("replay", run, "1", "--out", link, "-q").code == 0
    assert link.is_symlink() and "Game 1" in target.read_text()
    manifest = (run / "run.json").read_text()
    refused("replay", run, "1", "--out", run / "run.json", words=["run.json", "of the run itself"])
    assert (run / "run.json").read_text() == manifest


@pytest.mark.parametrize(
    "option",
    [
        ("--games", "8"),
        ("--seed", "2"),
        ("--set", "prestige_to_win=3"),
        ("--seating", "fixed"),
        ("--veto", "0.1"),
    ],
)
def test_options_that_a_run_to_go_on_with_would_ignore_are_refused(run, refused, option):
    refused("run", run, "--resume", *option, words=[option[0], run.name, "leave"])
    refused("run", "--resume", words=["name the run"])
    refused("run", "--resume", "--out", run, words=[f"simcli run {run} --resume"])


def test_options_that_a_sweep_to_go_on_with_would_ignore_are_refused(tmp_path, refused):
    refused("sweep", tmp_path, "--resume", "--games", "8", words=["--games", "leave"])


@pytest.mark.parametrize(
    "line", ["1 / 0", "raise KeyError(1)", "open('/none/file')", "assert False", "raise SystemExit(3)"]
)
def test_a_strategy_file_may_raise_anything(tmp_path, refused, line):
    file = tmp_path / "mine.py"
    file.write_text(f'"""Any."""\n{line}\n')
    refused("run", "random", file, "--games", "4", "--out", tmp_path / "new", words=["mine.py, line 2: "])
    assert not (tmp_path / "new").exists()


def test_a_folder_is_no_strategy(tmp_path, refused):
    (tmp_path / "mine.py").mkdir()
    refused("run", "random", tmp_path / "mine.py", words=["mine.py", "a folder"])


@pytest.mark.parametrize("option", ["--junit", "--markdown", "--state"])
def test_compare_looks_first_where_it_is_to_write(tmp_path, refused, option):
    (tmp_path / "file").write_text("")
    refused("compare", "greedy", "random", option, tmp_path, words=[option, tmp_path.name, "folder"])
    refused("compare", "greedy", "random", option, tmp_path / "file" / "x", words=[option, "file"])


def test_report_merge_and_tournament_look_first_where_they_are_to_write(tmp_path, run, refused):
    (tmp_path / "file").write_text("")
    under = tmp_path / "file" / "x"
    refused("merge", under, run, words=["OUT", "file"])
    refused("tournament", "greedy", "random", "--games", "4", "--out", under, words=["--out", "file"])
    refused("report", run, "--text", "--out", tmp_path / "new", words=["--text", "--out"])


def test_a_file_is_no_run(tmp_path, simcli):
    (tmp_path / "file").write_text("")
    outcome = simcli("replay", tmp_path / "file", "1")
    assert outcome.code == 5 and "not a run folder" in outcome.err and "Errno" not in outcome.err


@pytest.mark.parametrize("text", ["x", "0", "1", "nan", ""])
def test_chances_are_quoted(refused, text):
    refused("sprt", "1", "2", "3", "--alpha", text, words=["--alpha", repr(text), "between 0 and 1"])
    refused("plan", "--beta", text, words=["--beta", repr(text), "between 0 and 1"])


@pytest.mark.parametrize("text", ["x", "0", "-1", "nan", "inf", "1e999"])
def test_numbers_above_zero_are_quoted(refused, text):
    refused("plan", "--games-per-second", text, words=[repr(text), "above 0"])
    refused("plan", "--variance", text, words=[repr(text), "above 0"])


def test_the_end_of_a_range_is_named_to_whom_it_stops(refused):
    refused("run", "a", "b", "--seed", 2**63, words=["--seed", f"from 0 to {2**63 - 1}"])
    refused("tournament", "a", "b", "--players", "x", words=["--players", "'x'"])


def test_a_closed_standard_input_is_told(monkeypatch, refused):
    monkeypatch.setattr("sys.stdin", None)
    refused("position", "show", "-", words=["standard input is closed", "position"])


def test_a_compilation_is_told_with_the_name_of_the_strategy(capsys):
    announce = announcer()
    for what in (
        strategies_folder() / "noble_hunter.py",
        strategies_folder() / "noble_hunter.py",
        "the game",
    ):
        announce(what)
    assert capsys.readouterr().err.count("compiling noble-hunter (") == 1
