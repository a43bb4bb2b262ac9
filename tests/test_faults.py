"""The table of faults: what a machine or a user can do to a run, the exit code and the one plain message of each."""

import errno
import json
import os
import subprocess
import sys

import pytest

from runs import start

SMALL = ("random", "greedy", "--games", "600")
RAISES = '"""Raises in one game."""\n\n\ndef choose(view, legal):\n    if view.table.round == 9:\n        raise ValueError("boom")\n    i = 0\n    while not legal >> i & 1:\n        i += 1\n    return i\n'
ILLEGAL = '"""Answers illegally."""\n\n\ndef choose(view, legal):\n    return 63\n'


def one_line(text: str) -> str:
    lines = text.strip().splitlines()
    assert 1 <= len(lines) <= 2 and "Traceback" not in text and lines[0].startswith("simcli: "), text
    return text


@pytest.fixture
def run(tmp_path, simcli):
    folder = tmp_path / "run"
    assert simcli("run", *SMALL, "-q", "--out", folder).code == 0
    return folder


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO])
def test_the_disk_refuses(tmp_path, simcli, monkeypatch, number):
    written = []

    def write(folder, first, last, files):
        if len(written) == 3:
            raise OSError(number, os.strerror(number), str(folder / "games"))
        written.append((first, last))
        real(folder, first, last, files)

    from simcli import store

    real = store.write_files
    monkeypatch.setattr(store, "write_files", write)
    outcome = simcli("run", *SMALL, "-q", "--jobs", 1, "--out", tmp_path / "run")
    assert outcome.code == 2 and os.strerror(number) in one_line(outcome.err)
    assert len(list((tmp_path / "run" / "games").iterdir())) == 3
    monkeypatch.undo()
    assert json.loads((tmp_path / "run" / "run.json").read_text())["progress"]["state"] == "failed"
    assert simcli("run", tmp_path / "run", "--resume", "-q").code == 0


def test_the_folder_is_taken_away(tmp_path, simcli, monkeypatch):
    import shutil

    from simcli import store

    real = store.write_files

    def write(folder, first, last, files):
        shutil.rmtree(folder)
        real(folder, first, last, files)

    monkeypatch.setattr(store, "write_files", write)
    outcome = simcli("run", *SMALL, "-q", "--jobs", 1, "--out", tmp_path / "run")
    assert outcome.code == 5 and "taken away" in one_line(outcome.err)


@pytest.mark.parametrize("size", [0, 100])
def test_a_part_is_cut_short(run, simcli, size):
    path = sorted((run / "seats").iterdir())[1]
    path.write_bytes(path.read_bytes()[:size])
    for command in (("run", run, "--resume"), ("verify", run), ("doctor", run), ("merge", run.with_name("m"), run)):
        outcome = simcli(*command)
        assert outcome.code == 5 and str(path) in outcome.err, (command, outcome)
    (run / "games" / path.name).unlink()  # what the message says
    assert simcli("run", run, "--resume", "-q").code == 0 and simcli("verify", run, "-q").code == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "simcli-run/9"}'])
def test_the_manifest_is_broken(run, simcli, text):
    (run / "run.json").write_text(text)
    for command in (("run", run, "--resume"), ("verify", run), ("doctor", run), ("merge", run.with_name("m"), run)):
        outcome = simcli(*command)
        assert outcome.code == 5 and "run.json" in one_line(outcome.err)


def test_a_value_of_the_manifest_is_changed(run, simcli):
    text = (run / "run.json").read_text()
    (run / "run.json").write_text(text.replace('"seed": 1,', '"seed": 2,'))
    outcome = simcli("verify", run)
    assert outcome.code == 5 and "changed by hand" in one_line(outcome.err)


@pytest.mark.parametrize(("source", "words"), [(RAISES, ("ValueError: boom", "round 9")), (ILLEGAL, ("chose action 63", "legal"))])
def test_a_strategy_breaks(tmp_path, simcli, source, words):
    mine = tmp_path / "mine.py"
    mine.write_text(source)
    outcome = simcli("run", mine, "random", "-q", "--games", 100, "--out", tmp_path / "run")
    assert outcome.code == 6
    assert all(word in one_line(outcome.err) for word in (*words, "mine.py", "game ", "run seed 1", "deal ", "seat "))


def test_a_late_game_is_named(tmp_path, simcli):
    """The parts before it stay, and its number is right: played alone, it breaks again."""
    mine = tmp_path / "mine.py"
    mine.write_text(RAISES.replace("view.table.round == 9", "view.table.round == 9 and view.table.bank & 0xFFFFFF == 0x010101"))
    outcome = simcli("run", mine, "random", "--games", "20k", "--jobs", 1, "-q", "--out", tmp_path / "run")
    assert outcome.code == 6
    game = int(outcome.err.split("in game ")[1].split()[0])
    again = simcli("replay", tmp_path / "run", game, "-q")
    assert again.code == 6 and f"in game {game} " in again.err
    assert simcli("doctor", tmp_path / "run").code == 0


def test_no_home_and_no_cache(tmp_path):
    environment = {"HOME": "/nonexistent", "SIMCLI_CACHE": "", "XDG_CACHE_HOME": ""}
    process = start("--version", **environment)
    out, err = process.communicate()
    assert process.returncode == 0 and out.startswith("simcli ") and err == ""
    (tmp_path / "file").write_text("")
    program = "from simcli.paths import cache_folder; print(cache_folder())"
    for cache in (str(tmp_path / "file" / "cache"), "/proc/cache"):
        outcome = subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "SIMCLI_CACHE": cache}, capture_output=True, text=True)
        assert len(outcome.stderr.strip().splitlines()) == 1 and "SIMCLI_CACHE" in outcome.stderr


def test_broken_cache_files_and_eight_processes_at_once(tmp_path):
    program = "from simcli import packing; packing.compile_all(); print(packing.differences(__import__('numpy').arange(9)).hex())"
    environment = {**os.environ, "SIMCLI_CACHE": str(tmp_path)}

    def together(number: int) -> set:
        line = [sys.executable, "-c", program]
        processes = [subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(number)]
        return {(process.communicate(), process.returncode) for process in processes}

    ((out, err), code), *others = together(8)
    assert not others and code == 0 and err == ""
    for i, path in enumerate(sorted((tmp_path / "compiled").glob("*.bin"))):
        path.write_bytes(path.read_bytes()[: 50 * i])
    assert together(1) == {((out, err), code)}


def test_the_clock_is_set_back(tmp_path, simcli, monkeypatch):
    monkeypatch.setattr("time.time", lambda: -1e6)
    assert simcli("run", *SMALL, "-q", "--out", tmp_path / "run").code == 0


def test_the_reader_goes_away(run):
    process = start("doctor", run, "--json")
    process.stdout.close()
    assert process.wait() == 0 and process.stderr.read() == ""


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1", "CI": "true"}, {"TERM": "dumb"}])
def test_no_terminal_means_no_cursor_codes(tmp_path, environment):
    process = start("run", *SMALL, "--out", tmp_path / "run", **environment)
    out, err = process.communicate()
    assert process.returncode == 0 and "\x1b" not in out + err and "\r" not in out + err
    assert "600 of 600 games (100%)" in err


def test_progress_for_wrappers_and_quiet(tmp_path, simcli):
    outcome = simcli("run", *SMALL, "--progress", "json", "--out", tmp_path / "a")
    last = [json.loads(line) for line in outcome.err.splitlines() if line.startswith("{")][-1]["progress"]
    assert last["done"] == last["total"] == 600 and last["unit"] == "games"
    assert simcli("run", *SMALL, "--quiet", "--out", tmp_path / "b").err == ""
