"""The report of a sweep: what moves, then every measure over the grid with its difference from the base."""

import csv
import io
from collections.abc import Sequence

from simcli.analysis.grid import Grid
from simcli.analysis.paired import INDEPENDENT
from simcli.analysis.phrases import count, counted, mean_text, percent, plain, share_text
from simcli.analysis.played import of_grid
from simcli.analysis.sums import Estimate
from simcli.metrics.metric import Metric
from simcli.report.build import FORMAT
from simcli.report.model import Report, Section, Table
from simcli.report.sections import played
from simcli.report.sections.changes import NUMBERS, gap_text, numbers
from simcli.report.sections.common import bounds
from simcli.report.sweep_figures import differing, figure

TOPICS = (
    ("wins", "Who wins", ("strategy-", "starting-team", "seat-")),
    ("length", "How long games last", ("rounds",)),
    ("ties", "Ties and margins", ("tied", "by-cards", "by-weakest", "shared", "margin", "close")),
    ("nobles", "Nobles", ("nobles", "turned")),
    ("race", "The race", ("lead-changes", "overtaken")),
    ("ends", "Games that nobody wins", ("stalemate", "round-limit", "unfinished")),
)
OVERVIEW = ("starting-team", "seat-1", "rounds", "tied", "margin", "nobles", "unfinished")
HEADS = {
    "starting-team": "starting team",
    "seat-1": "seat 1",
    "tied": "level",
    "margin": "margin",
    "nobles": "nobles",
    "unfinished": "no winner",
}
STAR = "* differs from the base, also after correction for all comparisons of the sweep (Holm, 5%)"


def sweep_report(grid: Grid) -> Report:
    """The whole report; nothing is drawn or written yet."""
    first = grid.runs[0]
    deals = max(run.deals for run in grid.runs)
    games = sum(run.deals * len(run.seatings) for run in grid.runs)
    title = f"Sweep over {' and '.join(grid.names)}: {first.line_up_text}, {first.players} players"
    subtitle = f"{counted(len(grid.points), 'point')}, {counted(games, 'game')}, each point on the same {counted(deals, 'deal')} (seed {first.seed})"
    head, body = overview(grid)
    tables = [Table(tuple(head), tuple(map(tuple, body)), f"{STAR}. Intervals are in the sections below.")]
    if handicaps := of_grid(grid):
        tables.append(played.table(handicaps))
    found = Section("findings", "What moves", tuple(findings(grid)), (), tuple(tables))
    own = ("own", "Your metrics", tuple(metric.id for metric in grid.metrics if not metric.sweep_name))
    topics = (section for topic in (*TOPICS, own) if (section := _section(grid, *topic)))
    sections = (found, *topics, _methods(grid))
    rows = tuple(
        (grid.label(k), run.name, run.id, count(run.deals), str(run.seed), run.state)
        for k, run in enumerate(grid.runs)
    )
    manifest = Table(("Point", "Run", "Id", "Deals", "Seed", "State"), rows)
    return Report(
        title, subtitle, (), sections, manifest, {"format": FORMAT, "title": title, "sweep": as_dict(grid)}
    )


def findings(grid: Grid) -> list[str]:
    """The handicap where one was tried; what moves, a sentence for each measure with a sure difference, and one for the others."""
    moved, still = [], []
    for metric in grid.metrics:
        gaps = [k for k in range(len(grid.points)) if (metric.id, k) in grid.gaps]
        sure = [k for k in gaps if (metric.id, k) in grid.sure]
        if sure:
            least, most = (
                pick(gaps + [grid.base], key=lambda k, m=metric: grid.values[m.id, k].value)
                for pick in (min, max)
            )
            text = f"{metric.title[:1].upper() + metric.title[1:]}: from {_short(metric, grid, least)} ({grid.label(least)}) to {_short(metric, grid, most)} "
            moved.append(
                f"{text}({grid.label(most)}); {differing(len(sure), len(gaps))} from the base for sure."
            )
        elif gaps:
            still.append(metric.title)
    if still:
        moved.append(f"No point differs from the base for sure in: {', '.join(still)}.")
    return played.sentences(of_grid(grid)) + moved


def overview(grid: Grid) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of the table of all points: what is varied, then a few measures; a star marks a sure difference."""
    ids = {metric.id: metric for metric in grid.metrics}
    shown = [ids[key] for key in OVERVIEW if key in ids and not (key == "seat-1" and "starting-team" in ids)]
    head = [*grid.names, *(HEADS.get(metric.id, metric.title) for metric in shown)]
    rows = []
    for number, point in enumerate(grid.points):
        cells = [
            _short(metric, grid, number) + ("*" if (metric.id, number) in grid.sure else "")
            for metric in shown
        ]
        rows.append(
            [
                *(
                    f"{value} (base)" if number == grid.base and not k else value
                    for k, value in enumerate(point)
                ),
                *cells,
            ]
        )
    return head, rows


def _short(metric: Metric, grid: Grid, number: int) -> str:
    value = grid.values.get((metric.id, number))
    if value is None:
        return "-"
    if not value.value:
        return "0%" if metric.is_share else "0"
    return percent(value.value, 2 if value.value < 0.01 else 1) if metric.is_share else plain(value.value)


def _section(grid: Grid, id_: str, title: str, keys: Sequence[str]) -> Section | None:
    mine = [
        metric
        for metric in grid.metrics
        if any(metric.id == key or (key.endswith("-") and metric.id.startswith(key)) for key in keys)
    ]
    if not mine:
        return None
    rows = []
    for metric in mine:
        for number in range(len(grid.points)):
            gap = grid.gaps.get((metric.id, number))
            text = "base" if number == grid.base else gap_text(gap) if gap else "cannot be said"
            sure = "" if number == grid.base else "yes" if (metric.id, number) in grid.sure else "no"
            rows.append(
                (
                    grid.label(number),
                    metric.title,
                    _text(metric, grid.values.get((metric.id, number))),
                    text,
                    sure,
                )
            )
    table = Table(
        ("Setting", "Measure", "Value", f"Difference from {grid.label(grid.base)}", "Sure"), tuple(rows)
    )
    never = [
        metric.title
        for metric in mine
        if not any(grid.values[key].value for key in grid.values if key[0] == metric.id)
    ]
    text = (f"Never, at any point: {', '.join(never)}.",) if never else ()
    return Section(
        id_,
        title,
        text,
        tuple(figure(grid, metric) for metric in mine if metric.title not in never),
        (table,),
    )


def _text(metric: Metric, value: Estimate | None) -> str:
    return share_text(value) if metric.is_share else mean_text(value)


def _methods(grid: Grid) -> Section:
    words = [(metric.title, "1", metric.definition) for metric in grid.metrics]
    words.append(
        (
            "sure",
            "1",
            "Differs from the base with a p value of at most 5% after Holm's correction for all comparisons of the sweep.",
        )
    )
    gains = sorted(one.gain for one in grid.gaps.values() if one.gain)
    worth = (
        f" By measure and point, a shared deal is worth {1 / gains[-1]:.1f} to {1 / gains[0]:.1f} separate ones."
        if gains
        else ""
    )
    apart = any(one.pairing == INDEPENDENT for one in grid.gaps.values())
    paired = (
        "The points have other seeds and count as independent."
        if apart
        else (
            "Every point plays the same deals with the same seed, so differences from the base are taken deal by deal (paired), clustered by deal."
        )
    )
    text = [
        paired + worth,
        "Intervals are 95%, each for itself: of twenty differences that are none, one leaves out zero by chance; 'sure' takes that into account.",
        "Where the tables of cards have other numbers of cards, a deal of the one has not the same order as that of the other, and pairing gains little.",
        "Scripted strategies are not people, and they do not adapt: a change is met with the same way of playing.",
    ]
    if not any(metric.id in ("seat-1", "starting-team") for metric in grid.metrics):
        text.append(
            "Each strategy kept its seat, so seat and strategy cannot be told apart, and no win share by seat is given."
        )
    return Section(
        "methods",
        "Methods, limits and glossary",
        tuple(text),
        (),
        (Table(("Metric", "Version", "Definition"), tuple(words)),),
    )


def _rows(grid: Grid) -> list[tuple]:
    """All numbers, a row for each measure and point: what is varied, then NUMBERS with the base as `before`, then sure."""
    found = []
    for metric in grid.metrics:
        for number, point in enumerate(grid.points):
            gap = grid.gaps.get((metric.id, number))
            alone = bounds(grid.values.get((metric.id, number)))
            row = (
                numbers(gap)
                if gap
                else (metric.title, None, None, None, *alone, None, None, None, None, None, None, None)
            )
            found.append((*point, metric.id, *row, (metric.id, number) in grid.sure))
    return found


def as_csv(grid: Grid) -> str:
    """All numbers of the sweep as one table."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow((*grid.names, "id", *NUMBERS, "sure"))
    writer.writerows(_rows(grid))
    return stream.getvalue()


def as_dict(grid: Grid) -> dict:
    """The sweep as plain values: what is varied, the points, and every number."""
    head = ("id", *NUMBERS, "sure")
    width = len(grid.names)
    return {
        "varied": list(grid.names),
        "base": dict(zip(grid.names, grid.points[grid.base], strict=True)),
        "line_up": list(grid.runs[0].line_up),
        "seed": grid.runs[0].seed,
        "points": [
            {
                "values": dict(zip(grid.names, point, strict=True)),
                "run": run.name,
                "id": run.id,
                "deals": run.deals,
                "rules": run.rules,
            }
            for point, run in zip(grid.points, grid.runs, strict=True)
        ],
        "handicaps": [
            {
                "setting": label,
                "seat": row.name,
                "prestige": row.fair.estimate,
                "low": row.fair.low,
                "high": row.fair.high,
            }
            for label, rows in of_grid(grid)
            for row in rows
        ],
        "results": [
            {
                "point": dict(zip(grid.names, row[:width], strict=True)),
                **dict(zip(head, row[width:], strict=True)),
            }
            for row in _rows(grid)
        ],
    }
