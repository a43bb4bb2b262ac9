"""The table of faults (docs/faults.md): what a machine or a user can do to a run, the exit code and
the one plain message of each."""

import errno
import json
import os
import pty
import resource
import shutil
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from runs import same_tables, start, wait_for

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


def plays(command, folder, **options) -> subprocess.CompletedProcess:
    """A small run in a process of its own."""
    line = [sys.executable, "-m", "simcli.cli.app", *command, "-q", "--jobs", "1", "--out", str(folder)]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120, **options)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 400 kB and what changes it: `small_disk("size=8m")`."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(*words) -> bool:
        return (
            shutil.which("mount") is not None
            and subprocess.run(["mount", *words, str(folder)], capture_output=True, check=False).returncode
            == 0
        )

    if not mount("-t", "tmpfs", "-o", "size=400k", "tmpfs"):
        pytest.skip("may not mount a file system here")
    try:
        yield folder, lambda options: mount("-o", f"remount,{options}")
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)


def test_the_disk_is_full_and_then_is_not(tmp_path, simcli, small_disk):
    disk, change = small_disk
    command = ("run", "random", "greedy", "--games", "20k")
    outcome = plays(command, disk / "run")
    assert (
        outcome.returncode == 2
        and outcome.stdout == ""
        and f"{disk / 'run'}: No space left on device" in one_line(outcome.stderr)
    )
    there = len(list((disk / "run" / "games").glob("*.parquet")))
    assert 0 < there < 8 and not list((disk / "run").glob("*/*.tmp"))
    assert f"{there} parts" in simcli("doctor", disk / "run").out
    assert change("size=16m") and simcli("run", disk / "run", "--resume", "-q").code == 0
    assert simcli(*command, "-q", "--out", tmp_path / "whole").code == 0 and same_tables(
        disk / "run", tmp_path / "whole"
    )


def test_the_disk_becomes_read_only(simcli, small_disk):
    disk, change = small_disk
    assert change("size=4m") and simcli("run", *SMALL, "-q", "--out", disk / "run").code == 0
    part = min((disk / "run" / "games").iterdir())
    part.unlink()
    assert change("ro")
    outcome = simcli("run", disk / "run", "--resume", "-q")
    assert outcome.code == 2 and "cannot be written (Read-only file system)" in one_line(outcome.err)
    assert simcli("run", *SMALL, "-q", "--out", disk / "other").code == 2 and not (disk / "other").exists()


def test_files_may_not_become_that_large(tmp_path, simcli):
    limit = 150_000  # bytes; more than run.json, less than a part of seats
    outcome = plays(
        ("run", "random", "greedy", "--games", "100k"),
        tmp_path / "run",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert outcome.returncode == 2 and f"{tmp_path / 'run'}: File too large" in one_line(outcome.stderr)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["progress"]["state"] == "failed"
    assert not list((tmp_path / "run").glob("*/*.tmp")) and simcli("doctor", tmp_path / "run").code == 0


@pytest.mark.parametrize("number", [errno.EDQUOT, errno.EIO])
def test_the_disk_refuses(tmp_path, simcli, monkeypatch, number):
    """What cannot be had in a test: a quota, a broken disk."""
    from simcli.store import parts as store

    written, real = [], store.write_files

    def write(folder, first, last, files):
        if len(written) == 3:
            raise OSError(number, os.strerror(number), str(folder / "games"))
        written.append((first, last))
        real(folder, first, last, files)

    monkeypatch.setattr(store, "write_files", write)
    outcome = simcli("run", *SMALL, "-q", "--jobs", 1, "--out", tmp_path / "run")
    assert outcome.code == 2 and os.strerror(number) in one_line(outcome.err)
    assert len(list((tmp_path / "run" / "games").iterdir())) == 3
    monkeypatch.undo()
    assert simcli("run", tmp_path / "run", "--resume", "-q").code == 0


def test_the_folder_is_taken_away(tmp_path):
    folder = tmp_path / "run"
    process = start("run", "random", "greedy", "--games", "400k", "-q", "--out", folder)
    wait_for(lambda: list(folder.glob("games/*.parquet")), process)
    folder.rename(tmp_path / "gone")
    shutil.rmtree(tmp_path / "gone")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 5 and out == "" and "taken away" in one_line(err)
    assert not folder.exists()


def test_a_folder_that_is_a_file_or_the_kernel_s(tmp_path, refused):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "run", "/proc/run"):
        refused("run", *SMALL, "--out", folder, words=[str(folder)])


@pytest.mark.parametrize("size", [0, 100])
def test_a_part_is_cut_short(run, simcli, size):
    path = sorted((run / "seats").iterdir())[1]
    path.write_bytes(path.read_bytes()[:size])
    for command in (
        ("run", run, "--resume"),
        ("verify", run),
        ("doctor", run),
        ("merge", run.with_name("m"), run),
    ):
        outcome = simcli(*command)
        assert outcome.code == 5 and str(path) in outcome.err, (command, outcome)
    (run / "games" / path.name).unlink()  # what the message says
    assert simcli("run", run, "--resume", "-q").code == 0 and simcli("verify", run, "-q").code == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "simcli-run/9"}'])
def test_the_manifest_is_broken(run, simcli, text):
    (run / "run.json").write_text(text)
    for command in (
        ("run", run, "--resume"),
        ("verify", run),
        ("doctor", run),
        ("merge", run.with_name("m"), run),
    ):
        outcome = simcli(*command)
        assert outcome.code == 5 and "run.json" in one_line(outcome.err)


def test_a_value_of_the_manifest_is_changed(run, simcli):
    text = (run / "run.json").read_text()
    (run / "run.json").write_text(text.replace('"seed": 1,', '"seed": 2,'))
    outcome = simcli("verify", run)
    assert outcome.code == 5 and "changed by hand" in one_line(outcome.err)


@pytest.mark.parametrize(
    ("source", "words"), [(RAISES, ("ValueError: boom", "round 9")), (ILLEGAL, ("chose action 63", "legal"))]
)
def test_a_strategy_breaks(tmp_path, simcli, source, words):
    mine = tmp_path / "mine.py"
    mine.write_text(source)
    outcome = simcli("run", mine, "random", "-q", "--games", 100, "--out", tmp_path / "run")
    assert outcome.code == 6
    assert all(
        word in one_line(outcome.err) for word in (*words, "mine.py", "game ", "run seed 1", "deal ", "seat ")
    )


LATE = 1_234_567
RAISES_THEN = '''"""Raises where the table of one deal lies before it and nobody has moved."""

from simcli.toolkit import any_of


def choose(view, legal):
    if view.table.round == 1 and view.table.seat == 0:
        same = 0
        for place in range(8):
            same += view.rules.card[view.table.card[place]].id == CARDS[place]
        if same == 8:
            raise ValueError("boom")
    return any_of(view, legal)


CARDS = {cards}
'''


@pytest.mark.long
def test_game_1234567_breaks(tmp_path, simcli):
    """The message names that game, the parts before it stay; played alone, it breaks again, and
    without the fault the run goes on."""
    schedule = (
        "--games",
        "1300k",
        "--shard",
        "19/20",
        "--jobs",
        1,
        "-q",
    )  # deals 585,000 to 617,499 of the schedule, in two parts
    before, mine = tmp_path / "before", tmp_path / "mine.py"
    assert simcli("run", "random", "greedy", *schedule, "--out", before).code == 0
    record = json.loads(simcli("replay", before, LATE, "--format", "jsonl").out)
    assert record["deal"] == LATE // 2
    mine.write_text(
        RAISES_THEN.format(cards=tuple(record["setup"]["decks"]["1"][:4] + record["setup"]["decks"]["2"][:4]))
    )
    outcome = simcli("run", "random", mine, *schedule, "--out", tmp_path / "run")
    assert outcome.code == 6
    for words in (
        f"strategy {str(mine)!r} raised ValueError: boom",
        f"in game {LATE} (run seed 1, deal {LATE // 2}), seat 1, round 1",
    ):
        assert words in one_line(outcome.err)
    assert [path.name for path in (tmp_path / "run" / "games").iterdir()] == [
        "part-000000585000-000000589823.parquet"
    ]
    assert simcli("verify", tmp_path / "run", "-q").code == 0 and simcli("doctor", tmp_path / "run").code == 0
    again = simcli("replay", tmp_path / "run", LATE, "-q")
    assert again.code == 6 and f"in game {LATE} " in again.err
    assert simcli("replay", tmp_path / "run", LATE - 1, "-q").code == 0


def test_no_home_and_no_cache(tmp_path):
    home = str(tmp_path / "absent")
    process = start("--version", HOME=home, SIMCLI_CACHE="", XDG_CACHE_HOME="")
    out, err = process.communicate()
    assert process.returncode == 0 and out.startswith("simcli ") and err == ""
    from simcli.base.paths import cache_folder

    cache = str(cache_folder())
    process = start("run", *SMALL, "-q", "--out", tmp_path / "run", HOME=home, SIMCLI_CACHE=cache)
    out, err = process.communicate()
    assert process.returncode == 0 and "win share" in out and err == ""
    (tmp_path / "file").write_text("")
    program = "from simcli.base.paths import cache_folder; print(cache_folder())"
    for cache in (str(tmp_path / "file" / "cache"), "/proc/cache"):
        outcome = subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            env={**os.environ, "SIMCLI_CACHE": cache},
            capture_output=True,
            text=True,
        )
        assert len(outcome.stderr.strip().splitlines()) == 1 and "SIMCLI_CACHE" in outcome.stderr


COMPILES = """
from numba import int64

from simcli.native.cache import compile_function


def double(n):
    return 2 * n


def square(n):
    return n * n


for function in (double, square):
    print(compile_function(function, int64(int64), function.__name__)(7))
"""


def test_broken_cache_files_and_eight_processes_at_once(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(COMPILES)
    environment = {**os.environ, "SIMCLI_CACHE": str(tmp_path)}

    def together(number: int) -> set:
        line = [sys.executable, program]
        processes = [
            subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(number)
        ]
        return {(process.communicate(), process.returncode) for process in processes}

    ((out, err), code), *others = together(8)
    assert not others and code == 0 and err == ""
    empty, cut = sorted((tmp_path / "compiled").glob("*.bin"))
    empty.write_bytes(b"")
    cut.write_bytes(cut.read_bytes()[:-50])
    assert together(1) == {((out, err), code)}


def test_the_clock_is_set_back(run, tmp_path, simcli):
    """What is on disk then comes from the future: times of files, and of the beginning of the run.
    Nothing asks for them."""
    before = shutil.copytree(run, tmp_path / "before")
    sorted((run / "games").iterdir())[2].unlink()
    text = (run / "run.json").read_text()
    assert '"created": "20' in text
    (run / "run.json").write_text(text.replace('"created": "20', '"created": "21'))
    for path in (*run.rglob("*"), run):
        os.utime(path, (4e9, 4e9))
    assert simcli("run", run, "--resume", "-q").code == 0 and simcli("verify", run, "-q").code == 0
    assert same_tables(run, before)


def test_the_clock_is_read_in_one_place():
    import simcli

    top = Path(simcli.__file__).parent
    asking = [
        str(path.relative_to(top))
        for path in top.rglob("*.py")
        if any(w in path.read_text() for w in ("time.time(", "datetime.now(", "st_mtime"))
    ]
    assert asking == ["store/manifest.py"]


@pytest.mark.parametrize("command", ["replay RUN 0-99 --format jsonl", "doctor RUN --json", "rules standard"])
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_reader_goes_away(run, command):
    words = [sys.executable, "-m", "simcli.cli.app", *command.replace("RUN", str(run)).split()]
    program = '"$@" | head -1 > /dev/null; echo "${PIPESTATUS[0]}"'
    outcome = subprocess.run(
        ["bash", "-c", program, "bash", *words], capture_output=True, text=True, check=True
    )
    assert outcome.stdout == "0\n" and outcome.stderr == ""


def test_an_output_that_is_full(run):
    with open("/dev/full", "w") as full:
        outcome = subprocess.run(
            [sys.executable, "-m", "simcli.cli.app", "doctor", run, "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert outcome.returncode == 2 and "No space left on device" in one_line(outcome.stderr)


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_has_a_bar_and_no_colours(tmp_path, environment):
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    line = [
        sys.executable,
        "-m",
        "simcli.cli.app",
        "run",
        "random",
        "greedy",
        "--games",
        "20k",
        "--out",
        str(tmp_path / "run"),
    ]
    with subprocess.Popen(
        line, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **environment}
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            seen += piece
    os.close(ours)
    assert process.returncode == 0 and b"\x1b" not in seen
    assert b"games/s]" in seen and b"win share" in seen


@pytest.mark.parametrize(
    "environment", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1", "CI": "true"}, {"TERM": "dumb"}]
)
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
