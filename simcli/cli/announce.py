"""Notes about compilations, one for each strategy: it has up to four functions to compile."""

from pathlib import Path

from simcli.cli.output import note


def announcer(quiet: bool = False):
    """A function to call before each compilation, with the file of a strategy or a name; it prints
    each once."""
    announced = set()

    def announce(what="the game") -> None:
        name = what.stem.replace("_", "-") if isinstance(what, Path) else what
        if name not in announced:
            announced.add(name)
            note(f"compiling {name} (kept for the next time) ...", quiet)

    return announce
