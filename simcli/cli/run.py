"""`simcli run`: play games, write the run tables, print a summary."""

import shlex
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between, parse_shard, rate
from simcli.cli.output import command_line, note, print_json, table
from simcli.cli.progress import check_mode, playing

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
)  # the options that `run RUN --resume` allows


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
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")] = False,
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
            help="Play on Dask: tcp://HOST:PORT, or local (needs simcli[dask]).",
            show_default=False,
        ),
    ] = None,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Play STRATEGY against STRATEGY..., write the run's tables, print a summary.

    Each deal is played in every rotation of the line-up, so that neither seats nor deals favour a
    strategy. `simcli run RUN --resume` continues a run."""
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
                else f"--resume: `simcli run {shlex.quote(str(out))} --resume` continues it"
            )
        from simcli.runs.plan import check_size, new_plan

        check_size(names, "simcli run random random")
        plan = new_plan(
            names,
            games,
            rules,
            settings or (),
            cards,
            nobles,
            announce,
            seed=seed,
            seating=seating,
            shard=parse_shard(shard),
            veto=veto,
        )
        folder = out or plan.default_folder
    check_writable(folder)
    if plan.rounding:
        note(plan.rounding, quiet)
    manifest = _play(plan, folder, resume, jobs, scheduler, mode, quiet, announce)
    if manifest["progress"]["state"] != "complete":
        left = plan.schedule.games - manifest["progress"]["games"]
        raise Interrupted(
            f"{left:,} games are missing; this plays them:\n{command_line('run', folder, '--resume')}"
        )
    if records:
        from simcli.runs.replay import write_records

        note(
            f"{write_records(folder, records, announce):,} games as records: {folder / 'records.jsonl'}",
            quiet,
        )
    _print_summary(folder, manifest, as_json, quiet)


def _play(
    plan, folder: Path, resume: bool, jobs: int, scheduler: str | None, mode: str, quiet: bool, announce
) -> dict:
    """Play what is missing; returns the manifest, which says how far it came."""
    from simcli.runs.folder import only_writer, open_run
    from simcli.runs.play import play_run
    from simcli.runs.player import prepare

    kernel = prepare(plan, announce)
    cluster: AbstractContextManager = nullcontext()
    if scheduler is not None:
        from simcli.runs.cluster import connect, play_on_cluster

        cluster = connect(scheduler, jobs)
    with cluster as client:
        manifest = open_run(plan, folder, resume, command_line())
        with only_writer(folder), playing(plan.schedule.games, mode, quiet) as (bar, stop):
            if client is not None:
                return play_on_cluster(plan, folder, client, manifest, bar.advance, stop)
            return play_run(plan, folder, kernel, jobs, bar.advance, stop, manifest)


def _print_summary(folder: Path, manifest: dict, as_json: bool, quiet: bool) -> None:
    from simcli.analysis.summary import as_dict, as_text, summarise

    summary = summarise(folder)
    if as_json:
        facts = {key: manifest[key] for key in ("id", "progress")}
        print_json({"run": str(folder), **facts, "summary": as_dict(summary)})
        return
    print(as_text(summary, table))
    progress = manifest["progress"]
    if speed := progress["games_per_second"]:
        note(f"\n{progress['games']:,} games in {progress['seconds']:.1f} s, {speed:,.0f} games/s", quiet)
    note(f"Tables: {folder}   Report: simcli report {shlex.quote(str(folder))}", quiet)
