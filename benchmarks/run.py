"""End to end: a whole `simcli run` with its tables against the kernel on one thread, and memory.

python -m benchmarks.run [GAMES]
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = 10_000_000
KERNEL_GAMES = 1_000_000


def kernel_speed() -> float:
    """Games per second of the `tables` kernel alone, on one thread: two random players."""
    from simcli.runs.plan import Plan
    from simcli.runs.player import Player, prepare
    from simcli.runs.schedule import MOST_GAMES_OF_A_PART
    from simcli.strategy.loading import load
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    plan = Plan((load("random"),) * 2, load_rules(), load_catalogue(), KERNEL_GAMES)
    player = Player(plan, prepare(plan))
    part = player.new_part(MOST_GAMES_OF_A_PART)
    began = time.perf_counter()
    for deal in range(0, KERNEL_GAMES, 100_000):
        part.filled[:] = 0
        player.play(part, deal, 100_000)
    return KERNEL_GAMES / (time.perf_counter() - began)


def main(games: int = GAMES) -> None:
    """Play, and print the two speeds, their ratio, the peak memory and the size on disk."""
    before = kernel_speed()
    with tempfile.TemporaryDirectory() as top:
        line = [
            sys.executable,
            "-m",
            "simcli.cli.app",
            "run",
            "random",
            "random",
            "--games",
            str(games),
            "-q",
            "--json",
            "--out",
            f"{top}/run",
        ]
        outcome = subprocess.run(line, check=True, capture_output=True, text=True)
        progress = json.loads(outcome.stdout)["progress"]
        size = sum(path.stat().st_size for path in Path(top).rglob("*") if path.is_file())
    kernel, cores = (before + kernel_speed()) / 2, os.cpu_count() or 1
    speed = progress["games_per_second"]
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"kernel, one thread: {kernel:,.0f} games/s")
    print(f"run of {games:,} games with tables, {cores} cores: {speed:,.0f} games/s")
    print(f"ratio to {cores} x kernel: {speed / (cores * kernel):.2f}")
    print(f"peak memory {memory:.0f} MB; on disk {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
