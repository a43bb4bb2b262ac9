"""What every test may ask for."""

from typing import NamedTuple

import pytest

from simcli.cli.app import main


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
    """Call the command line with bad input: exit code 2, nothing on stdout, at most two plain lines that hold all `words`."""

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
