"""Fixtures for every test, and the compilation that comes before tests run in parallel."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from simcli.cli.app import main
from simcli.strategy.files import shipped


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the game, then the strategies on as many processes as pytest-xdist will start
    workers, so that no two of these compile the same."""
    options = session.config.option
    workers = getattr(options, "numprocesses", None)
    if not workers or options.collectonly:
        return
    names = list(shipped())
    for shares in ([names[:1]], filter(None, (names[k::workers] for k in range(workers)))):
        processes = [
            subprocess.Popen(
                [sys.executable, "-m", "simcli", "warm", *share],
                cwd=Path(__file__).parents[1],
                stdout=subprocess.DEVNULL,
            )
            for share in shares
        ]
        codes = [process.wait() for process in processes]
        assert not any(codes), "simcli warm failed"


class Outcome(NamedTuple):
    """How a call of the command line ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def simcli(capsys, monkeypatch):
    """Call the command line in this process: `simcli("rules", "team")` gives the Outcome."""
    monkeypatch.delenv("SIMCLI_DEBUG", raising=False)

    def call(*arguments) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(end.value.code or 0, out, err)

    return call


@pytest.fixture
def refused(simcli):
    """Call the command line with bad input: exit code 2, nothing on stdout, at most two plain lines
    on stderr that hold all `words`."""

    def call(*arguments, words=()) -> str:
        outcome = simcli(*arguments)
        assert outcome.code == 2, outcome
        assert outcome.out == ""
        lines = outcome.err.strip().splitlines()
        assert 1 <= len(lines) <= 2 and lines[0].startswith("simcli: "), outcome.err
        assert "Traceback" not in outcome.err and "\x1b" not in outcome.err
        for word in words:
            assert str(word) in outcome.err, (word, outcome.err)
        return outcome.err

    return call
