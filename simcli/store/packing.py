"""Columns packed into the bit patterns that Parquet files are made of, compiled: run-length and bit-packed levels and codes, and differences.

The patterns are those of the Parquet format: the hybrid of runs and bit packs (encoding RLE) and DELTA_BINARY_PACKED.
"""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
from numba import int64, njit, types, uint8

from simcli.base.words import MISSING
from simcli.engine.processor import gather_bits
from simcli.native.cache import compile_function
from simcli.store.thrift import varint

BLOCK, MINIBLOCKS = 128, 4  # of DELTA_BINARY_PACKED
_MINIBLOCK = BLOCK // MINIBLOCKS
_LOOK = 64  # so many values tell nearly always that a column is not constant


def pack_lanes(words, lane, width, out):
    """Pack lanes of `lane` bits (8 or 16) side by side, each cut to `width` bits: words int64[n] in, out int64[>= n * width / lane + 1]."""
    mask, bits = 0, 0
    for i in range(64 // lane):
        mask |= ((1 << width) - 1) << lane * i
        bits += width
    held, filled, at = 0, 0, 0
    for i in range(words.size):
        if bits == 64:
            out[i] = words[i]
            continue
        packed = gather_bits(words[i], mask)
        held |= packed << filled
        filled += bits
        if filled >= 64:
            out[at] = held
            at += 1
            filled -= 64
            held = packed >> (bits - filled)
    if bits != 64:
        out[at] = held


def keep_present(codes, kept, present):
    """Split a column: present[i] = 1 where there is a value, 0 for MISSING; the values one after another in `kept`. Returns their number."""
    count = 0
    for i in range(codes.size):
        there = codes[i] != MISSING
        present[i] = there
        kept[count] = codes[i]
        count += there
    return count


def list_levels(masks, repeated, defined, values):
    """Sets of seats (masks, one a list) as the levels and values of a Parquet list: for each entry whether it goes on with the list before it
    (`repeated`) and whether it is a value at all (`defined`; an empty list has one entry that is not). Returns (entries, values)."""
    entries, count = 0, 0
    for i in range(masks.size):
        mask, goes_on = int64(masks[i]), 0
        if mask == 0:
            repeated[entries], defined[entries] = 0, 0
            entries += 1
        seat = 1
        while mask:
            if mask & 1:
                repeated[entries], defined[entries] = goes_on, 1
                values[count] = seat
                entries += 1
                count += 1
                goes_on = 1
            mask >>= 1
            seat += 1
    return entries, count


@njit
def _varint(value, out, at):
    while value >= 128:
        out[at] = value & 127 | 128
        value >>= 7
        at += 1
    out[at] = value
    return at + 1


def pack_differences(values, out):
    """DELTA_BINARY_PACKED: values int64[n] (n > 0, differences below 2**31) in, bytes out; returns their number."""
    n = values.size
    at = _varint(BLOCK, out, 0)
    at = _varint(MINIBLOCKS, out, at)
    at = _varint(n, out, at)
    at = _varint(values[0] << 1 ^ values[0] >> 63, out, at)
    for start in range(1, n, BLOCK):
        end = min(start + BLOCK, n)
        least, most = values[start] - values[start - 1], values[start] - values[start - 1]
        for i in range(start, end):
            least, most = min(least, values[i] - values[i - 1]), max(most, values[i] - values[i - 1])
        at = _varint(least << 1 ^ least >> 63, out, at)
        width = 0
        while (most - least) >> width:
            width += 1
        for block in range(MINIBLOCKS):
            out[at + block] = width if start + block * _MINIBLOCK < end else 0
        at += MINIBLOCKS
        if width == 0:
            continue
        held, filled = 0, 0
        last = start + (end - start + _MINIBLOCK - 1) // _MINIBLOCK * _MINIBLOCK
        for i in range(start, last):
            if i < end:
                held |= (values[i] - values[i - 1] - least) << filled
            filled += width
            while filled >= 8:
                out[at] = held & 255
                held >>= 8
                filled -= 8
                at += 1
    return at


_BYTES, _WORDS = uint8[::1], int64[::1]
_FUNCTIONS = {
    pack_lanes: types.void(_WORDS, int64, int64, _WORDS),
    keep_present: int64(_BYTES, _BYTES, _BYTES),
    list_levels: types.UniTuple(int64, 2)(_BYTES, _BYTES, _BYTES, _BYTES),
    pack_differences: int64(_WORDS, _BYTES),
}


@cache
def _compiled(function):
    source = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return compile_function(
        function, _FUNCTIONS[function], f"packing_{function.__name__}", source, nogil=True
    )


def compile_all() -> None:
    """Compile what writing needs, or load it from the cache, before workers start."""
    for function in _FUNCTIONS:
        _compiled(function)


def hybrid(codes: np.ndarray, width: int) -> bytes:
    """Codes (uint8 or uint16, each below 2**width, width from 1) as one run, or one bit pack, of the RLE hybrid."""
    n = codes.size
    if n == 0:
        return b""
    first = codes[0]
    if (codes[:_LOOK] == first).all() and (codes == first).all():
        return varint(n << 1) + int(first).to_bytes((width + 7) // 8, "little")
    groups = -(-n // 8)
    words = np.zeros(groups * codes.itemsize, np.int64)
    words.view(codes.dtype)[:n] = codes
    out = np.empty(groups * width // 8 + 2, np.int64)
    _compiled(pack_lanes)(words, 8 * codes.itemsize, width, out)
    return varint(groups << 1 | 1) + out.view(np.uint8)[: groups * width].tobytes()


def present_and_values(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """uint8 flags (1 where there is a value) and the values of a column of bytes with MISSING in it."""
    kept, present = np.empty(codes.size + 1, np.uint8), np.empty(codes.size, np.uint8)
    return present, kept[: _compiled(keep_present)(codes, kept, present)]


def lists(masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Repetition levels, definition levels and values (seats from 1) of a column of sets of seats, given as masks."""
    repeated, defined, values = (np.empty(masks.size * 4, np.uint8) for _ in range(3))
    entries, count = _compiled(list_levels)(masks, repeated, defined, values)
    return repeated[:entries], defined[:entries], values[:count]


def differences(values: np.ndarray) -> bytes:
    """Whole numbers as DELTA_BINARY_PACKED."""
    if values.size == 0:
        return varint(BLOCK) + varint(MINIBLOCKS) + varint(0) + varint(0)
    out = np.empty(values.size * 4 + values.size // BLOCK * 16 + 64 + BLOCK * 4, np.uint8)
    return out[: _compiled(pack_differences)(values, out)].tobytes()
