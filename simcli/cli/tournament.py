"""`simcli tournament`: everybody against everybody, rated."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import note, print_json, table
from simcli.cli.progress import Progress, check_mode

app = new_app()


@app.command()
def tournament(
    strategies: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY...", help="At least two: names, NAME:parameter=number, files, git:REV:PATH."
        ),
    ],
    games: Annotated[
        int,
        typer.Option(parser=between(1), metavar="N", help="Games of each table, rounded up to whole deals."),
    ] = 10_000,
    players: Annotated[
        int,
        typer.Option(parser=between(0, 4), metavar="N", help="Seats of a game; 0 is the rules' smallest."),
    ] = 0,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first against each of the others.")
    ] = False,
    tables: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="With 3 or 4 players: pairs (one of each against a field of the other), mixed, or all.",
        ),
    ] = "all",
    seed: options.Seed = 1,
    rules: options.Rules = "standard",
    settings: options.Settings = None,
    cards: options.Cards = None,
    nobles: options.Nobles = None,
    jobs: options.Jobs = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep the games' sums here, with a report beside.", show_default=False
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the tournament in the folder; with more --games, add to it."
        ),
    ] = False,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Play every pairing of the strategies in every seating: ratings with seat effects and intervals, a table, circles.

    With more than two players one of each sits against a field of the other, in both directions, and there are mixed tables of as many
    different strategies as there are seats, in every order.
    """
    mode = check_mode(progress, quiet)
    if resume and out is None:
        raise BadInput("--resume: also name the folder with --out")
    from simcli.base.stopping import Stop
    from simcli.cli.announce import announcer
    from simcli.compare.layout import layout_of
    from simcli.compare.sides import side
    from simcli.compare.standings import standings
    from simcli.compare.tournament import NAME, Tournament
    from simcli.runs.kernel import compiled
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.engine_record import rules_record
    from simcli.variant.rules import load_rules

    chosen = load_rules(rules, settings or ())
    number = players or chosen.players[0]
    layout_of(chosen, number)
    told = announcer(quiet)
    record = rules_record(chosen, load_catalogue(cards, nobles), number)
    whole = Tournament(
        [side(text, told)[0] for text in strategies], chosen, record, number, games, seed, gauntlet, tables
    )
    if out is not None:
        if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not resume)):
            there = "a tournament" if (out / NAME).exists() else "something else"
            raise BadInput(
                f"--out {str(out)!r} holds {there} already; choose another folder, or go on with --resume"
            )
        check_writable(out)
        if resume:
            whole.resume(out)
    whole.kernel = compiled("digests", lambda: told("the game"))
    stop = Stop()
    with stop.on_signals(lambda text: note(f"\n{text}", quiet)), Progress(whole.games, mode) as bar:
        bar.resume_at(whole.played)
        complete = whole.play(
            jobs, bar.advance, stop.asked.is_set, (lambda: whole.save(out)) if out else None
        )
    if not complete:
        folder = out or Path("tournament-stopped")
        whole.save(folder)
        words = [word for word in sys.argv[1:] if word != "--resume"]
        raise Interrupted(
            f"stopped; this goes on:\nsimcli {shlex.join([*words, *([] if out else ['--out', str(folder)]), '--resume'])}"
        )
    found = standings(whole)
    if out is not None:
        from simcli.report.tournament import tournament_report
        from simcli.report.write import write

        note(f"Look at {write(tournament_report(found), out / 'report')}", quiet)
    if as_json:
        print_json(found)
        return
    _print(found)


def _print(found: dict) -> None:
    def elo(value, text="-"):
        return text if value is None else f"{value:+.1f}"

    print(
        f"{found['games']:,} games, {found['players']} players, rules {found['rules']}; Elo about the average, 95% intervals clustered by deal\n"
    )
    names = [row["name"] for row in found["ratings"]]
    cells = {(row["row"], row["column"]): row["share"] for row in found["shares"]}
    columns = names if cells else []
    head = ["", "strategy", "Elo", "from", "to", *(str(k) for k in range(1, len(columns) + 1))]
    rows = []
    for k, row in enumerate(found["ratings"], 1):
        shares = [
            None if (value := cells.get((row["name"], other))) is None else f"{100 * value:.1f}"
            for other in columns
        ]
        rows.append(
            [k, row["name"], elo(row["elo"], row["note"] or "-"), elo(row["low"]), elo(row["high"]), *shares]
        )
    print(table(head, rows, 10_000))
    if found["mixed"]:
        print(f"\nMixed tables, share of the wins a seat (par {100 * found['par']:.1f}%)\n")
        mixed = [
            [
                row["name"],
                *(None if row[key] is None else f"{100 * row[key]:.1f}%" for key in ("share", "low", "high")),
            ]
            for row in found["mixed"]
        ]
        print(table(["strategy", "share", "from", "to"], mixed))
    print(
        "\nSeats: "
        + ", ".join(
            f"{row['name']} {elo(row['elo'], row['note'])} ({elo(row['low'])} to {elo(row['high'])})"
            for row in found["seats"]
        )
    )
    part = (
        "" if found["cyclic"] is None else f"; {100 * found['cyclic']:.1f}% of the differences are circular"
    )
    print(f"Circles: {len(found['cycles']) or 'none'}{part}")
    for cycle in found["cycles"][:10]:
        print(f"  {' beats '.join([*cycle['members'], cycle['members'][0]])} (p {cycle['p']:.2g})")
