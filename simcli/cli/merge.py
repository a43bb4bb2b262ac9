"""`simcli merge`: the shards of a run put together."""

from pathlib import Path
from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.output import command_line, print_json

app = new_app()


@app.command()
def merge(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="Folder to make for the whole run.", show_default=False)
    ],
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Folders of the shards.", show_default=False)
    ],
    as_json: options.AsJson = False,
) -> None:
    """Put the shards of a run together: checked to be sound, to belong together, not to overlap and
    to cover the whole.

    The result equals the run played in one piece.
    """
    from simcli.base.paths import check_writable
    from simcli.runs.merge import merge as put_together

    check_writable(out.absolute().parent, "OUT")
    manifest = put_together(out, runs, command_line())
    games = manifest["config"]["games"]
    if as_json:
        print_json(
            {"run": str(out), "id": manifest["id"], "games": games, "runs": [str(run) for run in runs]}
        )
    else:
        print(f"{games:,} games of {len(runs)} run{'s' * (len(runs) > 1)} in {out}")
