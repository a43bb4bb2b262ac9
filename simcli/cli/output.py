"""What goes to the screen: results on stdout, notes on stderr, tables as aligned text."""

import json
import shlex
import sys
import textwrap

WIDTH = 80


def print_json(value) -> None:
    """Print one JSON value on stdout; numbers that JSON does not have (NaN, infinity) are a
    ValueError."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, indent=2, ensure_ascii=not unicode, allow_nan=False))


def command_line(*words) -> str:
    """A line to type: `simcli` and these words, quoted; without words, the line that this process
    was started with."""
    return shlex.join(["simcli", *(map(str, words) if words else sys.argv[1:])])


def note(text: str, quiet: bool = False) -> None:
    """Print a note on stderr, unless the user asked for quiet."""
    if not quiet:
        print(text, file=sys.stderr)


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or (cell[:1] in "+-." and cell[1:2].isdigit())


def table(header: list[str], rows: list[list], width: int = WIDTH) -> str:
    """Rows as aligned text under a header: columns of numbers to the right, texts to the left, None
    as a dash.

    Where the whole is wider than `width`, a last column of texts is wrapped.
    """
    cells = [["-" if cell is None else str(cell) for cell in row] for row in rows]
    columns = list(zip(header, *cells, strict=True))
    right = [
        bool(cells) and all(_is_number(cell) or cell == "-" for cell in column[1:]) for column in columns
    ]
    widths = [max(map(len, column)) for column in columns]
    indent = sum(widths[:-1]) + 2 * (len(widths) - 1)
    if not right[-1] and indent + widths[-1] > width:
        widths[-1] = max(20, width - indent)
    lines = []
    for row in [header, *cells]:
        pieces = [
            cell.rjust(size) if to_right else cell.ljust(size)
            for cell, size, to_right in zip(row, widths, right, strict=True)
        ]
        *left, last = pieces
        wrapped = (
            textwrap.wrap(last.strip(), widths[-1]) if not right[-1] and len(last) > widths[-1] else [last]
        )
        lines.append("  ".join([*left, wrapped[0]]).rstrip())
        lines += [" " * indent + more for more in wrapped[1:]]
    return "\n".join(lines)
