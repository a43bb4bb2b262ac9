"""Notes about compilations, each once: one strategy has up to four functions to compile."""

from pathlib import Path

from simcli.cli.output import note


def announcer(quiet: bool = False):
    """A function to hand to what compiles: called with the file of a strategy, or with a word, before each compilation."""
    told = set()

    def announce(what="the game") -> None:
        name = what.stem.replace("_", "-") if isinstance(what, Path) else what
        if name not in told:
            told.add(name)
            note(f"compiling {name} (kept for the next time) ...", quiet)

    return announce
