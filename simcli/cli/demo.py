"""`simcli demo`: a million games between shipped strategies, and the report on them.

Every strategy plays itself (is a seat favoured?) and the others, with 2, 3 and 4 players and in the
team game."""

import shutil
from itertools import combinations
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import command_line, note
from simcli.cli.progress import check_mode, playing

app = new_app()

SCRIPTS = ("greedy", "cheapest-first", "noble-hunter", "early-reserver")
MILLION = 1_000_000


class DemoRun(NamedTuple):
    """One run of the demo. `games` is its part of a million."""

    folder: str
    rules: str
    line_up: tuple[str, ...]
    games: int


def demo_runs() -> list[DemoRun]:
    """The runs of the demo: every script against itself and against the others, at each kind of
    table."""
    pairs = [*combinations(SCRIPTS, 2), *((script, "random") for script in SCRIPTS)]
    tables: list[tuple] = [  # name, rules, seats, mixed line-ups, games against itself, games mixed
        ("2", "standard", 2, pairs, 50_000, 30_000),
        ("3", "standard", 3, list(combinations(SCRIPTS, 3)), 30_000, 30_000),
        ("4", "standard", 4, [SCRIPTS], 30_000, 60_000),
        ("team", "team", 4, [SCRIPTS], 15_000, 20_000),
    ]
    runs = []
    for name, rules, seats, mixed, alone, together in tables:
        runs += [DemoRun(f"{name}-{script}", rules, (script,) * seats, alone) for script in SCRIPTS]
        runs += [DemoRun(f"{name}-{'-'.join(line_up)}", rules, line_up, together) for line_up in mixed]
    return runs


@app.command()
def demo(
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the runs; an earlier demo in it is replaced.")
    ] = Path("runs/demo"),
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the report.")] = Path("reports/demo"),
    games: Annotated[
        int, typer.Option(parser=between(1000), metavar="N", help="About how many games in all.")
    ] = MILLION,
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
) -> None:
    """Play a million games between shipped strategies and write the report on them.

    It takes about two minutes on two cores.
    """
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.report.build import build
    from simcli.report.text import verdict_text
    from simcli.report.write import check_target, write
    from simcli.runs.plan import new_plan
    from simcli.runs.player import prepare

    check_target(out)
    remove_runs(runs)
    announce = announcer(quiet)
    kernel = prepare(announce=announce)
    plans = {
        runs / run.folder: new_plan(
            run.line_up, max(1, run.games * games // MILLION), run.rules, announce=announce
        )
        for run in demo_runs()
    }
    total = play_all(plans, kernel, command_line(), jobs, quiet)
    note("Reading and drawing ...", quiet)
    report = build(analyse(open_runs(list(plans))))
    page = write(report, out)
    print(verdict_text(report.verdicts))
    print(f"\n{total:,} games. Look at {page}")


def remove_runs(folder: Path) -> None:
    """Remove a folder that holds runs and nothing else; BadInput where it holds something else."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--runs {str(folder)!r} is a file; expected a folder")
    strange = (
        [path for path in sorted(folder.iterdir()) if not (path / "run.json").is_file()]
        if folder.exists()
        else []
    )
    if strange:
        raise BadInput(
            f"--runs {str(folder)!r} holds {strange[0].name!r}, which is not a run; choose "
            "another folder, or empty it"
        )
    shutil.rmtree(folder, ignore_errors=True)


def play_all(plans: dict, kernel, command: str, jobs: int = 0, quiet: bool = False) -> int:
    """Play new runs, folder -> plan, under one bar; returns the number of games. Raises Interrupted
    after a signal."""
    from simcli.runs.folder import only_writer, open_run
    from simcli.runs.play import play_run

    total = sum(plan.schedule.games for plan in plans.values())
    note(f"Playing {total:,} games ...", quiet)
    with playing(total, check_mode("auto", quiet), quiet) as (bar, stop):
        for folder, plan in plans.items():
            manifest = open_run(plan, folder, resume=False, command=command)
            with only_writer(folder):
                play_run(plan, folder, kernel, jobs, bar.advance, stop, manifest)
            if stop.asked.is_set():
                raise Interrupted(f"stopped; this starts again from the beginning:\n{command}")
    return total
