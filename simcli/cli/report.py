"""`simcli report`: the balance report of one or more runs."""

from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput
from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.output import note

app = new_app()


@app.command()
def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Folders of runs, as `simcli run` printed them.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Where to write; default reports/ and the name of the run."
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print the verdicts as text and write nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print report.json and nothing else; with --text write nothing.")
    ] = False,
    metric: options.Metrics = None,
    quiet: options.Quiet = False,
) -> None:
    """Say whether the game is balanced, and show why: a page, figures, Markdown and data.

    Runs of other rules or numbers of players are set beside each other. A folder that holds an
    older report is replaced."""
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.metrics.own import parse_metrics
    from simcli.report.build import build
    from simcli.report.text import summary_text, verdict_text
    from simcli.report.write import as_json as json_text
    from simcli.report.write import check_target, write

    own = parse_metrics(metric or ())
    if text and out is not None:
        raise BadInput(f"--out {str(out)!r}: --text writes nothing; leave one of them out")
    opened = open_runs(runs)
    if text and not as_json:
        print(summary_text(opened, own=own))
        return
    folder = out if out is not None else Path("reports") / default_name([run.name for run in opened])
    if not text:
        check_target(folder)
    note(f"Reading {len(opened)} run{'s' if len(opened) > 1 else ''} ...", quiet)
    found = build(analyse(opened, own))
    if not text:
        note("Drawing ...", quiet)
        page = write(found, folder)
        if as_json:
            note(f"Look at {page}", quiet)
    if as_json:
        print(json_text(found), end="")
        return
    print(verdict_text(found.verdicts))
    print(f"\nLook at {page}")


def default_name(names: list[str]) -> str:
    """The folder's name for a report of these runs: the run's own, two or three joined, or the
    first and how many more."""
    return "+".join(names) if len(names) <= 3 else f"{names[0]}-and-{len(names) - 1}-more"
