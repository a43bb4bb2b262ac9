"""Options that several commands have: the same name, the same limits and the same words
everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput
from simcli.cli.numbers import between

Seed = Annotated[int, typer.Option(parser=between(0, 2**63 - 1), metavar="S", help="The seed of all deals.")]
Rules = Annotated[str, typer.Option(metavar="RULES", help="Shipped rules or a rules file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the rules, e.g. prestige_to_win=21."),
]
Cards = Annotated[Path | None, typer.Option(metavar="FILE", help="Another table of development cards.")]
Nobles = Annotated[Path | None, typer.Option(metavar="FILE", help="Another table of nobles.")]
Jobs = Annotated[int, typer.Option(parser=between(0, 1024), metavar="J", help="Workers; 0 is one a core.")]
Progress = Annotated[str, typer.Option(metavar="HOW", help="auto, bar, plain, json or none.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes on stderr.")]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME=SQL", help="A metric of your own, e.g. 'blowout = margin >= 8'."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def refuse_beside_folder(context: typer.Context, allowed: tuple[str, ...], folder: Path) -> None:
    """Raise BadInput for an option on the command line, not in `allowed`, that would change what
    the folder to continue says."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name)
        if option.name not in allowed and source is not None and source.name == "COMMANDLINE":
            name = option.opts[0]
            raise BadInput(
                f"{name} cannot be given with {str(folder)!r} --resume, which continues what is "
                f"in the folder; leave {name} out"
            )
