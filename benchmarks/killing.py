"""Kill a run with SIGKILL at a random moment, resume it, and compare all tables with those of an
undisturbed run; a hundred times.

python -m benchmarks.killing [TIMES]
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TIMES = 100
LINE_UP = ("random", "greedy", "--games", "150k", "-q", "--progress", "none")


def simcli(*arguments) -> list[str]:
    """The command line of a call."""
    return [sys.executable, "-m", "simcli.cli.app", *map(str, arguments)]


def main(times: int = TIMES) -> None:
    """Print one line at the end; raises AssertionError where a table differs."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from runs import same_tables

    moments, kept = random.Random(1), []
    with tempfile.TemporaryDirectory() as top:
        whole = Path(top, "whole")
        began = time.monotonic()
        subprocess.run(simcli("run", *LINE_UP, "--out", whole), check=True, stdout=subprocess.DEVNULL)
        longest = time.monotonic() - began
        for i in range(times):
            folder = Path(top, f"killed-{i}")
            with subprocess.Popen(
                simcli("run", *LINE_UP, "--out", folder), stdout=subprocess.DEVNULL
            ) as process:
                time.sleep(moments.uniform(0.2, longest))
                process.kill()
            kept.append(len(list(folder.glob("games/*.parquet"))))
            began_to_play = (folder / "run.json").exists()
            words = (folder, "--resume", "-q") if began_to_play else (*LINE_UP, "--out", folder)
            subprocess.run(simcli("run", *words), check=True, stdout=subprocess.DEVNULL)
            assert same_tables(folder, whole), f"run {i} differs: {folder}"
            shutil.rmtree(folder)
            print(f"{i + 1} of {times}: killed with {kept[-1]} parts, resumed, equal", flush=True)
    print(f"{times} runs killed and resumed, all tables equal; parts when killed: {min(kept)} to {max(kept)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
