"""`simcli rules`: the rules that come with simcli, or one variant as it is read."""

from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.output import print_json, table
from simcli.variant.rules import load_rules, shipped_rules

app = new_app()


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Shipped rules or a rules file.", show_default=False)
    ] = None,
    settings: options.Settings = None,
    as_json: options.AsJson = False,
) -> None:
    """List the rules that come with simcli, or show NAME with every --set applied, as the text of a
    rules file."""
    if name or settings:
        resolved = load_rules(name or "standard", settings or ())
        print_json(resolved.to_dict()) if as_json else print(resolved.to_toml(), end="")
        return
    known = [load_rules(path) for path in shipped_rules().values()]
    if as_json:
        print_json(
            [{"name": rules.name, "title": rules.title, "players": list(rules.players)} for rules in known]
        )
    else:
        rows = [
            [rules.name, ", ".join(map(str, rules.players)), str(rules.prestige_to_win), rules.title]
            for rules in known
        ]
        print(table(["name", "players", "prestige to win", "title"], rows))
