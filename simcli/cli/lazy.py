"""Commands that are imported only when they are called, so that `simcli --help` stays quick."""

import importlib
from pathlib import Path

import typer
from typer.core import TyperGroup
from typer.main import get_command

# Name -> what it does, in the order of the help. The command `x` is the Typer application `app` of
# `simcli/cli/x.py`
# (one function with @app.command(), or several for a command with commands of its own).
COMMANDS = {
    "run": "Play games, write the tables, print a summary.",
    "report": "Make the balance report of one or more runs.",
    "compare": "Say whether a strategy is better than another, with few games.",
    "tournament": "Play everybody against everybody and rate them.",
    "replay": "Show games of a run again, move by move.",
    "position": "Show a position, play turns from it, ask a strategy.",
    "strategies": "List the strategies; show, start or check one.",
    "rules": "List the shipped rules, or show one variant.",
    "cards": "Check a table of cards and name what differs from print.",
    "sweep": "Play a variant's settings over a range and compare them.",
    "baseline": "Keep a result and compare later ones with it.",
    "plan": "How many games a question needs.",
    "sprt": "The sequential test as a calculator.",
    "merge": "Put runs or shards together.",
    "shards": "Split a run over machines.",
    "verify": "Check a run's files against its manifest.",
    "warm": "Compile everything ahead.",
    "demo": "Play a million games and report on them.",
    "doctor": "Show versions, cores, the cache and a speed test.",
}
FOLDER = Path(__file__).parent


def new_app() -> typer.Typer:
    """The Typer application of one command file: plain help, no shell completion, tracebacks left
    to `main`."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


class LazyGroup(TyperGroup):
    """The top of the command line: knows the names of `COMMANDS`, imports a command's file when it
    is called."""

    def list_commands(self, ctx) -> list[str]:
        """The names of the commands, in the order of `COMMANDS`."""
        return [name for name in COMMANDS if (FOLDER / f"{name}.py").is_file()]

    def get_command(self, ctx, cmd_name: str):
        """The command of that name, imported now; None for an unknown name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = get_command(importlib.import_module(f"simcli.cli.{cmd_name}").app)
        command.name = cmd_name
        return command

    def resolve_command(self, ctx, args: list[str]):
        """As the base class, with our own words for an unknown command."""
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            from simcli.base.errors import BadInput, near_match

            known = self.list_commands(ctx)
            raise BadInput(
                f"There is no command {name!r}.{near_match(name, known)} `simcli --help` lists them."
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx, formatter) -> None:
        """The list of commands in the help, from the texts here and not from the files."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])
