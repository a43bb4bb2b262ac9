"""`simcli compare`: whether a strategy is better than another, with few games and known error
rates."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between, chance
from simcli.cli.output import command_line, print_json
from simcli.cli.progress import check_mode, playing

app = new_app()


def _list_metrics(asked: bool) -> None:
    if asked:
        from simcli.compare.require import list_text

        print(list_text())
        raise typer.Exit


@app.command()
def compare(
    baseline: Annotated[
        str,
        typer.Argument(
            metavar="BASELINE", help="A strategy, a file, git:REV:PATH, or a stored baseline.json."
        ),
    ],
    candidate: Annotated[str, typer.Argument(metavar="CANDIDATE", help="The strategy to judge.")],
    players: Annotated[
        str,
        typer.Option(
            metavar="N,N", help="Numbers of players, each judged alone.  [default: the rules' smallest]"
        ),
    ] = "",
    gate: Annotated[
        str, typer.Option(metavar="GATE", help="no-regression, improve or equivalent.")
    ] = "no-regression",
    bounds: Annotated[
        str, typer.Option(metavar="E0,E1", help="Elo of H0 and H1.  [default: by gate -5,0  0,5  -5,5]")
    ] = "",
    alpha: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to pass where H0 is true.")
    ] = 0.01,
    beta: Annotated[
        float, typer.Option(parser=chance, metavar="P", help="Chance to fail where H1 is true.")
    ] = 0.01,
    max_games: Annotated[
        int, typer.Option(parser=between(1), metavar="N", help="Budget of games for each number of players.")
    ] = 1_000_000,
    paired: Annotated[
        bool,
        typer.Option(
            "--paired", help="Both play the same deals against the same field; the difference is tested."
        ),
    ] = False,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field",
            metavar="STRATEGY",
            help="Who sits in the other seats (implies --paired); repeat for more.",
        ),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option("--require", metavar="TEXT", help="'METRIC in [LOW, HIGH]' or 'METRIC < NUMBER'."),
    ] = None,
    metric: options.Metrics = None,
    list_metrics: Annotated[
        bool,
        typer.Option(
            "--list-metrics",
            is_eager=True,
            callback=_list_metrics,
            help="List what --require knows, and stop.",
        ),
    ] = False,
    require_games: Annotated[
        int, typer.Option(parser=between(2), metavar="N", help="Games for the requirements.")
    ] = 100_000,
    seed: options.Seed = 1,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    jobs: options.Jobs = 0,
    state: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what was played here, and continue from it.")
    ] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write JUnit XML.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append Markdown, such as to $GITHUB_STEP_SUMMARY.")
    ] = None,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Say whether CANDIDATE is better than BASELINE: pass, fail, inconclusive or identical. Always
    candidate minus baseline.

    Ends with 0 if every gate passed, 3 if one failed, 4 if one could not be decided within the
    budget."""
    mode = check_mode(progress, quiet)
    from simcli.base.errors import near_match
    from simcli.cli.announce import announcer
    from simcli.compare.calculator import parse_bounds
    from simcli.compare.decide import GATES, Gate
    from simcli.compare.require import parse_requirements
    from simcli.metrics.own import parse_metrics

    if gate not in GATES:
        raise BadInput(f"--gate {gate!r}: expected one of {', '.join(GATES)}.{near_match(gate, GATES)}")
    field = list(field or [])
    paired = paired or bool(field)
    low, high = parse_bounds(bounds) if bounds else GATES[gate]
    asked = Gate(gate, low, high, alpha, beta, "logistic" if paired or gate == "equivalent" else "normalized")
    requirements = parse_requirements(require or (), parse_metrics(metric or ()))
    for name, target in (("--junit", junit), ("--markdown", markdown), ("--state", state)):
        if target is not None:
            if target.is_dir():
                raise BadInput(f"{name} {str(target)!r} is a folder; expected a file")
            check_writable(target.absolute().parent, name)
    from simcli.compare.layout import parse_players
    from simcli.compare.whole import Comparison
    from simcli.variant.rules import load_rules

    chosen = load_rules(rules, settings or ())
    numbers = parse_players(players, chosen)
    announce = announcer(quiet)
    whole = Comparison(
        baseline,
        candidate,
        asked,
        chosen,
        (cards, nobles),
        numbers,
        field,
        paired,
        requirements,
        require_games,
        seed,
        max_games,
        state,
        announce,
    )
    with playing(max_games * len(numbers), mode, quiet) as (bar, stop):
        result = whole.run(jobs, bar.advance, stop.asked.is_set)
    if result is None:
        kept = state or Path(f"simcli-compare-{whole.state.id}.json")
        whole.state.write(kept)
        words = [word for word in sys.argv[1:] if word]
        again = words if state else [*words, "--state", str(kept)]
        raise Interrupted(f"stopped before a verdict; this continues:\n{command_line(*again)}")
    if junit:
        from simcli.compare.outputs import junit as junit_text

        junit.parent.mkdir(parents=True, exist_ok=True)
        junit.write_text(junit_text(result), encoding="utf-8")
    if markdown:
        from simcli.compare.outputs import markdown as markdown_text

        markdown.parent.mkdir(parents=True, exist_ok=True)
        with open(markdown, "a", encoding="utf-8") as file:
            file.write(markdown_text(result))
    if as_json:
        print_json(result)
    else:
        from simcli.compare.text import result_text

        print(result_text(result))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        from simcli.compare.outputs import annotations

        # With --json stdout is for JSON alone; the runner reads its commands from stderr just as
        # well.
        print("\n".join(annotations(result)), file=sys.stderr if as_json else sys.stdout)
    raise typer.Exit(result["exit_code"])
