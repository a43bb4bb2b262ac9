"""Runs on Dask equal local ones, also where a worker is killed in the middle; without Dask the
message says what to install."""

import importlib.util
import os
import signal

import pytest

from runs import same_tables

HERE = importlib.util.find_spec("distributed") is not None
LINE_UP = ("random", "greedy", "--games", "60k", "-q")


@pytest.mark.skipif(HERE, reason="Dask is installed")
def test_without_dask_it_says_what_to_install(refused, tmp_path):
    refused("run", *LINE_UP, "--scheduler", "local", "--out", tmp_path / "run", words=["simcli[dask]"])
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not HERE, reason="needs the extra simcli[dask]")
def test_a_run_on_dask_with_a_killed_worker_equals_the_local_one(tmp_path, simcli, monkeypatch):
    from distributed import LocalCluster

    from simcli.runs import cluster

    killed = []
    real = cluster.write_files

    def write(*arguments):
        if not killed:
            killed.extend(list(workers.values())[:1])
            os.kill(killed[0], signal.SIGKILL)
        real(*arguments)

    monkeypatch.setattr(cluster, "write_files", write)
    assert simcli("run", *LINE_UP, "--out", tmp_path / "here").code == 0
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as machines:
        from distributed import Client

        with Client(machines) as client:
            workers = client.run(os.getpid)
        outcome = simcli(
            "run", *LINE_UP, "--scheduler", machines.scheduler_address, "--out", tmp_path / "there"
        )
    assert outcome.code == 0 and killed, outcome
    assert same_tables(tmp_path / "here", tmp_path / "there")


@pytest.mark.skipif(not HERE, reason="needs the extra simcli[dask]")
@pytest.mark.parametrize("where", ["nowhere", "tcp://127.0.0.1:9"])
def test_a_scheduler_that_is_not_there(refused, tmp_path, where):
    refused("run", *LINE_UP, "--scheduler", where, "--out", tmp_path / "run", words=[where])


@pytest.mark.skipif(not HERE, reason="needs the extra simcli[dask]")
def test_a_run_that_lacks_parts_goes_on_with_dask_on_this_machine(tmp_path, simcli):
    small, folder = (*LINE_UP[:3], "4000", "-q"), tmp_path / "there"
    for where in (tmp_path / "here", folder):
        assert simcli("run", *small, "--out", where).code == 0
    for part in sorted((folder / "games").iterdir())[2:5]:
        part.unlink()
    outcome = simcli("run", folder, "--resume", "-q", "--scheduler", "local", "--jobs", "2")
    assert outcome.code == 0 and "4,000" not in outcome.err, outcome
    assert same_tables(tmp_path / "here", folder) and simcli("verify", folder, "-q").code == 0
