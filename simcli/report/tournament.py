"""The page of a tournament: ratings with intervals, who beats whom, circles."""

from simcli.analysis.phrases import count, counted, listed, percent
from simcli.figures import win_matrix
from simcli.figures.marks import dots, par_line, shortened
from simcli.figures.style import Panel
from simcli.report.build import FORMAT
from simcli.report.model import Figure, Report, Section, Table

_WORDS = (
    (
        "Elo",
        "1",
        "Strength on the scale of a conditional logit of who wins, 400 / ln 10 a unit, about an average of 0.",
    ),
    ("Win share", "1", "k winners of a game have 1/k each; a game without a winner counts for nobody."),
    ("Interval", "1", "95%, clustered by deal: the games of a deal are not independent of one another."),
    (
        "Circle",
        "1",
        "Three that beat each other in turn, each edge significant after Holm's correction over all pairings.",
    ),
)
METHODS = Section(
    "methods",
    "Methods",
    (
        "Every table plays deals of its own, each in every rotation. With more than two sides one of each meets a field of the other; at mixed "
        "tables as many different strategies as there are seats meet, in every order around the table.",
    ),
    (),
    (Table(("Term", "Version", "Definition"), _WORDS),),
)


def tournament_report(found: dict) -> Report:
    """A Report from the plain values of a tournament's standings."""
    sections = (_ratings(found), *_matrix(found), *_mixed(found), _circles(found), METHODS)
    title = (
        f"Tournament: {len(found['ratings'])} strategies, {found['players']} players, rules {found['rules']}"
    )
    subtitle = f"{counted(found['games'], 'game')} on {counted(found['deals'], 'deal')}, seed {found['seed']}"
    row = (
        *(str(found[key]) for key in ("rules", "players", "seed")),
        count(found["games"]),
        count(found["deals"]),
    )
    manifest = Table(("Rules", "Players", "Seed", "Games", "Deals"), (row,))
    return Report(
        title, subtitle, (), sections, manifest, {"format": FORMAT, "title": title, "tournament": found}
    )


def _number(value: float | None, note: str = "") -> str:
    return f"{value:+.1f}" if value is not None else note or "-"


def _dots(rows, axis) -> None:
    par_line(axis, 0.0, "average")
    dots(
        axis,
        [(shortened(row["name"], 22), row["elo"], row["low"], row["high"]) for row in rows],
        [_number(row["elo"]) for row in rows],
    )
    axis.set_xlabel("Elo about the average")


def _ratings(found: dict) -> Section:
    rated = [row for row in found["ratings"] if row["elo"] is not None]
    seated = [row for row in found["seats"] if row["elo"] is not None]
    panels = tuple(
        Panel(title, lambda axis, r=rows: _dots(r, axis), height=0.9 + 0.3 * len(rows), width=5.0)
        for title, rows in (("Strategies", rated), ("Seats", seated))
        if rows
    )
    head = ("name", "elo", "low", "high", "note")
    rows = tuple(tuple(row[key] for key in head) for row in (*found["ratings"], *found["seats"]))
    title = _highest(rated)
    caption = "Conditional logit on the winners with seat effects; whiskers: 95% intervals clustered by deal."
    figures = (
        (Figure("ratings", title, caption, f"Dots with whiskers. {title}.", panels, head, rows),)
        if panels
        else ()
    )
    table = Table(
        ("Strategy", "Elo", "95% from", "to"),
        tuple(
            (row["name"], _number(row["elo"], row["note"]), _number(row["low"]), _number(row["high"]))
            for row in found["ratings"]
        ),
    )
    text = (
        "One model for all games: a strategy's strength and a seat's advantage, both in Elo about an average of 0.",
    )
    return Section("ratings", "Ratings", text, figures, (table,))


def _highest(rated: list[dict]) -> str:
    """Who is rated highest, with the interval, and whether the next could be as strong."""
    if not rated:
        return "Nobody can be rated"
    first, *others = rated
    title = f"{first['name']} is rated highest: {_number(first['elo'])}"
    if first["low"] is None:
        return title
    title += f" ({_number(first['low'])} to {_number(first['high'])})"
    near = [row["name"] for row in others if row["high"] is not None and row["high"] >= first["low"]]
    return f"{title}; not for sure above {listed(near)}" if near else title


def _matrix(found: dict) -> tuple[Section, ...]:
    if not found["shares"]:
        return ()
    names = [row["name"] for row in found["ratings"]]
    cells = {(row["row"], row["column"]): row for row in found["shares"]}
    par = found["par"]
    grid = [[cells.get((one, two)) for two in names] for one in names]
    values = [[cell and cell["share"] for cell in line] for line in grid]
    sure = [
        [bool(cell and cell["low"] is not None and not cell["low"] <= par <= cell["high"]) for cell in line]
        for line in grid
    ]
    head = ("row", "column", "share", "low", "high", "deals")
    rows = tuple(tuple(row[key] for key in head) for row in found["shares"])
    settled = sum(map(sum, sure))
    title = f"{settled} of {counted(len(rows), 'share')} {'is' if settled == 1 else 'are'} for sure off par"
    what = "one of the row against a field of the column" if par < 0.5 else "the row against the column"
    panel = Panel(
        "Win shares in %",
        lambda axis: win_matrix.draw(axis, names, values, sure, par),
        height=1.6 + 0.36 * len(names),
        width=2.4 + 0.45 * len(names),
    )
    caption = (
        f"Share of the wins: {what}; par is {100 * par:.0f}%. Hatched: the 95% interval (clustered by deal) spans par, or the two never met. "
        "Intervals are in the data file."
    )
    return (
        Section(
            "matrix",
            "Who beats whom",
            (),
            (Figure("matrix", title, caption, f"Matrix. {title}.", (panel,), head, rows),),
        ),
    )


def _mixed(found: dict) -> tuple[Section, ...]:
    rows = found["mixed"]
    if not rows:
        return ()
    par = found["par"]

    def draw(axis) -> None:
        par_line(axis, 100 * par, "par")
        shares = [
            tuple(None if row[key] is None else 100 * row[key] for key in ("share", "low", "high"))
            for row in rows
        ]
        dots(
            axis,
            [(shortened(row["name"], 22), *share) for row, share in zip(rows, shares, strict=True)],
            [f"{share[0]:.1f}%" for share in shares],
        )
        axis.set_xlabel("share of the wins, %")

    head = ("name", "share", "low", "high", "deals")
    best = rows[0]
    title = f"{best['name']} wins most at mixed tables"
    if best["low"] is not None:
        title += f": {percent(best['share'])} of the wins ({percent(best['low'])} to {percent(best['high'])})"
    caption = f"Share of the wins a seat among as many different strategies as there are seats; par is {100 * par:.0f}%; whiskers: 95% by deal."
    panel = Panel("Win shares in %", draw, height=0.9 + 0.3 * len(rows), width=5.0)
    numbers = tuple(tuple(row[key] for key in head) for row in rows)
    return (
        Section(
            "mixed",
            "Mixed tables",
            (),
            (Figure("mixed", title, caption, f"Dots with whiskers. {title}.", (panel,), head, numbers),),
        ),
    )


def circle_words(found: dict) -> list[str]:
    """The circles found, a sentence each, or the one that there is none."""
    part = (
        "" if found["cyclic"] is None else f" {100 * found['cyclic']:.1f}% of the differences are circular."
    )
    if not found["cycles"]:
        return [f"No circle stands after correction for the number of pairings.{part}"]
    return [
        f"{' beats '.join([*cycle['members'], cycle['members'][0]])} (p {cycle['p']:.2g})."
        for cycle in found["cycles"][:20]
    ] + ([part.strip()] if part else [])


def _circles(found: dict) -> Section:
    return Section("circles", "Circles", tuple(circle_words(found)))
