"""A strategy with the files it borrows from, as texts: so that a stored or older version plays with
what it borrowed then, not with what lies there now."""

import ast
import hashlib
import posixpath
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from simcli.base.errors import BadInput
from simcli.base.paths import cache_folder


def borrowed_names(text: str) -> list[str]:
    """The files that the text of a strategy borrows from: the relative paths that it gives to
    `borrow`. Strategies that come with simcli are borrowed by name and not listed; a text that is
    no Python borrows from none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name, called = node.args[0].value, getattr(node.func, "id", getattr(node.func, "attr", ""))
            if (
                called == "borrow"
                and isinstance(name, str)
                and name.endswith(".py")
                and not PurePosixPath(name).is_absolute()
            ):
                names.append(name)
    return names


def gather(text: str, fetch: Callable[[str, str], str]) -> dict[str, str]:
    """All files that a strategy borrows from, and those that these borrow from: place (relative to
    the strategy's folder) -> text.

    `fetch(folder, name)` gives the text that a file in `folder` (relative likewise) means by
    `name`."""
    found: dict[str, str] = {}
    waiting = [("", name) for name in borrowed_names(text)]
    while waiting:
        folder, name = waiting.pop()
        place = posixpath.normpath(posixpath.join(folder, name))
        if place not in found:
            found[place] = fetch(folder, name)
            waiting += [(posixpath.dirname(place), other) for other in borrowed_names(found[place])]
    return dict(sorted(found.items()))


def beside(path: Path) -> Callable[[str, str], str]:
    """`fetch` for a strategy file on disk: beside the file that borrows, else in the current
    folder, as when it plays. Raises BadInput."""

    def fetch(folder: str, name: str) -> str:
        for place in (path.parent / folder / name, Path(name)):
            if place.is_file():
                return place.read_text(encoding="utf-8")
        raise BadInput(f"{path}: borrows from {name!r}, which does not exist")

    return fetch


def lay_out(text: str, file_name: str, borrowed: dict[str, str]) -> Path:
    """Write a strategy and what it borrows from into the cache, named by their content, so that
    they compile once; the strategy's file."""
    digest = hashlib.sha256(
        "\0".join([file_name, text, *(part for pair in borrowed.items() for part in pair)]).encode()
    ).hexdigest()[:16]
    above = max([0, *(place.split("/").count("..") for place in borrowed)])
    folder = (cache_folder() or Path(tempfile.gettempdir())).joinpath("sources", digest, *["in"] * above)
    path = folder / Path(file_name).name
    for place, content in {path.name: text, **borrowed}.items():
        _write(Path(posixpath.normpath((folder / place).as_posix())), content)
    return path


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_bytes() != text.encode():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
