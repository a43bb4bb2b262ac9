"""`simcli tournament`: everybody against everybody, rated."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import BadInput, Interrupted
from simcli.base.paths import check_writable
from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between
from simcli.cli.output import command_line, note, print_json, table
from simcli.cli.progress import check_mode, playing

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
        typer.Option("--resume", help="Continue the tournament in the folder; with more --games, add to it."),
    ] = False,
    progress: options.Progress = "auto",
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Play every pairing of the strategies in every seating; rate them, with seat effects and
    intervals.

    With more than two players one of each sits against a field of the other, in both directions,
    and there are mixed tables of as many different strategies as there are seats, in every order.
    """
    mode = check_mode(progress, quiet)
    if resume and out is None:
        raise BadInput("--resume: also name the folder with --out")
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
    announce = announcer(quiet)
    record = rules_record(chosen, load_catalogue(cards, nobles), number)
    whole = Tournament(
        [side(text, announce)[0] for text in strategies],
        chosen,
        record,
        number,
        games,
        seed,
        gauntlet,
        tables,
    )
    if out is not None:
        if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not resume)):
            there = "a tournament" if (out / NAME).exists() else "something else"
            raise BadInput(
                f"--out {str(out)!r} holds {there} already; choose another folder, or continue with --resume"
            )
        check_writable(out)
        if resume:
            whole.resume(out)
    whole.kernel = compiled("digests", lambda: announce("the game"))
    with playing(whole.games, mode, quiet) as (bar, stop):
        bar.resume_at(whole.played)
        complete = whole.play(
            jobs, bar.advance, stop.asked.is_set, (lambda: whole.save(out)) if out else None
        )
    if not complete:
        folder = out or Path("tournament-stopped")
        whole.save(folder)
        words = [word for word in sys.argv[1:] if word != "--resume"]
        raise Interrupted(
            "stopped; this "
            f"continues:\n{command_line(*words, *([] if out else ['--out', folder]), '--resume')}"
        )
    result = standings(whole)
    if out is not None:
        from simcli.report.tournament import tournament_report
        from simcli.report.write import write

        note(f"Look at {write(tournament_report(result), out / 'report')}", quiet)
    if as_json:
        print_json(result)
        return
    _print(result)


def _print(result: dict) -> None:
    def elo(value, text="-"):
        return text if value is None else f"{value:+.1f}"

    print(
        f"{result['games']:,} games, {result['players']} players, rules {result['rules']}; Elo "
        "about the average, 95% intervals clustered by deal\n"
    )
    names = [row["name"] for row in result["ratings"]]
    cells = {(row["row"], row["column"]): row["share"] for row in result["shares"]}
    columns = names if cells else []
    head = ["", "strategy", "Elo", "from", "to", *(str(k) for k in range(1, len(columns) + 1))]
    rows = []
    for k, row in enumerate(result["ratings"], 1):
        shares = [
            None if (value := cells.get((row["name"], other))) is None else f"{100 * value:.1f}"
            for other in columns
        ]
        rows.append(
            [k, row["name"], elo(row["elo"], row["note"] or "-"), elo(row["low"]), elo(row["high"]), *shares]
        )
    print(table(head, rows, 10_000))
    if result["mixed"]:
        print(f"\nMixed tables, share of the wins a seat (par {100 * result['par']:.1f}%)\n")
        mixed = [
            [
                row["name"],
                *(None if row[key] is None else f"{100 * row[key]:.1f}%" for key in ("share", "low", "high")),
            ]
            for row in result["mixed"]
        ]
        print(table(["strategy", "share", "from", "to"], mixed))
    print(
        "\nSeats: "
        + ", ".join(
            f"{row['name']} {elo(row['elo'], row['note'])} ({elo(row['low'])} to {elo(row['high'])})"
            for row in result["seats"]
        )
    )
    part = (
        "" if result["cyclic"] is None else f"; {100 * result['cyclic']:.1f}% of the differences are circular"
    )
    print(f"Circles: {len(result['cycles']) or 'none'}{part}")
    for cycle in result["cycles"][:10]:
        print(f"  {' beats '.join([*cycle['members'], cycle['members'][0]])} (p {cycle['p']:.2g})")
