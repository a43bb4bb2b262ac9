"""`simcli verify` and `doctor`: a sound run passes; a changed value is found and named."""

import json

import polars as pl
import pytest


@pytest.fixture
def run(tmp_path, simcli):
    folder = tmp_path / "run"
    assert simcli("run", "random", "greedy", "--games", 2000, "-q", "--out", folder).code == 0
    return folder


def test_a_sound_run_passes(run, simcli):
    outcome = simcli("verify", run, "--sample", 160, "--json", "-q")
    found = json.loads(outcome.out)
    assert (
        outcome.code == 0
        and found["games"] == 2000
        and 100 <= found["again"] < 400
        and found["whole_parts"] == 0
    )


@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("games", "margin", 99),
        ("seats", "prestige_15", 50),
        ("nobles", "noble", 77),
        ("cards", "faced", 1),
        ("rounds", "bought", 1),
    ],
)
def test_a_changed_value_is_named(run, simcli, name, column, value):
    path = sorted((run / name).iterdir())[3]
    frame = pl.read_parquet(path)
    at = pl.int_range(pl.len()) == 30
    frame = frame.with_columns(
        pl.when(at).then(pl.lit(value, frame.schema[column])).otherwise(pl.col(column)).alias(column)
    )
    frame.write_parquet(path)
    outcome = simcli("verify", run, "--sample", 1, "-q")
    assert outcome.code == 5 and len(outcome.err.strip().splitlines()) == 1
    assert str(path) in outcome.err and f"{column} is {value}" in outcome.err and "must be" in outcome.err
    if "game" in frame.columns:
        assert f"game {frame['game'][30]}" in outcome.err


def test_a_file_that_is_changed_or_missing_is_named(run, simcli):
    path = sorted((run / "seats").iterdir())[1]
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    for command in ("verify", "doctor"):
        outcome = simcli(command, run)
        assert outcome.code == 5 and str(path) in outcome.err
    assert "cut short" in simcli("doctor", run).out
    path.unlink()
    assert simcli("verify", run, "-q").code == 5
    assert "left over" in simcli("doctor", run).out


def test_doctor_and_warm(simcli, run):
    facts = json.loads(simcli("doctor", "--json", "-q").out)
    assert (
        facts["speed"]["games_per_second"] > 1000
        and facts["cores"]
        and "numba" in facts["versions"]
        and facts["cache"]["folder"]
    )
    state = json.loads(simcli("doctor", run, "--json").out)
    assert state["games"] == 2000 and state["missing_games"] == 0 and state["broken"] == {}
    warmed = json.loads(simcli("warm", "random", "greedy", "--json", "-q").out)
    assert warmed["strategies"] == ["random", "greedy"] and warmed["cache"]
