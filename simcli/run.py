"""A run: what is to be played, playing it in parts on all cores, and going on where an earlier process stopped.

The truth about how far a run has come are the parts on disk. The same plan gives the same tables, however many workers play it.
"""

import os
import signal
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from simcli.arrays import card_rows, rules_record
from simcli.catalogue import Catalogue
from simcli.errors import BadInput, Interrupted, RunDataError
from simcli.kernel import Part, Table, compiled, play_part, seatings_by_seat
from simcli.manifest import engine_fingerprint, new_manifest, read_manifest, write_manifest
from simcli.rules import Rules
from simcli.schedule import Schedule, make_schedule, seatings_of
from simcli.store import complete_parts, frames, make_folders, part_name, write_part
from simcli.strategy import Strategy

SECONDS_OF_A_CALL = 0.2  # of the kernel: so often a worker looks up, moves the progress on and can be stopped
FASTEST_GAME = 1e-7  # seconds; bounds the first guess at how many deals fit into a call
PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a run plays. `games` is what was asked for; whole deals are played."""

    strategies: tuple[Strategy, ...]
    rules: Rules
    catalogue: Catalogue
    games: int
    seed: int = 1
    seating: str = "rotate"
    shard: tuple[int, int] | None = None
    veto: float = 0.0
    record: np.ndarray = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self):
        if len(self.strategies) not in PLAYERS:
            raise BadInput(f"{len(self.strategies)} strategies; a game has 2, 3 or 4 seats: name one strategy for each")
        object.__setattr__(self, "record", rules_record(self.rules, self.catalogue, len(self.strategies)))

    @property
    def labels(self) -> list[str]:
        """The strategies as they are named in the line-up, by place."""
        return [strategy.label for strategy in self.strategies]

    @cached_property
    def seatings(self) -> list[list[int]]:
        """seatings[k][place] = seat, from 1."""
        return seatings_of(self.labels, self.seating)

    @cached_property
    def schedule(self) -> Schedule:
        """Deals and parts."""
        return make_schedule(self.games, len(self.seatings), self.shard)

    def config(self) -> dict:
        """All that affects the result, as plain values: what run.json holds and the run's id is the hash of."""
        line_up = [{"label": s.label, "name": s.name, "parameters": s.parameters, "source": s.source} for s in self.strategies]
        return {
            "line_up": line_up,
            "players": len(self.strategies),
            "seating": self.seating,
            "seatings": self.seatings,
            "deals": self.schedule.deals,
            "games": self.schedule.deals * len(self.seatings),
            "seed": self.seed,
            "rules": self.rules.to_dict(),
            **self.catalogue.to_dict(),
            "veto": self.veto,
            "part_deals": self.schedule.part_deals,
            "engine": engine_fingerprint(),
        }


class Stop:
    """Whether the user asked to stop: set by the first SIGINT or SIGTERM; the second ends the process at once."""

    def __init__(self):
        self.asked = threading.Event()

    @contextmanager
    def on_signals(self, say):
        """Listen to SIGINT and SIGTERM while the block runs (in the main thread; elsewhere this does nothing). `say(text)` tells the user."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return

        def first_or_second(number, frame):
            if self.asked.is_set():
                os._exit(Interrupted.exit_code)
            self.asked.set()
            say("stopping after the parts in hand; once more stops at once")

        before = {number: signal.signal(number, first_or_second) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def prepare(plan: Plan, announce=None):
    """Compile what the plan needs (or load it from the cache); `announce(what)` is called before a compilation. Returns the kernel."""
    return compiled("tables", announce)


def open_run(plan: Plan, folder: Path, resume: bool, command: str) -> dict:
    """Create the run folder, or check that the one that is there holds this very plan; returns its manifest.

    Raises BadInput where the folder holds something and `resume` is not set, RunDataError where it holds another run."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {str(folder)!r}: there is a file of that name; a folder is wanted")
    if folder.is_dir() and any(folder.iterdir()):
        if not resume:
            what = "a run" if (folder / "run.json").exists() else "something else"
            raise BadInput(f"--out {str(folder)!r} holds {what} already; choose another folder, or continue an unfinished run with --resume")
        manifest = read_manifest(folder)
        check_same(manifest, plan, folder)
        make_folders(folder)
        return manifest
    if resume:
        raise BadInput(f"--resume: there is no run in {str(folder)!r}")
    manifest = new_manifest(plan.config(), command, plan.shard)
    make_folders(folder)
    write_manifest(folder, manifest)
    return manifest


def check_same(manifest: dict, plan: Plan, folder: Path) -> None:
    """Raise RunDataError, with both values, unless the manifest is of this very plan."""
    config, found = plan.config(), manifest["config"]
    for key in config:
        if config[key] != found.get(key):
            raise RunDataError(f"{folder}/run.json is another run: {key} is {_short(found.get(key))} there and {_short(config[key])} here")
    shard = list(plan.shard) if plan.shard else None
    if manifest.get("shard") != shard:
        raise RunDataError(f"{folder}/run.json is another shard: {manifest.get('shard')} there and {shard} here")


def _short(value, most: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."


@contextmanager
def only_writer(folder: Path):
    """Hold the run folder for this process alone. Raises RunDataError where another process that is alive holds it."""
    import fcntl

    with open(folder / "lock", "a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise RunDataError(f"{folder}: another process ({lock.read().strip() or 'unknown'}) is writing this run") from None
        lock.truncate(0)
        lock.write(f"pid {os.getpid()}\n")
        lock.flush()
        yield
    (folder / "lock").unlink(missing_ok=True)


def play_run(plan: Plan, folder: Path, kernel, jobs: int = 0, advance=None, stop: Stop | None = None, manifest: dict | None = None) -> dict:
    """Play the parts of the plan that `folder` does not hold yet; returns the manifest, which says how far it came.

    `jobs` workers (0: one a core); `advance(games)` is called from the workers as games are played, and first with those that were there.
    Raises StrategyError where a strategy breaks; parts written before stay."""
    stop = stop or Stop()
    manifest = manifest or read_manifest(folder)
    started = time.monotonic()
    there = set(complete_parts(folder))
    todo = [part for part in plan.schedule.parts() if part not in there]
    before = plan.schedule.games - sum((b - a + 1) for a, b in todo) * len(plan.seatings)
    if advance and before:
        advance(before)
    failed = None
    with ThreadPoolExecutor(max_workers=jobs or os.cpu_count() or 1) as pool:
        pending, waiting = set(), iter(todo)
        try:
            while True:
                while len(pending) < pool._max_workers and not stop.asked.is_set() and (part := next(waiting, None)):
                    pending.add(pool.submit(_play_and_write, plan, folder, kernel, part, advance, manifest["id"]))
                if not pending:
                    break
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
        except BaseException as error:
            failed = error
            stop.asked.set()
            raise
        finally:
            wait(pending)
            _note_progress(manifest, plan, folder, time.monotonic() - started, before, "failed" if failed else None)
    return manifest


def _play_and_write(plan: Plan, folder: Path, kernel, part_range: tuple[int, int], advance, run_id: str) -> None:
    first, last = part_range
    players, seatings = len(plan.strategies), seatings_by_seat(plan.seatings)
    table = Table(plan.record, list(plan.strategies))
    games = (last - first + 1) * len(seatings)
    part = Part(games, players, int(plan.record["nobles_shown"][0]))
    at, deals = first, 1
    while at <= last:
        deals = min(deals, last - at + 1)
        began = time.perf_counter()
        play_part(kernel, table, part, plan.seed, at, deals, seatings)
        took = max(time.perf_counter() - began, FASTEST_GAME)
        at += deals
        if advance:
            advance(deals * len(seatings))
        deals = max(1, min(deals * 16, int(deals * SECONDS_OF_A_CALL / took)))
    ids = [card.id for card in card_rows(plan.catalogue)]
    tables = frames(part, plan.labels, first, seatings, plan.record[0], ids)
    write_part(folder, first, last, tables, {"simcli.run": run_id, "simcli.part": part_name(first, last)})


def _note_progress(manifest: dict, plan: Plan, folder: Path, seconds: float, before: int, state: str | None) -> None:
    deals = sum(b - a + 1 for a, b in complete_parts(folder))
    games = deals * len(plan.seatings)
    played = games - before
    manifest["progress"] = {
        "state": "complete" if games == plan.schedule.games else state or "interrupted",
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": round(played / seconds, 1) if played and seconds > 0 else None,
    }
    write_manifest(folder, manifest)
