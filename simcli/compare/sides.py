"""Where the two sides of a comparison come from: a strategy, a file, a file at a git revision, or a stored baseline."""

import hashlib
import re
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from simcli.compare.stored import read_baseline
from simcli.errors import BadInput
from simcli.paths import cache_folder
from simcli.strategy import Strategy, load

_GIT = re.compile(r"git:(?P<revision>[^:]+):(?P<path>.+?\.py)(?P<settings>:.*)?")


def side(text: str, announce=None) -> tuple[Strategy, dict | None]:
    """The strategy that `text` names, ready to play, and the stored baseline (a dict) if it comes from one.

    Raises BadInput where there is none, it does not compile, or git does not know it; RunDataError for a stored baseline that cannot be read."""
    if text.startswith("git:"):
        return _from_git(text, announce), None
    if text.endswith(".json"):
        stored = read_baseline(Path(text))
        return stored_strategy(stored, announce), stored
    return load(text, announce), None


def stored_strategy(stored: dict, announce=None) -> Strategy:
    """The strategy that a stored baseline holds."""
    facts = stored["strategy"]
    settings = ",".join(f"{name}={value!r}" for name, value in facts["parameters"].items())
    return from_text(facts["text"], facts["file"], f":{settings}" if settings else "", facts["label"], announce)


def from_text(text: str, file_name: str, settings: str, label: str, announce=None) -> Strategy:
    """A strategy out of the text of its file, which is kept in the cache by its content so that it compiles once."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    folder = (cache_folder() or Path(tempfile.gettempdir())) / "sources" / digest
    path = folder / Path(file_name).name
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return replace(load(f"{path}{settings}", announce), label=label)


def _git(*arguments: str) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
    except FileNotFoundError:
        raise BadInput("git:REV:PATH needs git, which is not installed") from None


def _from_git(text: str, announce) -> Strategy:
    match = _GIT.fullmatch(text)
    if not match:
        raise BadInput(f"{text!r}: git:REV:PATH is wanted, PATH a strategy file, such as git:main:strategies/mine.py")
    revision, path = match["revision"], match["path"]
    if _git("rev-parse", "--git-dir").returncode:
        raise BadInput(f"{text!r}: the current folder is in no git repository")
    if _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").returncode:
        raise BadInput(f"{text!r}: this repository has no revision {revision!r}; a shallow clone holds only the newest (fetch-depth: 0 fetches all)")
    for name in (f"{revision}:./{path}", f"{revision}:{path}"):
        found = _git("show", "--end-of-options", name)
        if found.returncode == 0:
            return from_text(found.stdout, path, match["settings"] or "", text, announce)
    raise BadInput(f"{text!r}: there is no file {path!r} at revision {revision!r}")
