"""`simcli run`: play games, write the run tables, print a summary."""

import re
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between, rate
from simcli.cli.output import note, print_json, table
from simcli.cli.progress import Progress, check_mode

app = new_app()
BESIDE = (
    "line_up",
    "resume",
    "jobs",
    "records",
    "scheduler",
    "progress",
    "quiet",
    "as_json",
)  # what goes with a RUN to go on with


@app.command()
def run(
    context: typer.Context,
    line_up: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="STRATEGY...",
            help="2, 3 or 4 strategies: names, NAME:parameter=number, or files. With --resume also a RUN.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(parser=between(1), metavar="N", help="Games to play, rounded up to whole deals.")
    ] = 100_000,
    seed: options.Seed = 1,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    seating: Annotated[str, typer.Option(metavar="HOW", help="rotate, all or fixed.")] = "rotate",
    veto: Annotated[
        float,
        typer.Option(
            parser=rate,
            metavar="RATE",
            help="Forbid each seat each card with this chance, to measure what cards are worth.",
        ),
    ] = 0.0,
    jobs: options.Jobs = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="Folder of the run.  [default: runs/TIME-LINE-UP]", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    shard: Annotated[
        str | None, typer.Option(metavar="I/N", help="Play the I-th of N ranges of deals.")
    ] = None,
    records: Annotated[
        int, typer.Option(parser=between(0), metavar="N", help="Also write the first N games as records.")
    ] = 0,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="Play on Dask: tcp://HOST:PORT, or local (wants simcli[dask]).",
            show_default=False,
        ),
    ] = None,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Play STRATEGY against STRATEGY..., write the run's tables, print a summary.

    Each deal is played in every rotation of the line-up, so that seats and deals favour nobody. `simcli run RUN --resume` goes on with a run.
    """
    mode = check_mode(progress, quiet)
    announce = announcer(quiet)
    names = list(line_up or [])
    if resume and len(names) == 1 and out is None:
        from simcli.runs.plan import plan_of_run

        folder = Path(names[0])
        options.refuse_beside_folder(context, BESIDE, folder)
        plan = plan_of_run(folder, announce)
    else:
        if resume and not names:
            raise BadInput(
                "--resume: name the run, such as `simcli run runs/mine --resume`"
                if out is None
                else f"--resume: `simcli run {shlex.quote(str(out))} --resume` goes on with it"
            )
        if not 2 <= len(names) <= 4:
            raise BadInput(
                f"{len(names)} {'strategies' if len(names) != 1 else 'strategy'} given; a game has 2, 3 or 4 seats: name one for each, "
                "such as `simcli run random random`"
            )
        asked = parse_shard(shard)
        plan = _plan(names, rules, settings, cards, nobles, announce, (games, seed, seating, asked, veto))
        folder = out or default_folder(plan)
    check_writable(folder)
    if plan.config()["games"] != plan.games:
        note(
            f"{plan.config()['games']:,} games: {plan.games:,} rounded up to whole deals of {len(plan.seatings)} seatings",
            quiet,
        )
    manifest = _play(plan, folder, resume, jobs, scheduler, mode, quiet, announce)
    if manifest["progress"]["state"] != "complete":
        left = plan.schedule.games - manifest["progress"]["games"]
        raise Interrupted(
            f"{left:,} games are missing; this goes on with them:\n{shlex.join(['simcli', 'run', str(folder), '--resume'])}"
        )
    if records:
        from simcli.runs.replay import write_records

        note(
            f"{write_records(folder, records, announce):,} games as records: {folder / 'records.jsonl'}",
            quiet,
        )
    _print_summary(folder, manifest, as_json, quiet)


def _plan(names, rules, settings, cards, nobles, announce, rest):
    """The plan of a new run, from what the command line says."""
    from simcli.strategy.files import find, split_label
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    for name in names:  # before anything is compiled
        find(split_label(name)[0])
    chosen, catalogue = load_rules(rules, settings or ()), load_catalogue(cards, nobles)
    from simcli.runs.plan import Plan
    from simcli.strategy.loading import load

    return Plan(tuple(load(name, announce) for name in names), chosen, catalogue, *rest)


def _play(
    plan, folder: Path, resume: bool, jobs: int, scheduler: str | None, mode: str, quiet: bool, announce
) -> dict:
    """Play what is missing; the manifest says how far it came."""
    from simcli.base.stopping import Stop
    from simcli.runs.folder import only_writer, open_run
    from simcli.runs.play import play_run
    from simcli.runs.player import prepare

    command = shlex.join(["simcli", *sys.argv[1:]])
    stop = Stop()
    kernel = prepare(plan, announce)
    if scheduler is not None:
        from simcli.runs.cluster import connect, play_on_cluster

        with connect(scheduler, jobs) as client:
            manifest = open_run(plan, folder, resume, command)
            with (
                only_writer(folder),
                stop.on_signals(lambda text: note(text, quiet)),
                Progress(plan.schedule.games, mode) as bar,
            ):
                return play_on_cluster(plan, folder, client, bar.advance, stop, manifest)
    manifest = open_run(plan, folder, resume, command)
    with (
        only_writer(folder),
        stop.on_signals(lambda text: note(text, quiet)),
        Progress(plan.schedule.games, mode) as bar,
    ):
        return play_run(plan, folder, kernel, jobs, bar.advance, stop, manifest)


def _print_summary(folder: Path, manifest: dict, as_json: bool, quiet: bool) -> None:
    from simcli.analysis.summary import as_dict, as_text, summarise

    summary = summarise(folder)
    if as_json:
        facts = {key: manifest[key] for key in ("id", "progress")}
        print_json({"run": str(folder), **facts, "summary": as_dict(summary)})
        return
    print(as_text(summary, table))
    made = manifest["progress"]
    if made["games_per_second"]:
        note(
            f"\n{made['games']:,} games in {made['seconds']:.1f} s, {made['games_per_second']:,.0f} games/s",
            quiet,
        )
    note(f"Tables: {folder}   Report: simcli report {shlex.quote(str(folder))}", quiet)


def parse_shard(text: str | None) -> tuple[int, int] | None:
    """`3/16` as (3, 16). Raises BadInput."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    i, n = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= i <= n:
        raise BadInput(f"--shard {text!r}: I/N is wanted, I from 1 to N, such as 3/16")
    return i, n


def default_folder(plan) -> Path:
    """runs/TIME-LINE-UP: where a run goes that was given no folder."""
    from simcli.store.manifest import now

    time = now().replace("-", "").replace(":", "")
    names = "-".join(dict.fromkeys(strategy.path.stem.replace("_", "-") for strategy in plan.strategies))
    return Path("runs") / f"{time}-{len(plan.strategies)}p-{names}"[:120]
