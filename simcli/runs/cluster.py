"""A run on many machines with Dask: its missing parts in shards, each played by a worker that sends
the finished files back.

The worker needs simcli and the strategies, not the run's folder. What a lost worker had is played
again by another; a part is written here once, by its deals, so that nothing is lost or counted
twice."""

import time
from contextlib import contextmanager, suppress
from pathlib import Path

from simcli.base.errors import BadInput, RunDataError, first_line
from simcli.base.stopping import Stop
from simcli.runs.folder import missing_parts, sound_parts
from simcli.runs.plan import Plan
from simcli.store.manifest import write_manifest
from simcli.store.parts import write_files

RETRIES = 10  # of a part whose workers die
PARTS_AHEAD = 2  # parts in hand a worker thread: bounds the memory here


@contextmanager
def connect(where: str, jobs: int = 0):
    """A Dask client: `local` for a cluster of processes on this machine, or the address of a
    scheduler. Raises BadInput without it."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadInput("--scheduler needs Dask, which is not installed: pip install 'simcli[dask]'") from None
    if where == "local":
        with (
            LocalCluster(n_workers=jobs or None, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client
        return
    if not where.startswith(("tcp://", "tls://", "ucx://")):
        raise BadInput(
            f"--scheduler {where!r}: expected `local` or the address of a scheduler, such as "
            "tcp://10.0.0.1:8786"
        )
    try:
        client = Client(where, timeout=10)
    except (OSError, ValueError) as error:
        raise BadInput(f"--scheduler {where!r}: no scheduler answers ({first_line(error)})") from None
    with client:
        yield client


def play_shard(config: dict, run_id: str, first: int, last: int) -> dict[str, bytes]:
    """Play the deals first to last of a run, wherever this is called: the files of the part, by
    table.

    Raises RunDataError where this machine has another engine, or strategies of other sources."""
    from simcli.runs.plan import plan_from_config
    from simcli.runs.player import Player, prepare
    from simcli.store.parts import part_files

    plan = plan_from_config(config, "the run's configuration")
    own = plan.config()
    for key, value in config.items():
        if own[key] != value:
            raise RunDataError(
                f"a worker has another {key} than the run: install the same simcli and "
                "strategies on all machines"
            )
    player, deals = Player(plan, prepare(plan)), last - first + 1
    part = player.new_part(deals)
    player.play(part, first, deals)
    return part_files(first, last, player.tables(part, first), run_id)


def play_on_cluster(
    plan: Plan, folder: Path, client, manifest: dict, advance=None, stop: Stop | None = None
) -> dict:
    """Play the parts that `folder` does not hold yet on a Dask cluster; returns the manifest, as
    run.play_run does."""
    from distributed import as_completed

    stop, began = stop or Stop(), time.monotonic()
    todo = missing_parts(plan, sound_parts(folder, manifest), folder)
    games = plan.schedule.games - sum(last - first + 1 for first, last in todo) * len(plan.seatings)
    before, state = games, "failed"
    if advance and before:
        advance(before)
    ahead = PARTS_AHEAD * max(1, sum(client.nthreads().values()))
    waiting, deals_of = iter(todo), {}

    def submit() -> list:
        deals = None if stop.asked.is_set() else next(waiting, None)
        if deals is None:
            return []
        future = client.submit(
            play_shard, manifest["config"], manifest["id"], *deals, pure=False, retries=RETRIES
        )
        deals_of[future.key] = deals
        return [future]

    try:
        done = as_completed([future for _ in range(ahead) for future in submit()])
        for future in done:
            first, last = deals_of.pop(future.key)
            write_files(folder, first, last, future.result())
            future.release()
            games += (last - first + 1) * len(plan.seatings)
            if advance:
                advance((last - first + 1) * len(plan.seatings))
            for more in submit():
                done.add(more)
        state = "interrupted"
    finally:
        seconds = time.monotonic() - began
        manifest["progress"] = {
            "state": "complete" if games == plan.schedule.games else state,
            "games": games,
            "seconds": round(seconds, 3),
            "games_per_second": round((games - before) / seconds, 1)
            if games > before and seconds > 0
            else None,
        }
        with suppress(OSError):
            write_manifest(folder, manifest)
    return manifest
