"""`simcli verify`: is a run what it says?"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import note, print_json

app = new_app()


@app.command()
def verify(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.", show_default=False)],
    sample: Annotated[
        int, typer.Option(parser=between(1), metavar="N", help="Games to play again, spread over the run.")
    ] = 10_000,
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Read every file of a RUN through, play a sample of its games again and compare every stored
    value.

    A value that was changed is named, and the command ends with 5.
    """
    from simcli.runs.verify import verify as check

    verified = check(run, sample, announcer(quiet))
    if as_json:
        print_json({"run": str(run), **asdict(verified)})
        return
    print(
        f"{run}: {verified.parts} part{'s' * (verified.parts != 1)} with {verified.games:,} games are sound;"
        f" {verified.again:,} games played again are the same."
    )
    if verified.missing_games:
        note(f"{verified.missing_games:,} games are not played yet: simcli run {run} --resume", quiet)
