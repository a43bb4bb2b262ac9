"""Writes the golden games anew: `python tests/make_golden.py`. Read the difference before keeping
it.

They are played by `random` alone, whose law is fixed, so that only a change of the engine, the
cards or the records moves them.
"""

import json
import tempfile
from pathlib import Path

from played import planned_run
from simcli.runs.replay import Replay, read_numbers

FOLDER = Path(__file__).resolve().parent / "golden"
# Number of players, rules, settings, and which games: of every kind of ending at least one.
GOLDEN = {
    "two": (2, "standard", [], "0-1"),
    "three": (3, "standard", [], "0"),
    "four": (4, "standard", [], "0"),
    "team": (4, "team", [], "0"),
    "round-limit": (2, "standard", ["round_limit=4"], "0"),
    "fewer-free": (3, "standard", ["takes.fewer=free", "prestige_to_win=2", "limits.tokens=4"], "0"),
}


def golden_text(name: str, folder: Path) -> str:
    """The text of a golden file; `folder` is an empty one to work in."""
    players, rules, settings, games = GOLDEN[name]
    run = planned_run(folder / name, ["random"] * players, 10, rules, settings, seed=1)
    return "".join(json.dumps(record) + "\n" for record in Replay(run).records(read_numbers(games)))


def main() -> None:
    """Write all golden files."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in GOLDEN:
            (FOLDER / f"{name}.jsonl").write_text(golden_text(name, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
