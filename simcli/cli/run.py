"""`simcli run`: play games, write the run tables, print a summary."""

import re
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import note, print_json, table
from simcli.cli.progress import Progress, check_mode
from simcli.errors import BadInput, Interrupted

app = new_app()


@app.command()
def run(
    line_up: Annotated[list[str] | None, typer.Argument(metavar="STRATEGY...", help="2, 3 or 4 strategies: names, NAME:parameter=number, or files.", show_default=False)] = None,
    games: Annotated[int, typer.Option(parser=between(1), metavar="N", help="Games to play, rounded up to whole deals.")] = 100_000,
    seed: Annotated[int, typer.Option(parser=between(0, 2**63 - 1), metavar="S", help="The run's seed.")] = 1,
    rules: Annotated[str, typer.Option(metavar="RULES", help="Shipped rules or a rules file.")] = "standard",
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the rules.")] = None,
    cards: Annotated[Path | None, typer.Option(metavar="FILE", help="Another table of development cards.")] = None,
    nobles: Annotated[Path | None, typer.Option(metavar="FILE", help="Another table of nobles.")] = None,
    seating: Annotated[str, typer.Option(metavar="HOW", help="rotate, all or fixed.")] = "rotate",
    jobs: Annotated[int, typer.Option(parser=between(0, 1024), metavar="J", help="Workers; 0 is one a core.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="RUN", help="Folder of the run.  [default: runs/TIME-LINE-UP]", show_default=False)] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    shard: Annotated[str | None, typer.Option(metavar="I/N", help="Play the I-th of N ranges of deals.")] = None,
    progress: Annotated[str, typer.Option(metavar="HOW", help="auto, bar, plain, json or none.")] = "auto",
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no notes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on stdout.")] = False,
) -> None:
    """Play STRATEGY against STRATEGY..., write the run's tables, print a summary.

    Each deal is played in every rotation of the line-up, so that seats and deals favour nobody.
    """
    mode = check_mode(progress, quiet)
    from simcli.catalogue import load_catalogue
    from simcli.rules import load_rules
    from simcli.strategy import load

    def announce(what):
        note(f"compiling {getattr(what, 'stem', 'the game')} (kept for the next time) ...", quiet)

    from simcli.plan import Plan
    from simcli.run import play_run, prepare
    from simcli.run_folder import only_writer, open_run
    from simcli.stopping import Stop

    names = list(line_up or [])
    if not 2 <= len(names) <= 4:
        raise BadInput(f"{len(names)} strategies given; a game has 2, 3 or 4 seats: name one strategy for each, such as 'simcli run random random'")
    chosen = load_rules(rules, settings or ())
    catalogue = load_catalogue(cards, nobles)
    plan = Plan(tuple(load(name, announce) for name in names), chosen, catalogue, games, seed, seating, parse_shard(shard))
    folder = out or default_folder(plan)
    check_writable(folder)
    kernel = prepare(plan, lambda: announce("game"))
    if plan.config()["games"] != games:
        note(f"{plan.config()['games']:,} games: {games:,} rounded up to whole deals of {len(plan.seatings)} seatings", quiet)
    command = "simcli run " + " ".join(shlex.quote(a) for a in sys.argv[2:])
    manifest = open_run(plan, folder, resume, command)
    stop = Stop()
    with only_writer(folder), stop.on_signals(lambda text: note(f"\n{text}", quiet)), Progress(plan.schedule.games, mode) as bar:
        manifest = play_run(plan, folder, kernel, jobs, bar.advance, stop, manifest)
    if manifest["progress"]["state"] != "complete":
        left = plan.schedule.games - manifest["progress"]["games"]
        raise Interrupted(f"{left:,} games are missing; this goes on with them:\n{resume_line(plan, folder, rules, settings, cards, nobles, shard, games)}")
    from simcli.analysis.summary import as_dict, as_text, summarise

    summary = summarise(folder, manifest)
    if as_json:
        facts = {key: manifest[key] for key in ("id", "progress")}
        print_json({"run": str(folder), **facts, "summary": as_dict(summary)})
        return
    print(as_text(summary, table))
    progress_made = manifest["progress"]
    if progress_made["games_per_second"]:
        seconds, speed = progress_made["seconds"], progress_made["games_per_second"]
        note(f"\n{progress_made['games']:,} games in {seconds:.1f} s, {speed:,.0f} games/s", quiet)
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
    from simcli.manifest import now

    time = now().replace("-", "").replace(":", "")
    names = "-".join(dict.fromkeys(strategy.path.stem.replace("_", "-") for strategy in plan.strategies))
    return Path("runs") / f"{time}-{len(plan.strategies)}p-{names}"[:120]


def check_writable(folder: Path) -> None:
    """Raise BadInput unless the folder, or the nearest one above it that exists, can be written. Nothing is left behind."""
    import tempfile

    above = folder
    while not above.exists():
        above = above.parent
    try:
        with tempfile.TemporaryFile(dir=above):
            pass
    except OSError as error:
        raise BadInput(f"--out {str(folder)!r}: {str(above)!r} cannot be written ({error.strerror})") from None


def resume_line(plan, folder, rules, settings, cards, nobles, shard, games) -> str:
    """The exact command that goes on with an interrupted run."""
    words = ["simcli", "run", *plan.labels, "--games", str(games), "--seed", str(plan.seed), "--rules", rules]
    for setting in settings or ():
        words += ["--set", setting]
    for name, value in (("--cards", cards), ("--nobles", nobles), ("--shard", shard)):
        if value is not None:
            words += [name, str(value)]
    return shlex.join([*words, "--seating", plan.seating, "--out", str(folder), "--resume"])
