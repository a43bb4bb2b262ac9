"""How simcli stands on this machine, and whether a run folder is sound."""

import os
import platform
import time
from pathlib import Path

from simcli.base.paths import cache_folder
from simcli.store.manifest import read_manifest, versions
from simcli.store.parts import check_file, complete_parts, part_name, tables_in

SECONDS = 1.0


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
    from simcli.runs.kernel import Table, play_part, seatings_by_seat
    from simcli.runs.plan import Plan
    from simcli.runs.play import new_part, prepare
    from simcli.strategy.loading import load
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    plan = Plan((load("random", announce),) * 2, load_rules(), load_catalogue(), 1)
    kernel, seatings = prepare(plan, announce), seatings_by_seat(plan.seatings)
    table, part = Table(plan.record, list(plan.strategies)), new_part(plan, 1 << 14)
    games = turns = 0
    began = time.perf_counter()
    while (seconds := time.perf_counter() - began) < SECONDS:
        part.filled[:] = 0
        play_part(kernel, table, part, 1, games, 2000, seatings)
        games += 2000
        turns += int(part.turns[:2000].sum())
    return {"games_per_second": round(games / seconds), "ns_per_turn": round(seconds / turns * 1e9, 1)}


def run_state(folder: Path) -> dict:
    """Which parts of a run are sound. Raises RunDataError where there is no run that can be read."""
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
