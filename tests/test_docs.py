"""The documentation agrees with the code: the generated page, the map of the rooms, and the files
that it names."""

import ast
import errno
import os
import re
import runpy
from pathlib import Path

import pytest

from test_layers import MAY_IMPORT

ROOT = Path(__file__).parents[1]
PAGES = [
    path
    for folder in ("", "docs", "data", "strategies", "tests", "reports", "scripts/search")
    for path in sorted((ROOT / folder).glob("*.md"))
]
# Folders whose files are named in full.
NAMED = re.compile(r"`((?:simcli|tests|docs|scripts|data|strategies)/[\w./-]*\w)`")


def test_the_page_of_the_tables_is_that_of_the_schema():
    page = runpy.run_path(str(ROOT / "scripts" / "tables.py"))["page"]()
    assert (ROOT / "docs/tables.md").read_text(encoding="utf-8") == page, "run: python scripts/tables.py"


def test_the_map_has_every_room_and_no_import_goes_up():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    floors = {
        room: int(number)
        for number, rooms in re.findall(r"^\| (\d) \| ([^|]+) \|", text, re.MULTILINE)
        for room in re.findall(r"`(\w+)`", rooms)
    }
    assert set(floors) == {room for room in MAY_IMPORT if not room.startswith("__")}
    for room, floor in floors.items():
        assert all(floors[other] < floor for other in MAY_IMPORT[room]), room


def test_the_index_has_every_page():
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs").rglob("*"):
        assert path.is_dir() or path.name == "README.md" or path.name in index, path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page):
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    missing = [link for link in links if not (page.parent / link).exists()]
    if page.name != "CHANGELOG.md":
        missing += [name for name in NAMED.findall(text) if not (ROOT / name).exists()]
    assert missing == []


def _said() -> str:
    """The constant parts of all texts in the product, and what the system says, line by line."""
    parts = [os.strerror(number) for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS)]
    for path in (ROOT / "simcli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                parts.append(node.value)
    return "\n".join(parts)


def test_messages_that_a_page_quotes_are_those_of_the_product():
    said = _said()
    page = (ROOT / "docs/faults.md").read_text(encoding="utf-8")
    cells = [row.split(" | ")[2] for row in page.splitlines() if re.match(r"\| [^|]+ \| \d+ \|", row)]
    quotes = [quote for cell in cells for quote in re.findall(r"`([^`]{16,})`", cell)]
    assert len(quotes) > 20
    for quote in quotes:
        # Between what differs from case to case: names, numbers, and what is left out.
        pieces = re.split(r"\.\.\.|RUN[\w/.-]*|N games|[][():;,]|'[^']*'|\{[^}]*\}|\d+", quote)
        longest = max((piece.strip() for piece in pieces), key=len)
        assert longest in said, f"no message says {longest!r} as in {quote!r}"
