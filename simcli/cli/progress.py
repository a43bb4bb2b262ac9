"""Progress of long work on stderr: one bar on a terminal, few plain lines elsewhere, JSON lines for
wrappers, or nothing."""

import json
import sys
import threading
import time
from contextlib import contextmanager

from simcli.base.errors import BadInput
from simcli.base.stopping import Stop
from simcli.cli.output import note

MODES = ("auto", "bar", "plain", "json", "none")
SECONDS_BETWEEN_LINES = 30.0
SHARES_TO_SHOW = (1, 2, 5, 10, 25, 50, 75, 100)  # percent


def check_mode(mode: str, quiet: bool) -> str:
    """The mode meant: `auto` is a bar on a terminal and plain lines elsewhere. Raises BadInput."""
    if mode not in MODES:
        raise BadInput(f"--progress {mode!r}: expected one of {', '.join(MODES)}")
    if quiet:
        return "none"
    if mode == "auto":
        return "bar" if sys.stderr.isatty() else "plain"
    return mode


@contextmanager
def playing(games: int, mode: str, quiet: bool):
    """A Progress over so many games, and a Stop that Ctrl-C and SIGTERM ask for, while the block
    runs."""
    stop = Stop()
    with (
        stop.on_signals(lambda text: note("\n" * sys.stderr.isatty() + text, quiet)),
        Progress(games, mode) as bar,
    ):
        yield bar, stop


class Progress:
    """Counts what is done, from any thread, and shows it. Use as a context manager."""

    def __init__(self, total: int, mode: str, unit: str = "games"):
        self.total, self.mode, self.unit = total, mode, unit
        self.done = 0
        self._lock = threading.Lock()
        self._began = self._printed = time.monotonic()
        self._shares = list(SHARES_TO_SHOW)
        self._bar = None
        self._before = 0

    def __enter__(self):
        if self.mode == "bar":
            from tqdm import tqdm

            self._bar = tqdm(
                total=self.total,
                unit=f" {self.unit}",
                unit_scale=True,
                dynamic_ncols=True,
                file=sys.stderr,
                smoothing=0.1,
                leave=False,
            )
        return self

    def __exit__(self, *_):
        if self._bar is not None:
            self._bar.close()

    def resume_at(self, done: int) -> None:
        """Count what an earlier process did as done, but not towards the speed."""
        self._before = done
        if self._bar is not None:
            self._bar.initial = done
        self.advance(done)

    def advance(self, n: int) -> None:
        """Count `n` more as done."""
        with self._lock:
            self.done += n
            if self._bar is not None:
                self._bar.update(n)
            elif self.mode in ("plain", "json"):
                self._print_now_and_then()

    def _print_now_and_then(self) -> None:
        share = 100 * self.done / self.total if self.total else 100
        now = time.monotonic()
        if not (self._shares and share >= self._shares[0]) and now - self._printed < SECONDS_BETWEEN_LINES:
            return
        if now - self._printed < 1.0 and self.done < self.total:  # fast work shows only its end
            return
        self._printed = now
        while self._shares and share >= self._shares[0]:
            self._shares.pop(0)
        seconds = now - self._began
        speed = (self.done - self._before) / seconds if seconds > 0 else 0.0
        left = (self.total - self.done) / speed if speed else None
        if self.mode == "json":
            facts = {
                "done": self.done,
                "total": self.total,
                "unit": self.unit,
                "per_second": round(speed, 1),
                "seconds_left": left and round(left, 1),
            }
            print(json.dumps({"progress": facts}), file=sys.stderr, flush=True)
        else:
            ending = f", {left:.0f} s left" if left else ""
            print(
                f"{self.done:,} of {self.total:,} {self.unit} ({share:.0f}%), {speed:,.0f} a second{ending}",
                file=sys.stderr,
                flush=True,
            )
