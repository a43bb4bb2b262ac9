"""Parts of the run tables on disk: written aside, synced, renamed; a part exists or it does not, whatever happens meanwhile."""

import contextlib
import os
import re
import zlib
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from simcli.base.errors import RunDataError
from simcli.store.parquet import CHECKSUM, MAGIC, parquet_file
from simcli.store.schema import TABLES, VETOED_TABLES, polars_schema

_PART = re.compile(r"part-(\d{12})-(\d{12})\.parquet")
LAST_WRITTEN = "games"  # the table whose file makes a part complete
RUN_KEY, PART_KEY = "simcli.run", "simcli.part"  # in the footer of each file
_PAGE = 1 << 20


def part_name(first: int, last: int) -> str:
    """File name of the part that holds deals first to last."""
    return f"part-{first:012d}-{last:012d}.parquet"


def part_range(path: Path) -> tuple[int, int]:
    """First and last deal of a part by its file name. Raises RunDataError for another name."""
    match = _PART.fullmatch(path.name)
    if not match or int(match[2]) < int(match[1]):
        raise RunDataError(f"{path}: not a part of a run (its name is not part-FIRST-LAST.parquet)")
    return int(match[1]), int(match[2])


@cache
def _arrow_schema(table: str) -> str:
    """The types of a table in the words of Arrow, which know closed lists and categories; readers that do not know them read texts."""
    import polars as pl

    file = BytesIO()
    pl.DataFrame(schema=polars_schema(table)).write_parquet(file)
    file.seek(0)
    return pl.read_parquet_metadata(file)["ARROW:schema"]


def table_file(table: str, values: dict, metadata: dict[str, str]) -> list[bytes]:
    """One table of a part as the pieces of its file."""
    return parquet_file(VETOED_TABLES[table], values, {"ARROW:schema": _arrow_schema(table), **metadata})


def part_files(first: int, last: int, tables: dict[str, dict], run_id: str) -> dict[str, bytes]:
    """The files of a part, by table."""
    about = {RUN_KEY: run_id, PART_KEY: part_name(first, last)}
    return {table: b"".join(table_file(table, tables[table], about)) for table in tables}


def write_part(folder: Path, first: int, last: int, tables: dict[str, dict], run_id: str) -> None:
    """Write a part (tables.tables_of) into a run folder. Raises OSError where the disk refuses; nothing of the part is left then."""
    write_files(folder, first, last, part_files(first, last, tables, run_id))


def write_files(folder: Path, first: int, last: int, files: dict[str, bytes]) -> None:
    """Write the files of a part: each aside in its own folder, synced, then renamed; `games` last, which makes the part complete."""
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
            os.replace(aside, folder / table / name)
            sync(folder / table)
    except OSError:
        for aside in asides.values():
            with contextlib.suppress(OSError):
                aside.unlink()
        raise


def sync(folder: Path) -> None:
    """Have the disk take the names in a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folders(folder: Path, veto: float) -> None:
    """Create the folders of the tables of a run with that rate of vetoes."""
    for table in VETOED_TABLES if veto else TABLES:
        (folder / table).mkdir(parents=True, exist_ok=True)


def tables_in(folder: Path) -> dict:
    """The tables that the run in a folder has, with their columns: that of the veto is there in a run with one only."""
    return {
        table: columns
        for table, columns in VETOED_TABLES.items()
        if table in TABLES or (folder / table).is_dir()
    }


def remove_leftovers(folder: Path) -> None:
    """Remove what a process that was killed left half done: files written aside, and tables of parts that are not complete."""
    whole = {part_name(*deals) for deals in complete_parts(folder)}
    for table in tables_in(folder):
        for path in (folder / table).glob("part-*"):
            if path.name not in whole:
                path.unlink(missing_ok=True)


def complete_parts(folder: Path) -> list[tuple[int, int]]:
    """First and last deal of each complete part, ascending. What is there in some tables only is not complete. Raises RunDataError on overlap."""
    ranges = sorted(part_range(path) for path in (folder / LAST_WRITTEN).glob("part-*.parquet"))
    whole = [
        r for r in ranges if all((folder / table / part_name(*r)).is_file() for table in tables_in(folder))
    ]
    for (a, b), (c, d) in pairwise(whole):
        if c <= b:
            raise RunDataError(f"{folder}: parts {part_name(a, b)} and {part_name(c, d)} overlap")
    return whole


def check_file(path: Path, run_id: str | None = None) -> str:
    """What is wrong with a file of a part, in words; empty where it is sound. Reads the whole file.

    `no checksum` where it was written by another program: what it holds may still be right."""
    import polars as pl

    try:
        size = path.stat().st_size
        if size < 12:
            return f"has {size} bytes"
        with open(path, "rb") as file:
            head = file.read(4)
            file.seek(-8, os.SEEK_END)
            tail = file.read(8)
            if head != MAGIC or tail[4:] != MAGIC:
                return "is cut short, or is no Parquet file"
            body = size - 8 - int.from_bytes(tail[:4], "little")
            if body < 4:
                return "has a broken footer"
            file.seek(0)
            checksum, left = 0, body
            while left > 0 and (page := file.read(min(_PAGE, left))):
                checksum, left = zlib.crc32(page, checksum), left - len(page)
        metadata = pl.read_parquet_metadata(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        return f"cannot be read ({str(error).splitlines()[0][:120]})"
    if CHECKSUM not in metadata:
        return "no checksum"
    if metadata[CHECKSUM] != f"{checksum:08x}":
        return "was changed: its checksum does not fit"
    if run_id is not None and metadata.get(RUN_KEY) != run_id:
        return f"belongs to run {metadata.get(RUN_KEY)}, not to {run_id}"
    return (
        "" if metadata.get(PART_KEY) == path.name else f"was written under the name {metadata.get(PART_KEY)}"
    )
