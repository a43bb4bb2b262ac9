"""`simcli demo`: a million games between the shipped scripts, and the report of them.

Every script against itself (is a seat favoured?) and against the others, with 2, 3 and 4 players and in the team game.
"""

import shutil
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.output import note
from simcli.cli.progress import Progress, check_mode

app = new_app()

SCRIPTS = ("greedy", "cheapest-first", "noble-hunter", "early-reserver")
RULES_OF = {"2": ("standard", 2), "3": ("standard", 3), "4": ("standard", 4), "team": ("team", 4)}


def line_ups() -> list[tuple[str, str, tuple[str, ...], int]]:
    """(folder, rules, line-up, games) of each run; the games add up to a million."""
    chosen = []
    for table, (rules, players) in RULES_OF.items():
        mirrors = [(script,) * players for script in SCRIPTS]
        if table == "2":
            mixed = [*combinations(SCRIPTS, 2), *((script, "random") for script in SCRIPTS)]
            games = {"mirror": 50_000, "mixed": 30_000}
        elif table == "3":
            mixed = list(combinations(SCRIPTS, 3))
            games = {"mirror": 30_000, "mixed": 30_000}
        elif table == "4":
            mixed = [SCRIPTS]
            games = {"mirror": 30_000, "mixed": 60_000}
        else:
            mixed = [SCRIPTS]
            games = {"mirror": 15_000, "mixed": 20_000}
        chosen += [
            (f"{table}-{script}", rules, line_up, games["mirror"])
            for script, line_up in zip(SCRIPTS, mirrors, strict=True)
        ]
        chosen += [(f"{table}-{'-'.join(line_up)}", rules, line_up, games["mixed"]) for line_up in mixed]
    return chosen


@app.command()
def demo(
    runs: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the runs; an earlier demo in it is replaced.")
    ] = Path("runs/demo"),
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the report.")] = Path("reports/demo"),
    jobs: options.Jobs = 0,
    quiet: options.Quiet = False,
) -> None:
    """Play a million games between the shipped scripts and write the report of them (about a minute on two cores)."""
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.report.build import build
    from simcli.report.text import verdict_text
    from simcli.report.write import check_target, write
    from simcli.runs.plan import Plan
    from simcli.runs.player import prepare
    from simcli.strategy.loading import load
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    check_target(out)
    remove_runs(runs)
    announce = announcer(quiet)
    kernel = prepare(None, announce)
    catalogue = load_catalogue()
    plans = {}
    for name, rules, line_up, games in line_ups():
        plans[runs / name] = Plan(
            tuple(load(strategy, announce) for strategy in line_up), load_rules(rules), catalogue, games
        )
    total = play_all(plans, kernel, "simcli demo", jobs, quiet)
    note("Reading and drawing ...", quiet)
    found = build(analyse(open_runs(list(plans))))
    page = write(found, out)
    print(verdict_text(found.verdicts))
    print(f"\n{total:,} games. Look at {page}")


def remove_runs(folder: Path) -> None:
    """Remove a folder that holds runs and nothing else; BadInput where it holds something else."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--runs {str(folder)!r} is a file; a folder is wanted")
    strange = (
        [path for path in sorted(folder.iterdir()) if not (path / "run.json").is_file()]
        if folder.exists()
        else []
    )
    if strange:
        raise BadInput(
            f"--runs {str(folder)!r} holds {strange[0].name!r}, which is not a run; choose another folder, or empty it"
        )
    shutil.rmtree(folder, ignore_errors=True)


def play_all(plans: dict, kernel, command: str, jobs: int = 0, quiet: bool = False) -> int:
    """Play new runs, folder -> plan, under one bar; returns how many games there are. Raises Interrupted after a signal."""
    from simcli.base.stopping import Stop
    from simcli.runs.folder import only_writer, open_run
    from simcli.runs.play import play_run

    total = sum(plan.schedule.games for plan in plans.values())
    note(f"Playing {total:,} games ...", quiet)
    with (
        Stop().on_signals(lambda text: note(text, quiet)) as stop,
        Progress(total, check_mode("auto", quiet)) as bar,
    ):
        for folder, plan in plans.items():
            manifest = open_run(plan, folder, resume=False, command=command)
            with only_writer(folder):
                play_run(plan, folder, kernel, jobs, bar.advance, stop, manifest)
            if stop.asked.is_set():
                raise Interrupted(f"The demo starts from the beginning the next time: {command}")
    return total
