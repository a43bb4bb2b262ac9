"""How simcli stands on this machine, and whether a run folder is sound."""

import os
import platform
import time
from pathlib import Path

from simcli.base.paths import cache_folder
from simcli.store.files import check_file
from simcli.store.manifest import read_manifest, versions
from simcli.store.parts import complete_parts, part_name, tables_in

SECONDS = 1.0  # of the speed test
DEALS_OF_A_CALL = 2000


def machine() -> dict:
    """Versions, cores, the folder for compiled code and its state."""
    from simcli.engine.processor import FAST

    folder = cache_folder()
    files = list((folder / "compiled").glob("*.bin")) if folder else []
    wanted = (
        os.environ.get("SIMCLI_CACHE")
        or os.environ.get("XDG_CACHE_HOME")
        or str(Path("~/.cache").expanduser())
    )
    return {
        "versions": versions(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "fast_path": FAST,
        "cache": {
            "folder": str(folder) if folder else None,
            "kept": bool(folder) and str(folder).startswith(str(Path(wanted).absolute())),
            "files": len(files),
            "bytes": sum(file.stat().st_size for file in files),
        },
    }


def speed(announce=None) -> dict:
    """Games and turns a second of one core, two random players, measured for about a second."""
    from simcli.runs.plan import Plan
    from simcli.runs.player import Player, prepare
    from simcli.strategy.loading import load
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    plan = Plan((load("random", announce),) * 2, load_rules(), load_catalogue(), 1)
    player = Player(plan, prepare(plan, announce))
    part = player.new_part(DEALS_OF_A_CALL)
    games = turns = 0
    began = time.perf_counter()
    while (seconds := time.perf_counter() - began) < SECONDS:
        part.filled[:] = 0
        player.play(part, games, DEALS_OF_A_CALL)  # one seating: a deal is a game
        games += DEALS_OF_A_CALL
        turns += int(part.turns[:DEALS_OF_A_CALL].sum())
    return {"games_per_second": round(games / seconds), "ns_per_turn": round(seconds / turns * 1e9, 1)}


def run_state(folder: Path) -> dict:
    """Which parts of a run are sound. Raises RunDataError where there is no run that can be
    read."""
    manifest = read_manifest(folder)
    parts = complete_parts(folder)
    broken = {}
    for deals in parts:
        for table in tables_in(folder):
            path = folder / table / part_name(*deals)
            if wrong := check_file(path, manifest["id"]):
                broken[str(path)] = wrong
    names = {part_name(*deals) for deals in parts}
    for table in tables_in(folder):
        for path in (folder / table).glob("part-*"):
            if path.name not in names:
                broken[str(path)] = "is left over from a process that was killed; --resume removes it"
    config = manifest["config"]
    shard = manifest.get("shard")
    deals = (
        config["deals"]
        if not shard
        else shard[0] * config["deals"] // shard[1] - (shard[0] - 1) * config["deals"] // shard[1]
    )
    there = sum(last - first + 1 for first, last in parts)
    return {
        "run": str(folder),
        "id": manifest["id"],
        "state": manifest["progress"]["state"],
        "parts": len(parts),
        "games": there * len(config["seatings"]),
        "missing_games": (deals - there) * len(config["seatings"]),
        "broken": dict(sorted(broken.items())),
    }
