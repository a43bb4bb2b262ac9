"""The kernel's speed on uniformly random play, in nanoseconds a turn, beside a yardstick where one is named.

YARDSTICK=path names a program that is called as `path CARDS.csv NOBLES.csv PLAYERS GAMES SEED`, plays the same policy and prints JSON with
`ns_per_turn`. Both are run in turn, and the ratio of the medians is printed: the machine may be shared, the ratio is not moved by that.
"""

import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from simcli.catalogue import load_catalogue
from simcli.kernel import Table, compiled, play_part, seatings_by_seat
from simcli.paths import data_folder
from simcli.plan import Plan
from simcli.rules import load_rules
from simcli.run import new_part, play_run, prepare
from simcli.run_folder import open_run
from simcli.strategy import load

GAMES = 400_000
REPEATS = 5


def measure(players: int, yardstick: str | None) -> dict[str, list[float]]:
    """Nanoseconds a turn of each way to play, `REPEATS` times in turn: who won and nothing else; everything noted; a whole run of one
    worker with its tables written."""
    plan = Plan((load("random"),) * players, load_rules(), load_catalogue(), GAMES)
    winners_kernel, tables_kernel = compiled("winners"), prepare(plan)
    seatings = seatings_by_seat(plan.seatings)
    winners, rounds = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.uint8)
    found: dict[str, list[float]] = {"yardstick": [], "winners": [], "tables": [], "run": []}
    for repeat in range(REPEATS + 1):
        table = Table(plan.record, list(plan.strategies))
        times = {}
        began = time.perf_counter()
        winners_kernel(*table.arguments(), plan.seed, 0, GAMES, seatings, winners, rounds, None, table.fault[0])
        times["winners"] = time.perf_counter() - began
        turns = int(rounds.sum(dtype=np.int64)) * players
        part = new_part(plan, GAMES)
        began = time.perf_counter()
        play_part(tables_kernel, table, part, plan.seed, 0, GAMES, seatings)
        times["tables"] = time.perf_counter() - began
        with tempfile.TemporaryDirectory() as folder:
            run = Path(folder) / "run"
            manifest = open_run(plan, run, resume=False, command="benchmark")
            began = time.perf_counter()
            play_run(plan, run, tables_kernel, jobs=1, manifest=manifest)
            times["run"] = time.perf_counter() - began
        if repeat:  # the first round warms up
            for name, seconds in times.items():
                found[name].append(1e9 * seconds / turns)
            if yardstick:
                data = data_folder()
                call = [yardstick, str(data / "cards.csv"), str(data / "nobles.csv"), str(players), str(GAMES), "1"]
                found["yardstick"].append(json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)["ns_per_turn"])
    return found


def main() -> None:
    """Print the table for 2, 3 and 4 players."""
    yardstick = os.environ.get("YARDSTICK")
    print(f"ns a turn of random play, medians of {REPEATS} taken in turn; a run is one worker with all tables written")
    for players in (2, 3, 4):
        medians = {name: statistics.median(times) for name, times in measure(players, yardstick).items() if times}
        base = medians.get("yardstick")
        cells = [f"{name} {value:5.1f}" + (f" ({value / base:.2f})" if base and name != "yardstick" else "") for name, value in medians.items()]
        print(f"{players} players: " + "   ".join(cells), flush=True)


if __name__ == "__main__":
    main()
