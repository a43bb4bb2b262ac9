"""The shipped folders, and a cache folder wherever the process may write."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simcli.base import paths


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch, tmp_path):
    for name in ("SIMCLI_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    paths.cache_folder.cache_clear()
    yield
    paths.cache_folder.cache_clear()


def test_shipped_folders_hold_what_they_should():
    assert (paths.data_folder() / "cards.csv").is_file()
    assert (paths.data_folder() / "rules" / "standard.toml").is_file()
    assert paths.strategies_folder().name == "strategies"


def test_a_folder_inside_the_package_wins_as_in_a_wheel(monkeypatch, tmp_path):
    (tmp_path / "simcli" / "data").mkdir(parents=True)
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "simcli")
    assert paths.data_folder() == tmp_path / "simcli" / "data"
    assert paths.strategies_folder() == tmp_path / "strategies"


def test_the_cache_is_in_the_home(tmp_path, capsys):
    assert paths.cache_folder() == tmp_path / ".cache" / "simcli"
    assert paths.cache_folder().is_dir()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name, under", [("SIMCLI_CACHE", "."), ("XDG_CACHE_HOME", "simcli")])
def test_the_environment_says_where_the_cache_is(monkeypatch, tmp_path, name, under):
    monkeypatch.setenv(name, str(tmp_path / "there"))
    assert paths.cache_folder() == tmp_path / "there" / under


def test_a_relative_xdg_folder_and_an_empty_own_one_are_ignored(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("SIMCLI_CACHE", "")
    assert paths.cache_folder() == tmp_path / ".cache" / "simcli"


def test_without_a_home_one_warning_and_a_temporary_folder(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("HOME", str(tmp_path / "missing"))
    folder = paths.cache_folder()
    assert paths.cache_folder() is folder and folder.is_dir()
    assert not (tmp_path / "missing").exists()
    warning = capsys.readouterr().err
    assert len(warning.splitlines()) == 1 and "missing" in warning and "SIMCLI_CACHE" in warning


def test_a_file_in_the_way_is_a_warning_and_no_failure(monkeypatch, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SIMCLI_CACHE", str(tmp_path / "file" / "cache"))
    assert paths.cache_folder().is_dir()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_none_where_nothing_can_be_written(monkeypatch, tmp_path, capsys):
    def refuse(prefix):
        raise OSError("full")

    monkeypatch.setenv("HOME", str(tmp_path / "missing"))
    monkeypatch.setattr(paths.tempfile, "mkdtemp", refuse)
    assert paths.cache_folder() is None


def test_the_temporary_folder_is_gone_after_the_process(tmp_path):
    code = "from simcli.base.paths import cache_folder; print(cache_folder())"
    environment = {**os.environ, "HOME": str(tmp_path / "absent")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert not Path(done.stdout.strip()).exists()
