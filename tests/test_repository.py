"""The files beside the sources: the pins hold names, versions and hashes only, and meet what the
project asks for."""

import re
import tomllib
from pathlib import Path

import pytest

from simcli import __version__
from simcli.base.paths import data_folder

TOP = data_folder().parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
PINS, DASK = (
    [line for line in (TOP / name).read_text().splitlines() if not line.startswith("#")]
    for name in ("requirements.txt", "requirements-dask.txt")
)


def pinned(lines) -> dict[str, tuple[int, ...]]:
    """Name to version of the lines that start a pin."""
    pins = (re.fullmatch(r"([a-z0-9-]+)==([0-9.]+) \\", line) for line in lines)
    return {pin[1]: tuple(map(int, pin[2].split("."))) for pin in pins if pin}


def test_pins_are_names_versions_and_hashes():
    odd = [
        line
        for line in PINS + DASK
        if not re.fullmatch(r"[a-z0-9-]+==[0-9.]+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line)
    ]
    assert odd == []
    assert len(pinned(PINS)) > 30 and not pinned(PINS).keys() & pinned(DASK).keys()


def test_pins_meet_what_the_project_asks_for():
    extras = PROJECT["optional-dependencies"]
    for wanted in [*PROJECT["dependencies"], *extras["test"], *extras["dev"], *extras["dask"]]:
        name, least, below = re.fullmatch(r"([a-z0-9-]+)>=([0-9.]+)(?:,<([0-9.]+))?", wanted).groups()
        version = pinned(PINS + DASK)[name]
        assert version >= tuple(map(int, least.split(".")))
        assert not below or version < tuple(map(int, below.split(".")))


def test_the_version_is_said_once_and_in_the_changes():
    assert PROJECT["version"] == __version__
    assert f"## {__version__}" in (TOP / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    "name", ["README.md", "LICENSE", "CHANGELOG.md", "Makefile", ".ci/run", "data/README.md"]
)
def test_what_a_newcomer_looks_for_is_there(name):
    assert Path(TOP, name).stat().st_size > 0
