"""Where to find the shipped data and strategies, and the folder for compiled code."""

import atexit
import functools
import os
import shutil
import sys
import tempfile
from pathlib import Path

from simcli.base.errors import BadInput

_PACKAGE = Path(__file__).resolve().parents[1]


def _shipped(name: str) -> Path:
    """A shipped folder: inside the package where it was installed from a wheel, beside the package
    in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def data_folder() -> Path:
    """The folder of `cards.csv`, `nobles.csv` and `rules/`."""
    return _shipped("data")


def strategies_folder() -> Path:
    """The folder of the shipped strategy files."""
    return _shipped("strategies")


def _preferred_cache() -> Path:
    """The cache folder that the environment names; OSError where there is no home folder for it."""
    if own := os.environ.get("SIMCLI_CACHE"):
        return Path(own).absolute()
    xdg = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the XDG rules say to ignore a relative one
        return xdg / "simcli"
    try:
        home = Path.home()
    except RuntimeError:
        raise OSError("there is no home folder") from None
    if not home.is_dir():  # a home that does not exist is not ours to create
        raise OSError(f"the home folder {str(home)!r} does not exist")
    return home / ".cache" / "simcli"


def _make_writable(folder: Path) -> Path:
    """Create `folder` where needed and prove that a file can be written there; OSError
    otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    _try_to_write(folder)
    return folder


def _try_to_write(folder: Path) -> None:
    """Make a file in a folder, of which nothing is left; OSError where that cannot be done.
    Permissions alone would not tell."""
    with tempfile.TemporaryFile(dir=folder):
        pass


def obstacle(folder: Path) -> tuple[Path, str] | None:
    """The nearest path at or above a folder that exists, and why no file can be made in it; None
    where one can. Nothing is left behind."""
    above = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        _try_to_write(above)
    except OSError as error:
        return above, error.strerror or str(error)
    return None


def check_writable(folder: Path, name: str = "--out") -> None:
    """Raise BadInput, with the option's name, unless the folder, or the nearest one above it that
    exists, can be written. Nothing is left."""
    if blocked := obstacle(folder):
        above, why = blocked
        reason = (
            f"{str(above.absolute())!r} cannot be written ({why})"
            if above.is_dir()
            else f"{str(above.absolute())!r} is a file; expected a folder"
        )
        raise BadInput(f"{name} {str(folder)!r}: {reason}")


@functools.cache
def cache_folder() -> Path | None:
    """The folder for compiled code: $SIMCLI_CACHE, else $XDG_CACHE_HOME/simcli, else
    ~/.cache/simcli.

    Where that cannot be written, one warning on stderr and a temporary folder that is removed at
    the end of the process; None where even that is impossible.
    """
    try:
        return _make_writable(_preferred_cache())
    except OSError as error:
        print(
            (
                f"simcli: compiled code cannot be kept ({error}); set SIMCLI_CACHE to a writable "
                "folder to start faster."
            ),
            file=sys.stderr,
        )
    try:
        folder = Path(tempfile.mkdtemp(prefix="simcli-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
