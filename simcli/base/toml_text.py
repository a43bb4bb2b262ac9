"""Reading TOML so that an error can name the line, reading `--set KEY=VALUE`, and writing values
back as TOML."""

import json
import re
import tomllib
from pathlib import Path

from simcli.base.errors import BadInput

_TABLE = re.compile(r"\s*\[\s*([\w.\s\"'-]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w.\"'-]+)\s*=")
_BARE_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[A-Za-z_][\w-]*")


def read_text(path: Path, what: str) -> str:
    """The text of a UTF-8 file, without a byte order mark; BadInput where it cannot be read. `what`
    names the kind of file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: this {what} is not UTF-8 text (byte {error.start + 1})") from None
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder; expected a {what}") from None
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such {what}") from None
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise BadInput(
            f"{str(path)!r}: this {what} cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None


def read_toml(path: Path, what: str) -> tuple[dict, dict[str, int]]:
    """The values of a TOML file, and the line (from 1) of each key by its dotted name."""
    text = read_text(path, what)
    try:
        return tomllib.loads(text), key_lines(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: this {what} is not valid TOML: {error}") from None


def key_lines(text: str) -> dict[str, int]:
    """The line (from 1) on which each table and key of a valid TOML text is first written, by
    dotted name."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            table = re.sub(r"[\s\"']", "", header[1])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            dotted = f"{table}.{key[1]}".lstrip(".").replace('"', "").replace("'", "")
            lines.setdefault(dotted, number)
    return lines


def _one_value(text: str):
    """The TOML value written in `text`; TOMLDecodeError where it is not exactly one."""
    document = tomllib.loads(f"value = {text}")
    if len(document) > 1:
        raise tomllib.TOMLDecodeError("more than one value")
    return document["value"]


def _quoted(word: re.Match) -> str:
    return word[0] if word[0][0] in "\"'" or word[0] in ("true", "false") else json.dumps(word[0])


def read_setting(setting: str) -> tuple[str, object]:
    """Split `KEY=VALUE` into the dotted key and the value, read as TOML in which a bare word stands
    for a text."""
    key, equals, text = setting.partition("=")
    key, text = key.strip(), text.strip()
    if not key or not equals or not text:
        raise BadInput(f"--set {setting!r}: expected KEY=VALUE, such as prestige_to_win=21")
    try:
        return key, _one_value(text)
    except tomllib.TOMLDecodeError:
        pass
    try:
        return key, _one_value(_BARE_WORD.sub(_quoted, text))
    except tomllib.TOMLDecodeError:
        raise BadInput(
            f'--set {setting!r}: {text!r} is not a value; write a number, a word, "a text", '
            "or a list such as [1, 3]"
        ) from None


def write_value(value) -> str:
    """A number, text, list or table of numbers as it is written in TOML."""
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {write_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(write_value(item) for item in value) + "]"
    return str(value)
