"""The kernel's speed on uniformly random play, in nanoseconds per turn, next to any yardstick.

YARDSTICK=path names a program that is called as `path CARDS.csv NOBLES.csv PLAYERS GAMES SEED`,
plays the same policy and prints JSON with `ns_per_turn`. Both run alternately, so that the printed
ratio of their medians holds on a shared machine too.
"""

import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from simcli.base.paths import data_folder
from simcli.runs.folder import open_run
from simcli.runs.kernel import compiled
from simcli.runs.plan import Plan
from simcli.runs.play import play_run
from simcli.runs.player import Player, prepare
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.rules import load_rules

GAMES = 50_000  # per block: short, so that a busy moment of the machine hits all ways alike
BLOCKS = 24
RUN_GAMES = 1_000_000  # enough that the fixed costs of a run do not matter
BLOCKS_A_RUN = 4


def measure(players: int, yardstick: str | None) -> dict[str, list[float]]:
    """Nanoseconds per turn of each way to play, once per block: `winners` alone; all `tables`, in a
    reused part as in a run; and, every few blocks, a whole `run` of one worker, files included."""
    plan = Plan((load("random"),) * players, load_rules(), load_catalogue(), RUN_GAMES)
    winners_kernel, tables_kernel = compiled("winners"), prepare(plan)
    player = Player(plan, tables_kernel)
    winners, rounds = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.uint8)
    part = player.new_part(GAMES)
    nanoseconds: dict[str, list[float]] = {"yardstick": [], "winners": [], "tables": [], "run": []}
    for block in range(-1, BLOCKS):  # the first warms up
        times = {}
        began = time.perf_counter()
        winners_kernel(
            *player.table.arguments(),
            *(plan.seed, 0, GAMES, player.seatings),
            *(winners, rounds, None, player.table.fault[0]),
        )
        times["winners"] = time.perf_counter() - began
        turns = int(rounds.sum(dtype=np.int64)) * players
        began = time.perf_counter()
        part.clear()
        player.play(part, 0, GAMES)
        times["tables"] = time.perf_counter() - began
        if block % BLOCKS_A_RUN == 0:
            times["run"] = run_seconds(plan, tables_kernel) * GAMES / RUN_GAMES
        if block >= 0:
            for name, seconds in times.items():
                nanoseconds[name].append(1e9 * seconds / turns)
            if yardstick:
                nanoseconds["yardstick"].append(yardstick_speed(yardstick, players))
    return nanoseconds


def run_seconds(plan: Plan, kernel) -> float:
    """Seconds that one worker takes for a run, files included."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        manifest = open_run(plan, run, resume=False, command="benchmark")
        began = time.perf_counter()
        play_run(plan, run, kernel, jobs=1, manifest=manifest)
        return time.perf_counter() - began


def yardstick_speed(program: str, players: int) -> float:
    """Nanoseconds per turn that the yardstick reports for a block."""
    call = [
        program,
        str(data_folder() / "cards.csv"),
        str(data_folder() / "nobles.csv"),
        str(players),
        str(GAMES),
        "1",
    ]
    return json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)["ns_per_turn"]


def main() -> None:
    """Print the table for 2, 3 and 4 players."""
    yardstick = os.environ.get("YARDSTICK")
    print("ns per turn of random play, medians of alternating blocks; a run is one worker writing all tables")
    for players in (2, 3, 4):
        medians = {
            name: statistics.median(times) for name, times in measure(players, yardstick).items() if times
        }
        base = medians.get("yardstick")
        cells = [
            f"{name} {value:5.1f}" + (f" ({value / base:.2f})" if base and name != "yardstick" else "")
            for name, value in medians.items()
        ]
        print(f"{players} players: " + "   ".join(cells), flush=True)


if __name__ == "__main__":
    main()
