"""Shards of one run put together: checked to belong together, not to overlap and to cover the
whole, and to look like parts of one run."""

import os
import shutil
from pathlib import Path

import numpy as np

from simcli.base.errors import BadInput, RunDataError
from simcli.stats.homogeneity import homogeneity
from simcli.store.files import check_file
from simcli.store.manifest import NAME, read_manifest, write_manifest
from simcli.store.parts import complete_parts, part_name, sync, tables_in

ALPHA = (
    # A deterministic simulator: what is that unlikely is a fault, and no shard is called one by
    # chance
    1e-6
)


def merge(out: Path, folders: list[Path], command: str) -> dict:
    """Put the runs in `folders` together in the new folder `out`; returns its manifest. The parts
    are copied, byte by byte.

    Raises BadInput for a folder that cannot be used, RunDataError, naming the file, where parts do
    not belong together, overlap, are missing or damaged, or where a shard's games differ from the
    others' more than chance allows. Nothing is left then."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{str(out)!r} exists already; choose another folder for the merged run")
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise BadInput("a run is named twice; name each once")
    manifests = [read_manifest(folder) for folder in folders]
    _check_together(folders, manifests)
    parts = sorted((deals, folder) for folder in folders for deals in complete_parts(folder))
    _check_cover(parts, manifests[0]["config"]["deals"])
    run_id = manifests[0]["id"]
    tables = tables_in(folders[0])
    for deals, folder in parts:
        for table in tables:
            path = folder / table / part_name(*deals)
            if wrong := check_file(path, run_id):
                raise RunDataError(f"{path} {wrong}")
    _check_alike(folders, manifests[0]["config"])
    aside = out.with_name(f"{out.name}.{os.getpid()}.tmp")
    try:
        for table in tables:
            (aside / table).mkdir(parents=True)
        for deals, folder in parts:
            for table in tables:
                _copy(folder / table / part_name(*deals), aside / table / part_name(*deals))
        for table in tables:
            sync(aside / table)
        manifest = _merged(manifests, command)
        write_manifest(aside, manifest)
        if out.is_dir():
            out.rmdir()
        aside.replace(out)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return manifest


def _check_together(folders, manifests) -> None:
    first = manifests[0]
    for folder, manifest in zip(folders, manifests, strict=True):
        for key, value in first["config"].items():
            theirs = manifest["config"].get(key)
            if theirs != value:
                values = " and ".join(repr(v)[:100] for v in (value, theirs))
                raise RunDataError(
                    f"{folder}/{NAME} does not belong to {folders[0]}/{NAME}: {key} differs, {values}"
                )


def _check_cover(parts, deals: int) -> None:
    at, before = 0, None
    for (first, last), folder in parts:
        path = folder / "games" / part_name(first, last)
        if first < at:
            raise RunDataError(
                f"{path} overlaps with {before}: deals {first} to {min(last, at - 1)} are in both"
            )
        if first > at:
            raise RunDataError(
                f"deals {at} to {first - 1} are missing: no run given holds them; the next part is {path}"
            )
        at, before = last + 1, path
    if at < deals:
        raise RunDataError(f"deals {at} to {deals - 1} are missing: no run given holds them")
    if at > deals:
        raise RunDataError(f"{before} lies outside the run, which has {deals} deals")


def _check_alike(folders, config) -> None:
    """Winners by seat and what ended the game must be as frequent in each shard, but for chance."""
    if len(folders) < 2:
        return
    import polars as pl

    counts = []
    for folder in folders:
        row = np.zeros(config["players"] + 1)
        for deals in complete_parts(folder):
            games = pl.read_parquet(folder / "games" / part_name(*deals), columns=["deal", "winners"])
            # One game a deal: the seatings of a deal are not independent.
            winners = games.unique("deal", keep="first", maintain_order=True)["winners"]
            first = winners.list.first().fill_null(0).to_numpy()
            row += np.bincount(first, minlength=len(row))
        counts.append(row)
    result = homogeneity(counts, ALPHA)
    for suspect in sorted(result.suspects, key=lambda shard: -result.residuals[shard]):
        raise RunDataError(
            f"{folders[suspect]} differs from the other shards more than chance allows (residual "
            f"{result.residuals[suspect]:.1f}, limit "
            f"{result.limit:.1f}): a fault of the machine or version that played it. `simcli "
            f"verify {folders[suspect]}` plays games again"
        )


def _copy(source: Path, target: Path) -> None:
    with open(source, "rb") as reading, open(target, "wb") as writing:
        shutil.copyfileobj(reading, writing, 1 << 20)
        writing.flush()
        os.fsync(writing.fileno())


def _merged(manifests, command: str) -> dict:
    config = manifests[0]["config"]
    seconds = sum(manifest["progress"].get("seconds") or 0.0 for manifest in manifests)
    progress = {
        **{"state": "complete", "games": config["games"], "seconds": round(seconds, 3)},
        "games_per_second": round(config["games"] / seconds, 1) if seconds else None,
    }
    return {**manifests[0], "shard": None, "command": command, "progress": progress}
