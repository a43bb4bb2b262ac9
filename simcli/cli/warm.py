"""`simcli warm`: compile everything ahead."""

import time
from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.output import note, print_json

app = new_app()


@app.command()
def warm(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STRATEGY...",
            help="Strategies to compile; all that come with simcli if none is named.",
            show_default=False,
        ),
    ] = None,
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Compile the game and the strategies ahead, for images and CI: later commands start at
    once."""
    from simcli.strategy.files import find, shipped, split_label

    names = list(strategies or shipped())
    for name in names:
        find(split_label(name)[0])
    from simcli.base.paths import cache_folder
    from simcli.native.entries import ENTRY_POINTS, entry
    from simcli.runs.kernel import KINDS, compiled
    from simcli.strategy.loading import load

    announce, began = announcer(quiet), time.monotonic()
    for kind in KINDS:
        compiled(kind, announce)
    for name in ENTRY_POINTS:
        entry(name)
    for name in names:
        load(name, announce)
    seconds, folder = time.monotonic() - began, cache_folder()
    if folder is None:
        note("simcli: compiled code cannot be kept anywhere; the next command compiles again", quiet)
    if as_json:
        print_json(
            {"cache": str(folder) if folder else None, "strategies": names, "seconds": round(seconds, 1)}
        )
    else:
        print(
            f"The game and {len(names)} strateg{'y is' if len(names) == 1 else 'ies are'} "
            f"compiled ({seconds:.1f} s), kept in {folder}."
        )
