"""`simcli plan`: how many games a question needs."""

from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.numbers import chance, positive
from simcli.cli.output import print_json, table

app = new_app()


@app.command()
def plan(
    bounds: Annotated[str, typer.Option(metavar="E0,E1", help="Elo of H0 and of H1.")] = "-5,0",
    alpha: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to accept H1 where H0 is true.")
    ] = 0.01,
    beta: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to accept H0 where H1 is true.")
    ] = 0.01,
    model: Annotated[str, typer.Option(metavar="MODEL", help="normalized or logistic Elo.")] = "normalized",
    players: Annotated[
        str, typer.Option(metavar="N,N", help="Numbers of players.  [default: the rules' smallest]")
    ] = "",
    rules: options.Rules = "standard",
    variance: Annotated[
        float | None,
        typer.Option(
            parser=positive,
            metavar="V",
            help="Variance of a block score, if you measured it; it matters with --model logistic.",
            show_default=False,
        ),
    ] = None,
    games_per_second: Annotated[
        float | None,
        typer.Option(
            "--games-per-second", parser=positive, metavar="G", help="Also tell the time.", show_default=False
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Say how many games a comparison will take, and how likely it passes for each true difference.

    Costs are expected ones; the truth half-way between the bounds takes longest.
    """
    from simcli.compare.calculator import parse_bounds
    from simcli.compare.layout import parse_players
    from simcli.compare.plans import plan_of
    from simcli.stats.sequential import Hypotheses
    from simcli.variant.rules import load_rules

    chosen = load_rules(rules)
    hypotheses = Hypotheses(*parse_bounds(bounds), alpha, beta, model)
    plans = [
        plan_of(chosen, number, hypotheses, variance, games_per_second)
        for number in parse_players(players, chosen)
    ]
    if as_json:
        print_json(
            {
                "schema": "simcli-plan/1",
                "bounds": list(parse_bounds(bounds)),
                "alpha": alpha,
                "beta": beta,
                "model": model,
                "plans": plans,
            }
        )
        return
    for each in plans:
        print(
            f"{each['players']} players, bounds {bounds} {model} Elo, alpha {alpha:g}, beta "
            f"{beta:g}: expected games"
        )
        rows = [["true difference is H0", each["games_h0"]], ["true difference is H1", each["games_h1"]]]
        rows += [
            ["half-way between (worst)", each["games_between"]],
            ["a test of fixed size", each["games_fixed"]],
        ]
        for row in rows:
            row[1:] = [f"{row[1]:,}"] + ([f"{row[1] / games_per_second:,.1f}"] if games_per_second else [])
        print(table(["case", "games", *(["seconds"] if games_per_second else [])], rows))
        curve = [
            [f"{point['elo']:+.1f}", f"{100 * point['pass']:.2f}%", f"{point['games']:,}"]
            for point in each["curve"]
        ]
        print("\n" + table(["true Elo", "passes", "games"], curve) + "\n")
