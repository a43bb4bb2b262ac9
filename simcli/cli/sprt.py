"""`simcli sprt`: the sequential test as a calculator."""

from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between, chance
from simcli.cli.output import print_json

app = new_app()


@app.command()
def sprt(
    counts: Annotated[
        list[str],
        typer.Argument(
            metavar="COUNTS...", help="Block scores counted, worst to best: five for pairs of games."
        ),
    ],
    bounds: Annotated[str, typer.Option(metavar="E0,E1", help="Elo of H0 and of H1.")] = "0,5",
    model: Annotated[str, typer.Option(metavar="MODEL", help="normalized or logistic Elo.")] = "normalized",
    alpha: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to accept H1 where H0 is true.")
    ] = 0.01,
    beta: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to accept H0 where H1 is true.")
    ] = 0.01,
    players: Annotated[
        int,
        typer.Option(
            parser=between(2, 4), metavar="N", help="Seats of a game, 2 to 4: 1/N is equal strength."
        ),
    ] = 2,
    as_json: options.AsJson = False,
) -> None:
    """Say what COUNTS of blocks mean: the log-likelihood ratio, its bounds, Elo and the share with
    intervals.

    A block is a deal played in all its seatings. Three counts are losses, ties and wins of single
    games; five are pairs from 0 to 2 points."""
    from simcli.compare.calculator import STATES, calculate, parse_bounds, parse_counts
    from simcli.stats.sequential import Hypotheses

    result = calculate(parse_counts(counts), Hypotheses(*parse_bounds(bounds), alpha, beta, model), players)
    if as_json:
        print_json(result)
        return
    from simcli.compare.text import estimate_lines

    print(
        f"{STATES[result['state']]}: LLR {result['llr']:.4f}, bounds {result['lower']:.3f} and "
        f"{result['upper']:.3f}"
    )
    print(
        f"  H0 {result['elo0']:g}, H1 {result['elo1']:g} {model} Elo, alpha {alpha:g}, beta "
        f"{beta:g}, {result['blocks']:g} blocks"
    )
    if result["method"] == "approximate":
        print("  The exact fit does not exist for these counts; the LLR is an approximation.")
    if result["identical"]:
        print("  All blocks have one score: there is no variance, and no test has anything to work with.")
    print("\n".join(estimate_lines(result)))
