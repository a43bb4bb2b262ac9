"""`simcli sweep`: play a grid of rule changes on the same deals and compare them."""

import textwrap
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import WIDTH, command_line, note, print_json, table
from simcli.cli.progress import check_mode, playing

app = new_app()


@app.command()
def sweep(
    context: typer.Context,
    line_up: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY...",
            help="2, 3 or 4 strategies, as in run. With --resume also the FOLDER of a sweep.",
            show_default=False,
        ),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=RANGE",
            help="Values of a key: 12..20, 12..20..2, or A;B;C. Several make a grid.",
        ),
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A table of cards, or `printed`; several are varied."),
    ] = None,
    nobles: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A table of nobles, or `printed`; several are varied."),
    ] = None,
    base: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="The point to compare with.  [default: the first]"),
    ] = None,
    games: Annotated[
        int,
        typer.Option(parser=between(1), metavar="N", help="Games of each point, rounded up to whole deals."),
    ] = 20_000,
    seed: options.Seed = 1,
    rules: options.Rules = "standard",
    seating: Annotated[str, typer.Option(metavar="HOW", help="rotate, all or fixed.")] = "rotate",
    metric: options.Metrics = None,
    jobs: options.Jobs = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of runs and report.  [default: runs/TIME-LINE-UP-sweep]",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the sweep in the folder; points may be added.")
    ] = False,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Play a line-up under every point of a grid of rules, all on the same deals, and say what
    changes.

    Differences from the base are taken deal by deal. FOLDER/runs holds a run for each point,
    FOLDER/report the page and the data. `simcli sweep FOLDER --resume` continues a sweep."""
    from simcli.metrics.own import parse_metrics

    own = parse_metrics(metric or ())
    mode = check_mode(progress, quiet)
    announce = announcer(quiet)
    command = command_line()
    if resume and len(line_up) == 1 and out is None:
        if settings or cards or nobles:
            raise BadInput(
                "`simcli sweep FOLDER --resume` continues a sweep as it is; to add points, "
                "repeat the whole command with --out and --resume"
            )
        options.refuse_beside_folder(
            context,
            ("line_up", "base", "metric", "resume", "jobs", "progress", "quiet", "as_json"),
            Path(line_up[0]),
        )
        from simcli.runs.sweep import sweep_of_folder
        from simcli.runs.sweep_axes import read_base

        folder = Path(line_up[0])
        whole, chosen, command = sweep_of_folder(folder, announce)
        chosen = read_base(whole.axes, base) if base else chosen
    else:
        from simcli.runs.plan import check_names, check_size
        from simcli.runs.sweep import plan_sweep
        from simcli.runs.sweep_axes import read_axes, read_base

        check_size(line_up, "simcli sweep random random --set prestige_to_win=12..20")
        check_names(line_up)
        axes = read_axes(settings or (), cards or (), nobles or ())
        chosen = read_base(axes, base or ())
        whole = plan_sweep(line_up, axes, rules, games, seed, seating, announce)
        plan = whole.plans[chosen]
        folder = out or Path(f"{plan.default_folder}-sweep")
        if plan.rounding:
            note(f"At each point {plan.rounding}", quiet)
    check_writable(folder)
    _play(whole, folder, chosen, resume, command, jobs, mode, quiet, announce)
    _report(whole, folder, chosen, own, quiet, as_json)


def _play(
    whole, folder: Path, chosen, resume: bool, command: str, jobs: int, mode: str, quiet: bool, announce
) -> None:
    """Play what is missing. Raises Interrupted where it was stopped."""
    from simcli.runs.player import prepare
    from simcli.runs.sweep import open_sweep, play_sweep

    plans = list(whole.plans.values())
    kernel = prepare(plans[0], announce)
    open_sweep(whole, folder, resume, chosen, command)
    note(f"{len(plans)} points, {whole.games:,} games", quiet)
    with playing(whole.games, mode, quiet) as (bar, stop):
        missing = play_sweep(whole, folder, kernel, command, jobs, bar.advance, stop)
    if missing:
        raise Interrupted(
            f"{missing:,} games are missing; this plays them:\n{command_line('sweep', folder, '--resume')}"
        )


def _report(whole, folder: Path, chosen, own, quiet: bool, as_json: bool) -> None:
    """Compare, write FOLDER/report, print the short text."""
    from simcli.analysis.grid import analyse_grid
    from simcli.analysis.runs import open_run
    from simcli.report.sweep import STAR, as_csv, as_dict, findings, overview, sweep_report
    from simcli.report.write import write

    varied = [number for number, axis in enumerate(whole.axes) if axis.varied]
    points = list(whole.plans)
    words = [[whole.axes[k].words(point[k]) for k in varied] for point in points]
    numbers = []
    for k in varied:
        numeric = all(type(value) is int for value in whole.axes[k].values)
        numbers.append(tuple(float(whole.axes[k].values[point[k]]) for point in points) if numeric else None)
    runs = [open_run(whole.folder(folder, point)) for point in points]
    grid = analyse_grid(runs, [whole.axes[k].name for k in varied], words, numbers, points.index(chosen), own)
    note("Drawing ...", quiet)
    page = write(sweep_report(grid), folder / "report")
    (folder / "report" / "sweep.csv").write_text(as_csv(grid), encoding="utf-8")
    if as_json:
        note(f"Look at {page}", quiet)
        print_json({"folder": str(folder), **as_dict(grid)})
        return
    first = runs[0]
    head = (
        f"{first.line_up_text}, {first.players} players, {first.deals:,} deals a point, the same for all; "
        f"base: {grid.label(grid.base)}"
    )
    print(f"{_wrapped(head)}\n")
    print(table(*overview(grid)))
    print(f"{_wrapped(STAR)}\n")
    print("\n".join(map(_wrapped, findings(grid))))
    print(f"\nLook at {page}")


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
