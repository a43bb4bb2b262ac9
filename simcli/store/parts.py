"""Parts of the run tables on disk: written under a temporary name, synced, renamed; whatever
happens, a part is complete or does not exist."""

import contextlib
import os
import re
from itertools import pairwise
from pathlib import Path

from simcli.base.errors import RunDataError
from simcli.store.files import table_file
from simcli.store.schema import TABLES, VETOED_TABLES

_PART = re.compile(r"part-(\d{12})-(\d{12})\.parquet")
LAST_WRITTEN = "games"  # the table whose file makes a part complete


def part_name(first: int, last: int) -> str:
    """File name of the part that holds deals first to last."""
    return f"part-{first:012d}-{last:012d}.parquet"


def part_range(path: Path) -> tuple[int, int]:
    """First and last deal of a part by its file name. Raises RunDataError for another name."""
    match = _PART.fullmatch(path.name)
    if not match or int(match[2]) < int(match[1]):
        raise RunDataError(f"{path}: not a part of a run (its name is not part-FIRST-LAST.parquet)")
    return int(match[1]), int(match[2])


def write_part(folder: Path, first: int, last: int, tables: dict, run_id: str) -> None:
    """Write a part (`tables.part_tables`) into a run folder. Raises OSError, and leaves nothing of
    the part, where the disk refuses."""
    write_files(folder, first, last, part_files(first, last, tables, run_id))


def part_files(first: int, last: int, tables: dict, run_id: str) -> dict[str, bytes]:
    """The files of a part, by table."""
    name = part_name(first, last)
    return {table: table_file(frame, run_id, name) for table, frame in tables.items()}


def write_files(folder: Path, first: int, last: int, files: dict[str, bytes]) -> None:
    """Write the files of a part: each under a temporary name, synced, then renamed; `games` last,
    which makes the part complete."""
    name = part_name(first, last)
    order = [table for table in files if table != LAST_WRITTEN] + [LAST_WRITTEN]
    asides = {table: folder / table / f"{name}.tmp" for table in order}
    try:
        for table, aside in asides.items():
            with open(aside, "wb") as file:
                file.write(files[table])
                file.flush()
                os.fsync(file.fileno())
        for table, aside in asides.items():
            aside.replace(folder / table / name)
            sync(folder / table)
    except OSError:
        for aside in asides.values():
            with contextlib.suppress(OSError):
                aside.unlink()
        raise


def sync(folder: Path) -> None:
    """Make the disk keep the names in a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folders(folder: Path, veto: float) -> None:
    """Create the folders of a run's tables; that of the vetoes only where their rate is above 0."""
    for table in VETOED_TABLES if veto else TABLES:
        (folder / table).mkdir(parents=True, exist_ok=True)


def tables_in(folder: Path) -> dict:
    """The tables of the run in a folder, with their columns; `vetoes` only where the run has it."""
    return {
        table: columns
        for table, columns in VETOED_TABLES.items()
        if table in TABLES or (folder / table).is_dir()
    }


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed process left behind: temporary files, and tables of parts that are not
    complete."""
    whole = {part_name(*deals) for deals in complete_parts(folder)}
    for table in tables_in(folder):
        for path in (folder / table).glob("part-*"):
            if path.name not in whole:
                path.unlink(missing_ok=True)


def complete_parts(folder: Path) -> list[tuple[int, int]]:
    """First and last deal of each part that all tables have, ascending. Raises RunDataError where
    two overlap."""
    ranges = sorted(part_range(path) for path in (folder / LAST_WRITTEN).glob("part-*.parquet"))
    whole = [
        r for r in ranges if all((folder / table / part_name(*r)).is_file() for table in tables_in(folder))
    ]
    for (a, b), (c, d) in pairwise(whole):
        if c <= b:
            raise RunDataError(f"{folder}: parts {part_name(a, b)} and {part_name(c, d)} overlap")
    return whole
