"""The folder of a run: created, or checked to hold this very run, and locked for one process."""

import os
from contextlib import contextmanager
from pathlib import Path

from simcli.base.errors import BadInput, RunDataError
from simcli.runs.plan import Plan
from simcli.store.files import check_file
from simcli.store.manifest import NAME, new_manifest, read_manifest, write_manifest
from simcli.store.parts import (
    LAST_WRITTEN,
    complete_parts,
    make_folders,
    part_name,
    remove_leftovers,
    tables_in,
)

LOCK = ".lock"


def holds_something(folder: Path) -> bool:
    """Whether a folder exists and is not empty. Raises BadInput where it is a file."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {str(folder)!r} is a file; expected a folder")
    return folder.is_dir() and any(folder.iterdir())


def open_run(plan: Plan, folder: Path, resume: bool, command: str) -> dict:
    """Create the run folder, or check that an existing one holds this very plan; returns its
    manifest.

    Raises BadInput where the folder holds something and `resume` is not set, RunDataError where it
    holds another run."""
    if holds_something(folder):
        if not resume:
            what = "a run" if (folder / NAME).exists() else "something else"
            raise BadInput(
                f"--out {str(folder)!r} holds {what} already; choose another folder, or continue "
                "an unfinished run with --resume"
            )
        manifest = read_manifest(folder)
        check_same(manifest, plan, folder)
        make_folders(folder, plan.veto)
        return manifest
    if resume:
        raise BadInput(f"--resume: there is no run in {str(folder)!r}")
    manifest = new_manifest(plan.config(), command, plan.shard)
    make_folders(folder, plan.veto)
    write_manifest(folder, manifest)
    return manifest


def check_same(manifest: dict, plan: Plan, folder: Path) -> None:
    """Raise RunDataError, with both values, unless the manifest is of this very plan."""
    ours, theirs = plan.config(), manifest["config"]
    for key in ours:
        if ours[key] != theirs.get(key):
            there, here = _difference(theirs.get(key), ours[key])
            raise RunDataError(f"{folder}/{NAME} is another run: {key} is {there} there and {here} here")
    shard = list(plan.shard) if plan.shard else None
    if manifest.get("shard") != shard:
        raise RunDataError(
            f"{folder}/{NAME} is another shard: {manifest.get('shard')} there and {shard} here"
        )


def _difference(there, here, most: int = 200) -> tuple[str, str]:
    """Two values in words, cut down to the entries that differ."""
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [key for key in {**there, **here} if there.get(key) != here.get(key)]
        there, here = ({key: value.get(key) for key in keys} for value in (there, here))
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        at = [i for i in range(len(here)) if there[i] != here[i]][:1]
        if at and isinstance(here[at[0]], dict):
            return _difference(there[at[0]], here[at[0]], most)
    texts = repr(there), repr(here)
    return tuple(text if len(text) <= most else text[: most - 3] + "..." for text in texts)


@contextmanager
def only_writer(folder: Path):
    """Lock the run folder for this process. Raises RunDataError where another living process holds
    it."""
    import fcntl

    with open(folder / LOCK, "a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise RunDataError(
                f"{folder}: another process ({lock.read().strip() or 'unknown'}) is writing this run"
            ) from None
        lock.truncate(0)
        lock.write(f"pid {os.getpid()}\n")
        lock.flush()
        yield


def sound_parts(folder: Path, manifest: dict) -> list[tuple[int, int]]:
    """The complete parts, after removing what a killed process left behind; the caller holds the
    lock.

    Raises RunDataError, naming the file, for a part that was cut short or changed."""
    parts = complete_parts(folder)
    for first, last in parts:
        for table in tables_in(folder):
            path = folder / table / part_name(first, last)
            wrong = check_file(path, manifest["id"])
            if wrong:
                name = path.name if table == LAST_WRITTEN else f"{LAST_WRITTEN}/{path.name}"
                raise RunDataError(
                    f"{path} {wrong}\nRemove {name} of this run and --resume plays its deals again."
                )
    remove_leftovers(folder)
    return parts


def missing_parts(plan: Plan, there: list[tuple[int, int]], folder: Path) -> list[tuple[int, int]]:
    """The ranges of deals that a run lacks, cut where its parts are cut. Raises RunDataError for
    parts beyond the run."""
    schedule, missing = plan.schedule, []
    for first, last in there:
        if first < schedule.first or last > schedule.last:
            raise RunDataError(
                f"{folder}: {part_name(first, last)} lies outside the run, whose deals are "
                f"{schedule.first} to {schedule.last}"
            )
    held = iter([*there, (schedule.last + 1, schedule.last + 1)])
    start, gap = schedule.first, []
    for first, last in held:
        if start < first:
            gap.append((start, first - 1))
        start = last + 1
    for first, last in gap:
        while first <= last:
            end = min((first // schedule.part_deals + 1) * schedule.part_deals - 1, last)
            missing.append((first, end))
            first = end + 1
    return missing
