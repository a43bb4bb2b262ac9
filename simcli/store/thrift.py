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
    return Ready(_list(values))


def varint(value: int) -> bytes:
    """A number from 0 on in groups of seven bits, lowest first."""
    if value < 128:
        return bytes((value,))
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _signed(value: int) -> bytes:
    return varint(value << 1 if value >= 0 else -value * 2 - 1)


def _text(value: str | bytes) -> bytes:
    value = value.encode() if isinstance(value, str) else value
    return varint(len(value)) + value


def _list(values: list) -> bytes:
    kind = _kind(values[0]) if values else _STRUCT
    head = (
        bytes((len(values) << 4 | kind,)) if len(values) < 15 else bytes((0xF0 | kind,)) + varint(len(values))
    )
    return head + b"".join(map(_value, values))


def struct(fields: dict) -> bytes:
    """A structure: field number to value (int, Long, Byte, bool, str, bytes, list, dict); fields that are None are left out."""
    out, last = bytearray(), 0
    for number in sorted(fields):
        value = fields[number]
        if value is None:
            continue
        step = number - last
        out += (
            bytes((step << 4 | _kind(value),)) if step < 16 else bytes((_kind(value),)) + varint(number << 1)
        )
        out += _value(value)
        last = number
    return bytes(out + b"\0")


# By type: the kind that is written (of a bool in a structure its value is the kind), and how.
_WRITERS = {
    bool: (None, lambda value: b""),
    int: (_I32, _signed),
    Byte: (_BYTE, lambda value: bytes((value & 255,))),
    Long: (_I64, _signed),
    str: (_BINARY, _text),
    bytes: (_BINARY, _text),
    list: (_LIST, _list),
    Ready: (_LIST, bytes),
    dict: (_STRUCT, struct),
}


def _kind(value) -> int:
    kind = _WRITERS[type(value)][0]
    return (_BOOL_TRUE if value else _BOOL_FALSE) if kind is None else kind


def _value(value) -> bytes:
    return _WRITERS[type(value)][1](value)
