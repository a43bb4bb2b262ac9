"""One file of a part: a table written by polars, sealed with a checksum, and checked.

The checksum stands in the footer and covers all bytes before the footer, so it is known only when
those are written: polars writes a placeholder of the same length, which is overwritten."""

import os
import zlib
from io import BytesIO
from pathlib import Path

from simcli.base.errors import first_line

MAGIC = b"PAR1"  # at both ends of a Parquet file
RUN, PART, CHECKSUM = "simcli.run", "simcli.part", "simcli.crc32"  # keys of the footer
_PLACEHOLDER = "????????"
_TAIL = 8  # bytes after the footer: its length and MAGIC
_CHUNK = 1 << 20


def table_file(frame, run_id: str, name: str) -> bytes:
    """A polars frame as the bytes of the Parquet file `name` of a run.

    The same frame gives the same bytes on any machine: one row group, no statistics."""
    file = BytesIO()
    frame.write_parquet(
        file,
        compression="zstd",
        compression_level=1,
        statistics=False,
        row_group_size=max(1, frame.height),
        metadata={RUN: run_id, PART: name, CHECKSUM: _PLACEHOLDER},
    )
    with file.getbuffer() as data:
        start = _footer_start(bytes(data[-_TAIL:]), len(data))
        footer = bytes(data[start:])
        at = start + footer.index(_PLACEHOLDER.encode(), footer.index(CHECKSUM.encode()))
        data[at : at + len(_PLACEHOLDER)] = f"{zlib.crc32(data[:start]):08x}".encode()
    return file.getvalue()


def _footer_start(tail: bytes, size: int) -> int:
    """Where the footer of a Parquet file begins; `tail` is its last 8 bytes."""
    return size - _TAIL - int.from_bytes(tail[:4], "little")


def check_file(path: Path, run_id: str | None = None) -> str:
    """What is wrong with a file of a part, in words; empty where it is sound. Reads the whole file.

    `no checksum` where another program wrote it: its values may still be right."""
    import polars as pl

    try:
        size = path.stat().st_size
        if size < len(MAGIC) + _TAIL:
            return f"has {size} bytes"
        with open(path, "rb") as file:
            head = file.read(len(MAGIC))
            file.seek(-_TAIL, os.SEEK_END)
            tail = file.read(_TAIL)
            if head != MAGIC or tail[4:] != MAGIC:
                return "is cut short, or is not a Parquet file"
            left = _footer_start(tail, size)
            if left < len(MAGIC):
                return "has a broken footer"
            file.seek(0)
            checksum = 0
            while left > 0 and (chunk := file.read(min(_CHUNK, left))):
                checksum, left = zlib.crc32(chunk, checksum), left - len(chunk)
        keys = pl.read_parquet_metadata(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        return f"cannot be read ({first_line(error)})"
    if CHECKSUM not in keys:
        return "no checksum"
    if keys[CHECKSUM] != f"{checksum:08x}":
        return "was changed: its checksum does not fit"
    if run_id is not None and keys.get(RUN) != run_id:
        return f"belongs to run {keys.get(RUN)}, not to {run_id}"
    return "" if keys.get(PART) == path.name else f"was written under the name {keys.get(PART)}"
