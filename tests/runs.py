"""Runs played by the command line in a process of its own, and runs compared as tables."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl

ROWS = {"games": ["game"], "seats": ["game", "seat"], "nobles": ["game", "seat", "round", "noble"]}
_CARD = ["strategy", "place", "seat", "card"]
SUMS = {"cards": _CARD, "rounds": ["strategy", "place", "seat", "round"], "vetoes": _CARD}


def table(folder, name: str) -> pl.DataFrame:
    """A table of a run, sorted; what is summed by part is added up, win shares in twelfths so that
    sums are exact."""
    frame = pl.read_parquet(Path(folder) / name / "*.parquet")
    if name in ROWS:
        return frame.sort(ROWS[name])
    frame = frame.with_columns(
        pl.col("strategy").cast(pl.String), (pl.selectors.float() * 12).round().cast(pl.Int64)
    )
    return frame.group_by(SUMS[name]).agg(pl.all().sum()).sort(SUMS[name])


def same_tables(one, two) -> bool:
    """Whether two runs hold equal tables."""
    names = [name for name in (*ROWS, *SUMS) if (Path(one) / name).is_dir() or (Path(two) / name).is_dir()]
    return len(names) >= 5 and all(table(one, name).equals(table(two, name)) for name in names)


def start(*arguments, **environment) -> subprocess.Popen:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "simcli.cli.app", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def wait_for(condition, process: subprocess.Popen | None = None, seconds: float = 60.0) -> None:
    """Wait until `condition()` holds; fails where it does not come, or the process ends before."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "timed out"
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.02)


def stopped(folder, *arguments, times: int = 1, number=signal.SIGINT):
    """Start a run, signal it when it is playing; the process's code, stdout and stderr."""
    process = start("run", *arguments, "--out", folder, "--progress", "json")
    wait_for(lambda: (Path(folder) / ".lock").exists(), process)
    time.sleep(0.3)
    for _ in range(times):
        process.send_signal(number)
        time.sleep(0.02)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err
