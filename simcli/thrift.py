"""The few lines of Thrift's compact protocol that the head and foot of a Parquet file are written in."""

_BOOL_TRUE, _BOOL_FALSE, _BYTE, _I32, _I64, _BINARY, _LIST, _STRUCT = 1, 2, 3, 5, 6, 8, 9, 12


class Byte(int):
    """A number of one byte."""


class Long(int):
    """A number of 64 bits."""


class Ready(bytes):
    """A list that is written already (`ready`)."""


def ready(values: list) -> Ready:
    """A list as it is written, to be used again and again."""
    return Ready(_value(values))


def varint(value: int) -> bytes:
    """A number from 0 on in groups of seven bits, lowest first."""
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _kind(value) -> int:
    if isinstance(value, bool):
        return _BOOL_TRUE if value else _BOOL_FALSE
    if isinstance(value, int):
        return _BYTE if isinstance(value, Byte) else _I64 if isinstance(value, Long) else _I32
    if isinstance(value, list | Ready):
        return _LIST
    return _BINARY if isinstance(value, str | bytes) else _STRUCT


def _value(value) -> bytes:
    if isinstance(value, bool):
        return b""
    if isinstance(value, Ready):
        return value
    if isinstance(value, Byte):
        return bytes([value & 255])
    if isinstance(value, int):
        return varint(value << 1 if value >= 0 else -value * 2 - 1)
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return varint(len(value)) + value
    if isinstance(value, list):
        kind = _kind(value[0]) if value else _STRUCT
        head = bytes([len(value) << 4 | kind]) if len(value) < 15 else bytes([0xF0 | kind]) + varint(len(value))
        return head + b"".join(map(_value, value))
    return struct(value)


def struct(fields: dict) -> bytes:
    """A structure: field number to value (int, Long, Byte, bool, str, bytes, list, dict); fields that are None are left out."""
    out, last = bytearray(), 0
    for number in sorted(fields):
        value = fields[number]
        if value is None:
            continue
        step = number - last
        out += bytes([step << 4 | _kind(value)]) if step < 16 else bytes([_kind(value)]) + varint(number << 1)
        out += _value(value)
        last = number
    return bytes(out + b"\0")
