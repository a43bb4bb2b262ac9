"""Playing a run in parts on all cores, and going on where an earlier process stopped.

The truth about how far a run has come are the parts on disk. The same plan gives the same tables,
however many workers play it. Workers play; one more thread writes what they played, so that playing
never waits for the disk unless the disk is slower than the game."""

import contextlib
import os
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from simcli.base.errors import RunDataError
from simcli.base.stopping import Stop
from simcli.runs.folder import missing_parts, sound_parts
from simcli.runs.kernel import Part
from simcli.runs.plan import Plan
from simcli.runs.player import Player
from simcli.store.manifest import read_manifest, write_manifest
from simcli.store.parts import write_part

# Of the kernel: so often a worker looks up, moves the progress on and can be stopped
SECONDS_OF_A_CALL = 0.2
SECONDS_OF_A_PART = 120.0  # slow strategies: what is played is written at least so often
FASTEST_GAME = 1e-7  # seconds; bounds the first guess at how many deals fit into a call
PARTS_WAITING = 2  # played and not yet written; bounds the memory


def play_run(
    plan: Plan,
    folder: Path,
    kernel,
    jobs: int = 0,
    advance=None,
    stop: Stop | None = None,
    manifest: dict | None = None,
) -> dict:
    """Play the parts of the plan that `folder` does not hold yet; returns the manifest, which says
    how far it came.

    `jobs` workers (0: one a core); `advance(games)` is called from the workers as games are played,
    and first with those that were there. Raises StrategyError where a strategy breaks, RunDataError
    for parts that are not sound or a folder that is taken away; parts written before stay."""
    manifest = manifest or read_manifest(folder)
    there = sound_parts(folder, manifest)
    todo = missing_parts(plan, there, folder)
    before = plan.schedule.games - sum(last - first + 1 for first, last in todo) * len(plan.seatings)
    if advance and before:
        advance(before)
    crew = _Crew(
        plan, folder, kernel, todo, manifest["id"], jobs or os.cpu_count() or 1, advance, stop or Stop()
    )
    began, state = time.monotonic(), "failed"
    try:
        crew.play()
        state = "interrupted"
    finally:
        games = before + crew.written
        seconds = time.monotonic() - began
        manifest["progress"] = {
            "state": "complete" if games == plan.schedule.games else state,
            "games": games,
            "seconds": round(seconds, 3),
            "games_per_second": round(crew.written / seconds, 1) if crew.written and seconds > 0 else None,
        }
        # The parts count; a full or lost disk has raised its own error
        with contextlib.suppress(OSError):
            write_manifest(folder, manifest)
    return manifest


class _Crew:
    """Workers that take ranges of deals until none is left, and a writer. What stops one stops all;
    what is played is written."""

    def __init__(self, plan: Plan, folder: Path, kernel, todo, run_id: str, jobs: int, advance, stop: Stop):
        self.folder, self.run_id, self.advance, self.stop = folder, run_id, advance, stop
        self.jobs = max(1, min(jobs, len(todo)))
        self.players = [Player(plan, kernel) for _ in range(self.jobs)]
        self.seatings = len(plan.seatings)
        self.todo, self.lock, self.failed = iter(todo), threading.Lock(), threading.Event()
        self.written = 0  # games
        deals = max((last - first + 1 for first, last in todo), default=0)
        self.free: queue.SimpleQueue = queue.SimpleQueue()
        for _ in range(min(self.jobs + PARTS_WAITING, len(todo))):
            self.free.put(self.players[0].new_part(deals))

    def play(self) -> None:
        """Play all; raises what the first worker or the writer raised."""
        with ThreadPoolExecutor(1, "write") as writer, ThreadPoolExecutor(self.jobs, "play") as pool:
            working = [pool.submit(self._work, player, writer) for player in self.players]
        writing = [future for worker in working if not worker.exception() for future in worker.result()]
        for future in [*writing, *working]:
            future.result()

    def _halted(self) -> bool:
        return self.stop.asked.is_set() or self.failed.is_set()

    def _next(self):
        with self.lock:
            return None if self._halted() else next(self.todo, None)

    def _work(self, player: Player, writer) -> list:
        """Play ranges of deals and hand the parts to the writer; returns the futures of what it was
        handed."""
        handed = []
        try:
            while deals := self._next():
                at, last = deals
                while at <= last and not self._halted():
                    part = self.free.get()
                    end = self._play(player, part, at, last)
                    handed.append(writer.submit(self._write, player, part, at, end - 1))
                    at = end
        except BaseException:
            self.failed.set()
            raise
        return handed

    def _play(self, player: Player, part: Part, at: int, last: int) -> int:
        """Play deals at, at + 1, ... into an empty part until `last`, a halt or the longest time;
        returns the first deal not played."""
        part.clear()
        began, deals = time.monotonic(), 1
        while at <= last and not self._halted() and time.monotonic() - began < SECONDS_OF_A_PART:
            deals = min(deals, last - at + 1)
            start = time.perf_counter()
            player.play(part, at, deals)
            took = max(time.perf_counter() - start, FASTEST_GAME)
            at += deals
            if self.advance:
                self.advance(deals * self.seatings)
            deals = max(1, min(deals * 16, int(deals * SECONDS_OF_A_CALL / took)))
        return at

    def _write(self, player: Player, part: Part, first: int, last: int) -> None:
        try:
            if last >= first:
                write_part(self.folder, first, last, player.tables(part, first), self.run_id)
                self.written += (last - first + 1) * self.seatings
        except FileNotFoundError as error:
            self.failed.set()
            raise RunDataError(
                f"{error.filename or self.folder}: the folder of the run was taken away while it "
                "was being written"
            ) from None
        except OSError as error:
            self.failed.set()
            # A write that fails does not know where
            error.filename = error.filename or str(self.folder)
            raise
        except BaseException:
            self.failed.set()
            raise
        finally:
            self.free.put(part)
