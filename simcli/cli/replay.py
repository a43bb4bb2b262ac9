"""`simcli replay`: games of a run, move by move."""

import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, near_match
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.output import note

app = new_app()
FORMATS = ("text", "jsonl")


@app.command()
def replay(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.", show_default=False)],
    games: Annotated[
        str,
        typer.Argument(metavar="GAMES", help="Numbers of games: 17, 0-99 or 3,5,8-10.", show_default=False),
    ],
    how: Annotated[
        str, typer.Option("--format", metavar="HOW", help="text, or jsonl: a game record a line.")
    ] = "text",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write to a file.")] = None,
    quiet: options.Quiet = False,
) -> None:
    """Play games of a RUN again from its seed and their numbers, and show every move."""
    if how not in FORMATS:
        raise BadInput(f"--format {how!r}: expected {' or '.join(FORMATS)}.{near_match(how, FORMATS)}")
    from simcli.position.record_text import record_text
    from simcli.runs.replay import Replay, read_numbers

    numbers = read_numbers(games)

    played = Replay(run, announcer(quiet))
    played.check(numbers)
    if warning := played.other_engine():
        note(f"simcli: {run}: {warning}", quiet)
    with _output(out, run) as stream:
        for i, record in enumerate(played.records(numbers)):
            if how == "jsonl":
                print(json.dumps(record, separators=(",", ":")), file=stream)
            else:
                print(("\n" * 2) * (i > 0) + record_text(record, played.pieces), file=stream)


@contextmanager
def _output(out: Path | None, run: Path):
    """Standard output, or a file that appears under its name only when it is whole."""
    if out is None:
        yield sys.stdout
        return
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise BadInput(
            f"--out {str(out)!r}: "
            f"{'this is a folder' if out.is_dir() else 'its folder does not exist'}; expected a file"
        )
    if out.exists() and out.resolve().is_relative_to(run.resolve()):
        raise BadInput(f"--out {str(out)!r} is a file of the run itself; choose another")
    if out.exists() and not out.is_file():  # a device or a pipe is written to, not replaced
        with open(out, "w", encoding="utf-8") as stream:
            yield stream
        return
    out = out.resolve()  # behind a link
    aside = out.with_name(f"{out.name}.{os.getpid()}.tmp")
    try:
        with open(aside, "w", encoding="utf-8") as stream:
            yield stream
        aside.replace(out)
    finally:
        aside.unlink(missing_ok=True)
