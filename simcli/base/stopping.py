"""Stopping on a signal: the first stops in good order, the second at once."""

import os
import signal
import threading
from contextlib import contextmanager

from simcli.base.errors import Interrupted


class Stop:
    """Whether the user asked to stop: set by the first SIGINT or SIGTERM; the second ends the
    process at once."""

    def __init__(self):
        self.asked = threading.Event()

    @contextmanager
    def on_signals(self, say):
        """Listen to SIGINT and SIGTERM while the block runs (in the main thread; elsewhere this
        does nothing). `say(text)` informs the user."""
        if threading.current_thread() is not threading.main_thread():
            yield self
            return

        def first_or_second(number, frame):
            if self.asked.is_set():
                os._exit(Interrupted.exit_code)
            self.asked.set()
            say("stopping: finished games are being written; a second signal stops at once")

        before = {
            number: signal.signal(number, first_or_second) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
