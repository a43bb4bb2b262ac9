"""Where the two sides of a comparison come from: a strategy, a file, a file at a git revision, or a
stored baseline."""

import posixpath
import re
import subprocess
from dataclasses import replace
from pathlib import Path

from simcli.base.errors import BadInput
from simcli.compare.borrowing import gather, lay_out
from simcli.compare.stored import read_baseline
from simcli.strategy.loading import Strategy, load

_GIT = re.compile(r"git:(?P<revision>[^:]+):(?P<path>.+?\.py)(?P<settings>:.*)?")


def side(text: str, announce=None) -> tuple[Strategy, dict | None]:
    """The strategy that `text` names, ready to play, and the stored baseline (a dict) if it comes
    from one.

    Raises BadInput where there is none, it does not compile, or git does not know it; RunDataError
    for a stored baseline that cannot be read."""
    if text.startswith("git:"):
        return _from_git(text, announce), None
    if text.endswith(".json"):
        stored = read_baseline(Path(text))
        return stored_strategy(stored, f"{text} ({stored['strategy']['label']})", announce), stored
    return load(text, announce), None


def stored_strategy(stored: dict, label: str, announce=None) -> Strategy:
    """The strategy that a stored baseline holds, with what it borrowed when it was saved; `label`
    names it here."""
    facts = stored["strategy"]
    settings = ",".join(f"{name}={value!r}" for name, value in facts["parameters"].items())
    path = lay_out(facts["text"], facts["file"], facts["borrowed"])
    return _load(path, f":{settings}" if settings else "", label, announce)


def _load(path: Path, settings: str, label: str, announce) -> Strategy:
    return replace(load(f"{path}{settings}", announce), label=label)


def _git(*arguments: str) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(
            ["git", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise BadInput("git:REV:PATH needs git, which is not installed") from None


def _from_git(text: str, announce) -> Strategy:
    match = _GIT.fullmatch(text)
    if not match:
        raise BadInput(
            f"{text!r}: expected git:REV:PATH, where PATH is a strategy file, such as "
            "git:main:strategies/mine.py"
        )
    revision, path = match["revision"], match["path"]
    if _git("rev-parse", "--git-dir").returncode:
        raise BadInput(f"{text!r}: the current folder is in no git repository")
    if _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").returncode:
        raise BadInput(
            f"{text!r}: this repository has no revision {revision!r}; a shallow clone "
            "holds only the newest (fetch-depth: 0 fetches all)"
        )
    found = _at(revision, path)
    if found is None:
        raise BadInput(f"{text!r}: there is no file {path!r} at revision {revision!r}")

    def fetch(folder: str, name: str) -> str:
        for place in (
            posixpath.normpath(posixpath.join(posixpath.dirname(path), folder, name)),
            posixpath.normpath(name),
        ):
            content = _at(revision, place)
            if content is not None:
                return content
        raise BadInput(f"{text!r}: it borrows from {name!r}, which is not there at revision {revision!r}")

    return _load(lay_out(found, path, gather(found, fetch)), match["settings"] or "", text, announce)


def _at(revision: str, path: str) -> str | None:
    """The text of a file at a revision, `path` from the current folder or from the top of the
    repository; None where there is none."""
    for name in (f"{revision}:./{path}", f"{revision}:{path}"):
        found = _git("show", "--end-of-options", name)
        if found.returncode == 0:
            return found.stdout
    return None
