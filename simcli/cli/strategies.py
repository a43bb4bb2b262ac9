"""`simcli strategies`: list the strategies; show, start or check one."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, StrategyError
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import note, print_json, table
from simcli.strategy.files import describe, shipped
from simcli.strategy.template import create

app = new_app()


def _settings(parameters: dict[str, float]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in parameters.items())


@app.callback(invoke_without_command=True)
def strategies(context: typer.Context, as_json: options.AsJson = False) -> None:
    """List the strategies that come with simcli; show, start or check one."""
    if context.invoked_subcommand is not None:
        return
    known = [describe(name) for name in shipped()]
    if as_json:
        print_json(
            [{"name": each.name, "summary": each.summary, "parameters": each.parameters} for each in known]
        )
        return
    print(table(["name", "summary"], [[each.name, each.summary] for each in known]))


@app.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A strategy that comes with simcli, or a file.")
    ],
    as_json: options.AsJson = False,
) -> None:
    """Show what a strategy says about itself, its parameters with their defaults, and its
    source."""
    each = describe(name)
    if as_json:
        facts = {
            "name": each.name,
            "file": str(each.path),
            "summary": each.summary,
            "docstring": each.docstring,
        }
        print_json({**facts, "parameters": each.parameters, "source": each.source})
        return
    print(f"{each.name} ({each.path})\n\n{each.docstring}\n")
    print(f"Parameters: {_settings(each.parameters) or 'none'}\n\n{each.source}", end="")


@app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Its name: a small letter, then small letters, digits, '-' or '_'."
        ),
    ],
) -> None:
    """Write NAME.py in this folder: a strategy that plays at once, to be changed."""
    path = create(name)
    print(
        f"{path}: a strategy that plays. Try it:\n  simcli run ./{path} random --games 20k\n  "
        f"simcli strategies check ./{path}"
    )


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME...]", help="Strategies or files; all that come with simcli if none."),
    ] = None,
    positions: Annotated[
        int, typer.Option(parser=between(1), metavar="N", help="Positions for each.")
    ] = 20_000,
    seconds: Annotated[
        int, typer.Option(parser=between(1, 86_400), metavar="S", help="At most so long for each.")
    ] = 20,
    seed: Annotated[
        int, typer.Option(parser=between(0, 2**62), metavar="S", help="Of the random games.")
    ] = 1,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Keep the position where one does not conform, for 'simcli position'.",
        ),
    ] = None,
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Examine strategies on thousands of random and awkward positions.

    Always legal, the same answer to the same question, nothing changed that may only be read,
    nothing known that is hidden. Ends with 6, and the position to replay, where one does not
    conform."""
    from simcli.strategy.conformance import as_text
    from simcli.strategy.conformance import check as examine

    if save and not os.access(save if save.exists() else save.absolute().parent, os.W_OK):
        raise BadInput(f"--save {str(save)!r} cannot be written")
    findings, announce = [], announcer(quiet)
    for name in names or shipped():
        findings.append(examine(name, positions, float(seconds), seed, announce))
        if not as_json and findings[-1].why is None:
            print(as_text(findings[-1]))
    if as_json:
        print_json([finding.to_dict() for finding in findings])
    broken = [finding for finding in findings if finding.why]
    if save and broken:
        save.write_text("".join(f"{json.dumps(finding.position)}\n" for finding in broken), encoding="utf-8")
    for finding in broken[:-1]:
        note(f"simcli: {as_text(finding, save)}")
    if broken:
        raise StrategyError(as_text(broken[-1], save))
