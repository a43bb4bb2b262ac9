"""What a decision costs: each strategy against itself, in nanoseconds a turn, the game's own work
(dealing, legal actions, the turn) included.

    python scripts/search/cost.py [NAME...] [--repeat 7]

The best of several runs, by the processor time of the thread: other programs on the machine can
only make a run slower.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from arena import play

from simcli.strategy.loading import load, shipped

TURNS = 300_000  # about so many in each run


def cost(name: str, repeat: int = 7, players: int = 2) -> float:
    """Seconds of processor time a turn, the least of `repeat` runs of the strategy against
    itself."""
    line_up = [load(name)] * players
    deals, best = 1, float("inf")
    while repeat:
        began = time.thread_time()
        _, _, rounds = play(line_up, deals, 1)
        seconds = time.thread_time() - began
        turns = deals * players**2 * rounds
        if seconds < 0.05 and turns < TURNS:
            deals *= 4  # a longer run: this one says little
        else:
            best, repeat = min(best, seconds / turns), repeat - 1
    return best


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="strategies; all that come with simcli if none")
    parser.add_argument("--repeat", type=int, default=7, help="runs of each, the best counts")
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args()
    for name in options.names or shipped():
        print(f"{name:16} {cost(name, options.repeat, options.players) * 1e9:12,.0f} ns a turn", flush=True)


if __name__ == "__main__":
    main()
