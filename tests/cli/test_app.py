"""The command line as a whole: help, version, errors and exit codes, and what is not imported."""

import errno
import os
import subprocess
import sys

import pytest
import typer

from simcli import __version__
from simcli.base.errors import Interrupted, RunDataError, StrategyError
from simcli.cli import lazy

HEAVY = ("numba", "polars", "matplotlib", "numpy", "rich", "tqdm")


def process(*arguments, **environment):
    """The command line in a process of its own."""
    full = {name: value for name, value in os.environ.items() if name != "SIMCLI_DEBUG"} | environment
    return subprocess.run(
        [sys.executable, "-m", "simcli.cli.app", *arguments],
        check=False,
        env=full,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def breaking(monkeypatch):
    """Let the command `rules` do something else: `breaking(error)` makes it raise, a function makes
    it that."""

    def put(what):
        app = lazy.new_app()

        @app.command()
        def broken():
            if isinstance(what, BaseException):
                raise what
            what()

        monkeypatch.setattr("simcli.cli.rules.app", app)

    return put


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ()])
def test_help_and_version_import_nothing_heavy(arguments):
    code = (
        "import sys, contextlib, io\nfrom simcli.cli.app import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n    try: main(sys.argv[1:])\n    except SystemExit as end: assert not end.code\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_help_is_plain_and_fits_80_columns(simcli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    for arguments in [("--help",), ("rules", "--help"), ("cards", "--help"), ("cards", "check", "-h")]:
        outcome = simcli(*arguments)
        assert outcome.code == 0 and outcome.err == ""
        assert outcome.out.isascii() and "\x1b" not in outcome.out
        assert max(map(len, outcome.out.splitlines())) <= 80


def test_forced_colour_changes_nothing():
    plain, forced = process("rules", "--help"), process("rules", "--help", FORCE_COLOR="1", CI="true")
    assert (plain.stdout, plain.returncode) == (forced.stdout, forced.returncode) and plain.stdout
    assert "\x1b" not in process("rules", "standrd", FORCE_COLOR="1").stderr


def test_no_arguments_show_the_help(simcli):
    assert simcli() == simcli("--help")


def test_version(simcli):
    assert simcli("--version") == (0, f"simcli {__version__}\n", "")


def test_a_terminal_without_unicode_is_no_fault():
    done = process("rules", "--set", 'title="é"', PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "") and r'title = "\xe9"' in done.stdout


def test_version_without_a_home():
    done = process("--version", HOME="/nonexistent")
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_has_its_file_and_its_help(simcli):
    listed = lazy.LazyGroup(name="simcli").list_commands(None)
    top = simcli("--help").out
    for name in listed:
        assert f"  {name} " in top
        assert simcli(name, "--help").code == 0


def test_every_command_file_is_listed():
    no_commands = {"__init__", "app", "lazy", "numbers", "output"}
    with_app = {
        file.stem
        for file in lazy.FOLDER.glob("*.py")
        if file.stem not in no_commands and "\napp = " in file.read_text()
    }
    assert with_app == set(lazy.LazyGroup(name="simcli").list_commands(None))


USES = {
    "unknown command": (("ruls",), ["'ruls'", "Did you mean 'rules'?"]),
    "far from any command": (("xyzzy",), ["'xyzzy'", "--help"]),
    "unknown option": (("rules", "--sett", "x"), ["--sett", "--set", "`simcli rules --help`"]),
    "unknown option before": (("--quite",), ["--quite", "`simcli --help`"]),
    "option without value": (("rules", "--set"), ["--set", "argument"]),
    "argument too many": (("rules", "standard", "more"), ["more"]),
    "argument missing": (("cards", "check"), ["FILE", "`simcli cards check --help`"]),
    "command missing": (("cards",), ["Missing command"]),
    "unknown command of a command": (("cards", "chek", "x"), ["'chek'", "'check'"]),
}


@pytest.mark.parametrize("arguments, words", USES.values(), ids=USES)
def test_wrong_use_is_told_in_two_lines(refused, arguments, words):
    refused(*arguments, words=words)


@pytest.mark.parametrize(
    "error, code, words",
    [
        (RunDataError("games/part-1.parquet is cut short"), 5, "games/part-1.parquet"),
        (StrategyError("greedy answered 99"), 6, "greedy answered 99"),
        (Interrupted("simcli run a b --resume"), 130, "simcli run a b --resume"),
        (KeyboardInterrupt(), 130, "Interrupted"),
        (
            OSError(errno.ENOSPC, "No space left on device", "out.json"),
            2,
            "out.json: No space left on device",
        ),
        (PermissionError(errno.EACCES, "Permission denied", "/there"), 2, "/there: Permission denied"),
        (ZeroDivisionError("division\nby zero"), 1, "fault of simcli: ZeroDivisionError: division by zero"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x"), 1, "FileNotFoundError"),
        (MemoryError(), 1, "MemoryError"),
        (typer.Exit(4), 4, ""),
    ],
)
def test_errors_end_with_their_codes_in_one_line(simcli, breaking, error, code, words):
    breaking(error)
    outcome = simcli("rules")
    assert (outcome.code, outcome.out) == (code, "")
    assert len(outcome.err.splitlines()) == bool(words) and words in outcome.err


@pytest.mark.parametrize("arguments", [("--debug", "rules"), ("rules",)])
def test_the_traceback_is_shown_where_it_is_asked_for(simcli, breaking, monkeypatch, arguments):
    breaking(ZeroDivisionError("here"))
    monkeypatch.setenv("SIMCLI_DEBUG", "0" if "--debug" in arguments else "1")
    outcome = simcli(*arguments)
    assert outcome.code == 1 and "Traceback" in outcome.err


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(unbuffered):
    writer = subprocess.Popen(
        [sys.executable, "-m", "simcli.cli.app", "rules", "team"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    writer.stdout.close()
    assert writer.stderr.read() == b""
    assert writer.wait() == 0
    writer.stderr.close()


def test_a_full_disk_is_told_as_what_it_is():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "simcli.cli.app", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["simcli: No space left on device"]
