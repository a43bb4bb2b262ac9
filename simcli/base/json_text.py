"""Reading JSON that people write: one value a file or one a line, with the place of every error."""

import json
import sys
from collections.abc import Iterator

from simcli.base.errors import BadInput


def read_json_values(name: str, what: str) -> Iterator[tuple[str, object]]:
    """The JSON values of a file (`-`: standard input), each with where it stands: JSON Lines, or
    one value over many lines.

    `what` names what is expected. Lines are read as they are asked for. BadInput where there is
    nothing, or something that is not JSON."""
    try:
        if name == "-":
            if sys.stdin is None:  # the process was started with its input closed
                raise BadInput(f"standard input is closed; expected {what} there")
            yield from _values(sys.stdin.buffer, "standard input", what)
        else:
            with open(name, "rb") as stream:
                yield from _values(stream, name, what)
    except FileNotFoundError:
        raise BadInput(f"{name}: there is no such file; expected {what}, or - for standard input") from None
    except IsADirectoryError:
        raise BadInput(f"{name} is a folder; expected a file with {what}") from None
    except ValueError as error:  # a null byte in the name
        raise BadInput(f"{name!r} cannot be read ({error})") from None


def _values(stream, name: str, what: str) -> Iterator[tuple[str, object]]:
    number, first = 0, True
    for number, line in enumerate(stream, 1):
        text = _decoded(line, f"{name}, line {number}")
        if not text.strip():
            continue
        try:
            value = parse_json(text, f"{name}, line {number}")
        except _NotJson as error:
            if not first:
                raise BadInput(
                    f"{name}, line {number}, column {error.column}: not valid JSON: {error.reason}"
                ) from None
            yield name, _whole(text, stream, name, number)
            return
        first = False
        yield f"{name}, line {number}", value
    if first:
        raise BadInput(f"{name}: it is empty; expected {what}")


def _whole(begun: str, stream, name: str, number: int) -> object:
    """The one value of a text that does not fit on its first line."""
    text = begun + _decoded(stream.read(), name)
    try:
        return parse_json(text, name)
    except _NotJson as error:
        raise BadInput(
            f"{name}, line {number - 1 + error.line}, column {error.column}: not valid JSON: {error.reason}"
        ) from None


class _NotJson(Exception):
    """A text that is not JSON, with the line and column (from 1) and the reason."""

    def __init__(self, reason: str, line: int, column: int):
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column


def parse_json(text: str, where: str) -> object:
    """The value of a JSON text. A key that stands twice in an object, NaN and infinity are a
    BadInput; other faults are _NotJson."""

    def object_of(pairs: list) -> dict:
        values = dict(pairs)
        if len(values) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise BadInput(f"{where}: the key {twice!r} stands twice in one object; once is allowed")
        return values

    def refused(constant: str):
        raise BadInput(f"{where}: {constant} is not a JSON number")

    try:
        return json.loads(text, object_pairs_hook=object_of, parse_constant=refused)
    except json.JSONDecodeError as error:
        raise _NotJson(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise BadInput(f"{where}: nested too deep") from None
    except ValueError as error:  # a number with thousands of digits
        raise BadInput(f"{where}: {error}") from None


def _decoded(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{where}: not UTF-8 text (byte {error.start + 1})") from None
