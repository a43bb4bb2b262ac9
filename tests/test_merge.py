"""Shards and merging: three shards are the whole; what does not belong together is refused and
leaves nothing."""

import json
import shutil

import polars as pl
import pytest

from runs import same_tables

LINE_UP = ("random", "greedy", "--games", "3001", "-q", "--jobs", "2")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The whole run and its three shards."""
    from simcli.cli.app import main

    top = tmp_path_factory.mktemp("shards")
    for name, more in {
        "whole": (),
        "1": ("--shard", "1/3"),
        "2": ("--shard", "2/3"),
        "3": ("--shard", "3/3"),
    }.items():
        with pytest.raises(SystemExit) as end:
            main(["run", *LINE_UP, *more, "--out", str(top / name)])
        assert not end.value.code
    return top


def test_merged_shards_are_the_whole(folders, tmp_path, simcli):
    assert simcli("merge", tmp_path / "m", folders / "3", folders / "1", folders / "2").code == 0
    assert same_tables(tmp_path / "m", folders / "whole")
    one, two = (
        json.loads((folder / "run.json").read_text()) for folder in (tmp_path / "m", folders / "whole")
    )
    assert one["id"] == two["id"] and one["config"] == two["config"] and one["shard"] is None
    assert (
        simcli("verify", tmp_path / "m", "-q").code == 0
        and simcli("run", tmp_path / "m", "--resume", "-q").code == 0
    )


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (("1", "3"), ("deals 500 to 999 are missing",)),
        (("1", "2"), ("missing",)),
        (("1", "2", "whole", "3"), ("overlaps",)),
        (("1", "2", "3", "other"), ("does not belong", "seed", "1 and 2")),
    ],
)
def test_what_does_not_fit_is_refused(folders, tmp_path, simcli, which, words):
    simcli("run", *LINE_UP, "--seed", 2, "--out", tmp_path / "other")
    outcome = simcli("merge", tmp_path / "m", *[tmp_path / w if w == "other" else folders / w for w in which])
    assert outcome.code == 5 and all(word in outcome.err for word in words), outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_bad_input(folders, tmp_path, refused):
    refused("merge", folders / "whole", folders / "1", words=["exists already"])
    refused("merge", tmp_path / "m", folders / "1", folders / "1", words=["twice"])


def test_a_shard_that_differs_from_the_others_is_a_fault(folders, tmp_path, monkeypatch):
    from simcli.base.errors import RunDataError
    from simcli.runs import merge

    for name in "123":
        shutil.copytree(folders / name, tmp_path / name)
    for path in (tmp_path / "2" / "games").iterdir():
        frame = pl.read_parquet(path).with_columns(winners=pl.lit([1], pl.List(pl.UInt8)))
        frame.write_parquet(path)
    monkeypatch.setattr(
        merge, "check_file", lambda path, run_id: ""
    )  # as if the machine that played it had written it so
    with pytest.raises(RunDataError, match="differs from the other shards"):
        merge.merge(tmp_path / "m", [tmp_path / name for name in "123"], "test")
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("kind", ["--slurm", "--github"])
def test_launchers(simcli, tmp_path, kind):
    outcome = simcli("shards", kind, 3, "random", "greedy", "--games", "1M")
    assert (
        outcome.code == 0
        and "simcli run random greedy --games 1M --shard" in outcome.out
        and "simcli merge" in outcome.out
    )


def test_launchers_refuse_what_they_set_themselves(refused):
    refused("shards", "--slurm", 3, "random", "greedy", "--out", "x", words=["--out"])
    refused("shards", 3, "random", "greedy", words=["--slurm", "--github"])
    refused("shards", "--github", 300, "random", "greedy", words=["256"])
