"""Writing the run tables as Parquet files, one row group each.

A game becomes a hundred small whole numbers. General writers look every one of them up in a hash table to number it; here a number below 256
(or 65536) is its own place in the dictionary, so that a column is one pass of bit packing. That is several times cheaper than the game's
other book-keeping. Pages are compressed with zstd. Any Parquet reader opens the result.
"""

import threading
import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np
import zstandard

from simcli.store.packing import differences, hybrid, lists, present_and_values
from simcli.store.thrift import Byte, Long, Ready, ready, struct

MAGIC = b"PAR1"
CHECKSUM = "simcli.crc32"  # key of the footer: checksum of all bytes before the footer
_INT32, _INT64, _DOUBLE, _BYTE_ARRAY = 1, 2, 5, 6
_PLAIN, _RLE, _DELTA, _DICTIONARY = 0, 3, 5, 8
_REQUIRED, _OPTIONAL, _REPEATED = 0, 1, 2
_ZSTD = 6
NO_PAGE = (b"", 0)
_UTF8, _LIST, _CONVERTED = 0, 3, {"UInt8": 11, "UInt16": 12, "Int16": 16}
_WHOLE = {"UInt8": (8, False), "UInt16": (16, False), "Int16": (16, True)}


@dataclass(frozen=True)
class Codes:
    """A column of codes (uint8 or uint16): each is the place of its value in `values`, or the value itself where `values` is None.

    MISSING in a nullable column of bytes is null. `values`: texts or floats."""

    codes: np.ndarray
    values: tuple | None = None


@dataclass(frozen=True)
class Seats:
    """A column of sets of seats, as masks (uint8)."""

    masks: np.ndarray


def _type(kind: str) -> int:
    """The physical type of a column by its type in the schema."""
    if kind in ("Int64", "Float64"):
        return _INT64 if kind == "Int64" else _DOUBLE
    return _INT32 if kind in _WHOLE else _BYTE_ARRAY


def _element(name: str, kind: str, repetition: int) -> dict:
    """The schema element of a column without columns below it."""
    if kind in _WHOLE:
        bits, signed = _WHOLE[kind]
        return {1: _INT32, 3: repetition, 4: name, 6: _CONVERTED[kind], 10: {10: {1: Byte(bits), 2: signed}}}
    text = _type(kind) == _BYTE_ARRAY
    return {1: _type(kind), 3: repetition, 4: name, 6: _UTF8 if text else None, 10: {1: {}} if text else None}


def _elements(column) -> list[dict]:
    """The schema elements of a column of the run tables (schema.Column)."""
    if column.type.startswith("List("):
        top = {3: _REQUIRED, 4: column.name, 5: 1, 6: _LIST, 10: {3: {}}}
        return [top, {3: _REPEATED, 4: "list", 5: 1}, _element("element", column.type[5:-1], _REQUIRED)]
    return [_element(column.name, column.type, _OPTIONAL if column.nullable else _REQUIRED)]


@cache
def _schema(columns: tuple) -> Ready:
    """The schema elements of a table, as they are written."""
    return ready(
        [{4: "schema", 5: len(columns)}, *(element for column in columns for element in _elements(column))]
    )


def _plain(values, kind: str) -> bytes:
    """Values one after another, as they are in memory; texts with their lengths before them."""
    if _type(kind) == _BYTE_ARRAY:
        texts = [str(value).encode() for value in values]
        return b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    return np.asarray(values, {_INT32: "<i4", _INT64: "<i8", _DOUBLE: "<f8"}[_type(kind)]).tobytes()


def _levels(flags: np.ndarray) -> bytes:
    """Levels of 0 and 1, with their length before them."""
    packed = hybrid(flags, 1)
    return len(packed).to_bytes(4, "little") + packed


class _Compressor(threading.local):
    """One for each thread: to make one costs as much as to compress a small page."""

    def __init__(self):
        self.compress = zstandard.ZstdCompressor(level=1).compress


_COMPRESSOR = _Compressor()


def _page(body: bytes, **header) -> tuple[bytes, int]:
    """A page, and its length before it was compressed: `data=(entries, encoding)` or `dictionary=entries`."""
    packed = _COMPRESSOR.compress(body)
    fields = {2: len(body), 3: len(packed)}
    if "data" in header:
        entries, encoding = header["data"]
        fields |= {1: 0, 5: {1: entries, 2: encoding, 3: _RLE, 4: _RLE}}
    else:
        fields |= {1: 2, 7: {1: header["dictionary"], 2: _PLAIN}}
    head = struct(fields)
    return head + packed, len(head) + len(body)


def _coded(
    levels: bytes, entries: int, codes: np.ndarray, values, kind: str
) -> tuple[tuple, tuple, int, int]:
    most = int(codes.max()) if codes.size else 0
    values = range(most + 1) if values is None else values
    width = max(1, (len(values) - 1).bit_length())
    dictionary = _page(_plain(values, kind), dictionary=len(values))
    data = _page(levels + bytes([width]) + hybrid(codes, width), data=(entries, _DICTIONARY))
    return dictionary, data, entries, _DICTIONARY


def _pages(column, values) -> tuple[tuple, tuple, int, int]:
    """The dictionary page (or nothing), the data page, the number of entries and the encoding of a column."""
    if isinstance(values, Seats):
        repeated, defined, seats = lists(values.masks)
        return _coded(_levels(repeated) + _levels(defined), repeated.size, seats, None, column.type[5:-1])
    if isinstance(values, Codes):
        codes, levels = values.codes, b""
        if column.nullable:
            present, codes = present_and_values(np.ascontiguousarray(codes, np.uint8))
            levels = _levels(present)
        return _coded(levels, values.codes.size, codes, values.values, column.type)
    if column.type == "Int64":
        values = np.ascontiguousarray(values, np.int64)
        steps = np.diff(values)
        if not values.size or not steps.size or max(-steps.min(), steps.max()) < 1 << 30:
            return NO_PAGE, _page(differences(values), data=(values.size, _DELTA)), values.size, _DELTA
    return NO_PAGE, _page(_plain(values, column.type), data=(len(values), _PLAIN)), len(values), _PLAIN


def _rows(values) -> int:
    return len(
        values.masks if isinstance(values, Seats) else values.codes if isinstance(values, Codes) else values
    )


def _range_of(column, values) -> dict | None:
    """Least and greatest value of a column of game numbers, so that readers who look for one game skip the other files."""
    if column.name != "game" or not len(values):
        return None
    return {3: Long(0), 5: int(values[-1]).to_bytes(8, "little"), 6: int(values[0]).to_bytes(8, "little")}


def parquet_file(columns, values: dict, metadata: dict[str, str]) -> list[bytes]:
    """A whole Parquet file, as pieces to be written one after another.

    `columns`: schema.Column of the table, in order; `values`: by name Codes, Seats or an array of numbers; `metadata`: keys of the footer."""
    pieces, at, checksum, chunks = [MAGIC], len(MAGIC), zlib.crc32(MAGIC), []
    unpacked = 0
    rows = _rows(values[columns[0].name])
    for column in columns:
        (dictionary, loose), (data, loose_data), entries, encoding = _pages(column, values[column.name])
        size = len(dictionary) + len(data)
        loose += loose_data
        path = [column.name, "list", "element"] if column.type.startswith("List(") else [column.name]
        about = {
            **{
                1: _type(column.type[5:-1] if len(path) > 1 else column.type),
                2: sorted({_PLAIN, _RLE, encoding}),
                3: path,
                4: _ZSTD,
            },
            **{
                5: Long(entries),
                6: Long(loose),
                7: Long(size),
                9: Long(at + len(dictionary)),
                11: Long(at) if dictionary else None,
            },
            12: _range_of(column, values[column.name]),
        }
        unpacked += loose
        chunks.append({2: Long(at), 3: about})
        for piece in (dictionary, data):
            pieces.append(piece)
            checksum = zlib.crc32(piece, checksum)
        at += size
    keys = [{1: key, 2: value} for key, value in {**metadata, CHECKSUM: f"{checksum:08x}"}.items()]
    group = {1: chunks, 2: Long(unpacked), 3: Long(rows)}
    footer = struct(
        {
            1: 2,
            2: _schema(columns),
            3: Long(rows),
            4: [group],
            5: keys,
            6: "simcli",
            7: ready([{1: {}}] * len(columns)),
        }
    )
    return [*pieces, footer, len(footer).to_bytes(4, "little"), MAGIC]
