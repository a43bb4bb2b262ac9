"""`simcli strategies`: list the strategies; show, start or check one."""

from typing import Annotated

import typer

from simcli.cli.lazy import new_app
from simcli.cli.output import print_json, table
from simcli.strategy_files import describe, shipped

app = new_app()

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _settings(parameters: dict[str, float]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in parameters.items())


@app.callback(invoke_without_command=True)
def strategies(context: typer.Context, as_json: AsJson = False) -> None:
    """List the strategies that come with simcli; show, start or check one."""
    if context.invoked_subcommand is not None:
        return
    known = [describe(name) for name in shipped()]
    if as_json:
        print_json([{"name": each.name, "summary": each.summary, "parameters": each.parameters} for each in known])
        return
    print(table(["name", "summary"], [[each.name, each.summary] for each in known]))


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A strategy that comes with simcli, or a file.")],
    as_json: AsJson = False,
) -> None:
    """Show what a strategy says about itself, its parameters with their defaults, and its source."""
    each = describe(name)
    if as_json:
        facts = {"name": each.name, "file": str(each.path), "summary": each.summary, "docstring": each.docstring}
        print_json({**facts, "parameters": each.parameters, "source": each.source})
        return
    print(f"{each.name} ({each.path})\n\n{each.docstring}\n")
    print(f"Parameters: {_settings(each.parameters) or 'none'}\n\n{each.source}", end="")
