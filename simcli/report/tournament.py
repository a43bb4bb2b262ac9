"""The report of a tournament: ratings with intervals, who beats whom, circles."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.phrases import count, counted, listed, percent
from simcli.figures import mixed, ratings, win_matrix
from simcli.figures.marks import Dot
from simcli.figures.style import Panel
from simcli.report.build import FORMAT
from simcli.report.model import Figure, Report, Section
from simcli.report.sections.common import dot_panel, table

METHODS = Section(
    "methods",
    "Methods",
    (
        "Every table plays deals of its own, each in every rotation. With more than two "
        "sides, one of each meets a field of the other; at mixed "
        "tables as many different strategies meet as there are seats, in every order around the table.",
    ),
    (),
    (
        table(
            "Term | Version | Definition",
            [
                (
                    "Elo",
                    "1",
                    (
                        "Strength on the scale of a conditional logit of who wins, 400 / ln 10 a unit, "
                        "relative to an average of 0."
                    ),
                ),
                (
                    "Win share",
                    "1",
                    "k winners of a game have 1/k each; a game without a winner counts for nobody.",
                ),
                (
                    "Interval",
                    "1",
                    "95%, clustered by deal: the games of a deal are not independent of one another.",
                ),
                (
                    "Circle",
                    "1",
                    (
                        "Three that beat each other in turn, each edge significant after Holm's "
                        "correction over all pairings."
                    ),
                ),
            ],
        ),
    ),
)


def tournament_report(standings: dict) -> Report:
    """A Report from the plain values of a tournament's standings."""
    sections = (_ratings(standings), *_matrix(standings), *_mixed(standings), _circles(standings), METHODS)
    title = (
        f"Tournament: {len(standings['ratings'])} strategies, {standings['players']} "
        f"players, rules {standings['rules']}"
    )
    games, deals, seed = (standings[key] for key in ("games", "deals", "seed"))
    subtitle = f"{counted(games, 'game')} on {counted(deals, 'deal')}, seed {seed}"
    row = (str(standings["rules"]), str(standings["players"]), str(seed), count(games), count(deals))
    manifest = table("Rules | Players | Seed | Games | Deals", [row])
    numbers = {"format": FORMAT, "title": title, "tournament": standings}
    return Report(title, subtitle, (), sections, manifest, numbers)


def _elo(value: float | None, note: str = "") -> str:
    return note or "-" if value is None else f"{value:+.1f}"


def _figure(
    id_: str,
    title: str,
    caption: str,
    panels: Sequence[Panel],
    columns: str,
    rows: Sequence[dict],
    shows: str,
) -> Figure:
    """A figure whose numbers are the columns of `rows` as they are."""
    heads = tuple(columns.split())
    numbers = tuple(tuple(row[head] for head in heads) for row in rows)
    return Figure(id_, title, caption, f"{shows}. {title}.", tuple(panels), heads, numbers)


def _ratings(standings: dict) -> Section:
    kinds = {"Strategies": standings["ratings"], "Seats": standings["seats"]}
    dots = {
        kind: [
            Dot(row["name"], row["elo"], row["low"], row["high"]) for row in rows if row["elo"] is not None
        ]
        for kind, rows in kinds.items()
    }
    panels = [dot_panel(kind, rows, ratings.draw, 5.0, digits=1) for kind, rows in dots.items() if rows]
    figures = ()
    if panels:
        figures = (
            _figure(
                "ratings",
                _highest(dots["Strategies"]),
                (
                    "Conditional logit on the winners with seat effects; whiskers: 95% intervals "
                    "clustered by deal."
                ),
                panels,
                "name elo low high note",
                [*standings["ratings"], *standings["seats"]],
                "Dots with whiskers",
            ),
        )
    listing = table(
        "Strategy | Elo | 95% from | to",
        [
            (row["name"], _elo(row["elo"], row["note"]), _elo(row["low"]), _elo(row["high"]))
            for row in standings["ratings"]
        ],
    )
    text = (
        "One model for all games: a strategy's strength and a seat's advantage, both in "
        "Elo relative to an average of 0."
    )
    return Section("ratings", "Ratings", (text,), figures, (listing,))


def _highest(rated: Sequence[Dot]) -> str:
    """Who is rated highest, with the interval, and who could be as strong."""
    if not rated:
        return "Nobody can be rated"
    first, *others = rated
    title = f"{first.name} is rated highest: {_elo(first.value)}"
    if first.low is None:
        return title
    title += f" ({_elo(first.low)} to {_elo(first.high)})"
    near = [row.name for row in others if row.high is not None and row.high >= first.low]
    return f"{title}; not known to be above {listed(near)}" if near else title


def _matrix(standings: dict) -> tuple[Section, ...]:
    if not standings["shares"]:
        return ()
    names = [row["name"] for row in standings["ratings"]]
    cells = {(row["row"], row["column"]): row for row in standings["shares"]}
    par = standings["par"]
    grid = [[cells.get((row, column)) for column in names] for row in names]
    settled = [
        [bool(cell and cell["low"] is not None and not cell["low"] <= par <= cell["high"]) for cell in line]
        for line in grid
    ]
    draw = partial(
        win_matrix.draw,
        labels=names,
        values=[[cell and cell["share"] for cell in line] for line in grid],
        settled=settled,
        par=par,
    )
    number, shares = sum(map(sum, settled)), counted(len(cells), "share")
    what = "one of the row against a field of the column" if par < 0.5 else "the row against the column"
    figure = _figure(
        "matrix",
        f"{number} of {shares} {'differs' if number == 1 else 'differ'} from par with 95% confidence",
        f"Share of wins: {what}; par is {100 * par:.0f}%. Hatched: the 95% interval "
        "(clustered by deal) spans par, or the two never met. "
        "Intervals are in the data file.",
        [Panel("Win shares in %", draw, 1.6 + 0.36 * len(names), 2.4 + 0.45 * len(names))],
        "row column share low high deals",
        standings["shares"],
        "Matrix",
    )
    return (Section("matrix", "Who beats whom", (), (figure,)),)


def _mixed(standings: dict) -> tuple[Section, ...]:
    rows, par = standings["mixed"], standings["par"]
    if not rows:
        return ()
    best = rows[0]
    title = f"{best['name']} wins most at mixed tables"
    if best["low"] is not None:
        title += f": {percent(best['share'])} of the wins ({percent(best['low'])} to {percent(best['high'])})"
    dots = [Dot(row["name"], row["share"], row["low"], row["high"]) for row in rows]
    figure = _figure(
        "mixed",
        title,
        "Share of wins per seat among as many different strategies as there are seats; "
        f"par is {100 * par:.0f}%; whiskers: 95%, clustered by deal.",
        [dot_panel("Win shares in %", dots, mixed.draw, 5.0, par=par)],
        "name share low high deals",
        rows,
        "Dots with whiskers",
    )
    return (Section("mixed", "Mixed tables", (), (figure,)),)


def _circles(standings: dict) -> Section:
    """The circles, a sentence each, or a sentence that there is none."""
    share, cycles = standings["cyclic"], standings["cycles"]
    part = [] if share is None else [f"{100 * share:.1f}% of the differences are circular."]
    circles = [
        f"{' beats '.join([*cycle['members'], cycle['members'][0]])} (p {cycle['p']:.2g})."
        for cycle in cycles[:20]
    ]
    none = [] if cycles else ["No circle stands after correction for the number of pairings."]
    return Section("circles", "Circles", (*circles, *none, *part))
