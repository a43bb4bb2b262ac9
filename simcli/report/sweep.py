"""The report of a sweep: what moves, then every metric over the grid with its difference from the
base."""

from collections.abc import Sequence
from typing import NamedTuple

from simcli.analysis.grid import Grid
from simcli.analysis.paired import INDEPENDENT
from simcli.analysis.phrases import count, counted, mean_text, percent, plain, share_text
from simcli.analysis.played import of_grid
from simcli.metrics.metric import Metric
from simcli.report.build import FORMAT
from simcli.report.model import Report, Section, Table
from simcli.report.sections import played
from simcli.report.sections.changes import NUMBERS, gap_text, numbers
from simcli.report.sections.common import bounds, table
from simcli.report.sweep_figures import differing, metric_figure
from simcli.report.write import csv_text

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
    "tied": "tied",
    "margin": "margin",
    "nobles": "nobles",
    "unfinished": "no winner",
}
STAR = "* differs from the base, also after correction for all comparisons of the sweep (Holm, 5%)"
PAIRED = (
    "Every point plays the same deals with the same seed, so differences from the "
    "base are taken deal by deal (paired), clustered by deal."
)
NOTES = (
    (
        "Intervals are 95%, each on its own: of twenty differences that do not exist, "
        "one leaves out zero by chance; 'significant' takes that into account."
    ),
    (
        "Where the tables of cards have different numbers of cards, a deal does not have "
        "the same order in both, and pairing gains little."
    ),
    "Scripted strategies are not people, and they do not adapt: they play on as before under a changed rule.",
)


def sweep_report(grid: Grid) -> Report:
    """The whole report; nothing is drawn or written yet."""
    first = grid.runs[0]
    deals = max(run.deals for run in grid.runs)
    games = sum(run.deals * len(run.seatings) for run in grid.runs)
    title = f"Sweep over {' and '.join(grid.names)}: {first.line_up_text}, {first.players} players"
    subtitle = (
        f"{counted(len(grid.points), 'point')}, {counted(games, 'game')}, each point on "
        f"the same {counted(deals, 'deal')} (seed {first.seed})"
    )
    head, body = overview(grid)
    tables = [Table(tuple(head), tuple(map(tuple, body)), f"{STAR}. Intervals are in the sections below.")]
    if handicaps := of_grid(grid):
        tables.append(played.handicap_table(handicaps))
    summary = Section("findings", "What moves", tuple(findings(grid)), (), tuple(tables))
    own = ("own", "Your metrics", tuple(metric.id for metric in grid.metrics if not metric.sweep_name))
    topics = (section for topic in (*TOPICS, own) if (section := _section(grid, *topic)))
    manifest = table(
        "Point | Run | Id | Deals | Seed | State",
        [
            (grid.label(k), run.name, run.id, count(run.deals), str(run.seed), run.state)
            for k, run in enumerate(grid.runs)
        ],
    )
    numbers_ = {"format": FORMAT, "title": title, "sweep": as_dict(grid)}
    return Report(title, subtitle, (), (summary, *topics, _methods(grid)), manifest, numbers_)


def findings(grid: Grid) -> list[str]:
    """The handicap where one was tried; what moves, a sentence for each metric with a significant
    difference, and one for the others."""
    moved, still = [], []
    for metric in grid.metrics:
        gaps = [k for k in range(len(grid.points)) if (metric.id, k) in grid.gaps]
        differ = sum((metric.id, k) in grid.sure for k in gaps)
        if differ:
            points = sorted([*gaps, grid.base], key=lambda k, id_=metric.id: grid.values[id_, k].value)
            least, most = (f"{_short(metric, grid, k)} ({grid.label(k)})" for k in (points[0], points[-1]))
            name = metric.title[:1].upper() + metric.title[1:]
            moved.append(
                f"{name}: from {least} to {most}; {differing(differ, len(gaps))} significantly from the base."
            )
        elif gaps:
            still.append(metric.title)
    if still:
        moved.append(f"No point differs significantly from the base in: {', '.join(still)}.")
    return played.sentences(of_grid(grid)) + moved


def overview(grid: Grid) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of the table of all points: what is varied, then a few metrics; a star marks a
    significant difference."""
    ids = {metric.id: metric for metric in grid.metrics}
    shown = [ids[key] for key in OVERVIEW if key in ids and not (key == "seat-1" and "starting-team" in ids)]
    head = [*grid.names, *(HEADS.get(metric.id, metric.title) for metric in shown)]
    rows = []
    for number, (first, *others) in enumerate(grid.points):
        stars = ["*" if (metric.id, number) in grid.sure else "" for metric in shown]
        cells = [_short(metric, grid, number) + star for metric, star in zip(shown, stars, strict=True)]
        rows.append([f"{first} (base)" if number == grid.base else first, *others, *cells])
    return head, rows


def _short(metric: Metric, grid: Grid, number: int) -> str:
    estimate = grid.values.get((metric.id, number))
    if estimate is None:
        return "-"
    share = metric.is_share
    if not estimate.value:
        return "0%" if share else "0"
    return percent(estimate.value, 2 if estimate.value < 0.01 else 1) if share else plain(estimate.value)


def _section(grid: Grid, id_: str, title: str, keys: Sequence[str]) -> Section | None:
    """The metrics whose id is one of `keys`, or begins with one that ends in a hyphen."""
    starts = tuple(key for key in keys if key.endswith("-"))
    mine = [metric for metric in grid.metrics if metric.id in keys or metric.id.startswith(starts)]
    if not mine:
        return None
    rows = []
    for metric in mine:
        for number in range(len(grid.points)):
            key = (metric.id, number)
            gap = gap_text(grid.gaps[key]) if key in grid.gaps else "unknown"
            known = "yes" if key in grid.sure else "no"
            difference = ("base", "") if number == grid.base else (gap, known)
            write = share_text if metric.is_share else mean_text
            rows.append((grid.label(number), metric.title, write(grid.values.get(key)), *difference))
    listing = table(
        f"Setting | Measure | Value | Difference from {grid.label(grid.base)} | Significant", rows
    )
    moving = [
        metric
        for metric in mine
        if any(estimate.value for (id_, _), estimate in grid.values.items() if id_ == metric.id)
    ]
    never = ", ".join(metric.title for metric in mine if metric not in moving)
    figures = tuple(metric_figure(grid, metric) for metric in moving)
    return Section(id_, title, (f"Never, at any point: {never}.",) if never else (), figures, (listing,))


def _methods(grid: Grid) -> Section:
    gains = sorted(gap.gain for gap in grid.gaps.values() if gap.gain)
    apart = any(gap.pairing == INDEPENDENT for gap in grid.gaps.values())
    paired = "The points have different seeds and count as independent." if apart else PAIRED
    if gains:
        paired += (
            f" By measure and point, a shared deal is worth {1 / gains[-1]:.1f} to "
            f"{1 / gains[0]:.1f} separate ones."
        )
    text = [paired, *NOTES]
    if not any(metric.id in ("seat-1", "starting-team") for metric in grid.metrics):
        text.append(
            "Each strategy kept its seat, so seat and strategy cannot be told apart, and no "
            "win share by seat is given."
        )
    meaning = (
        "Differs from the base with a p value of at most 5% after Holm's correction for "
        "all comparisons of the sweep."
    )
    words = [(metric.title, "1", metric.definition) for metric in grid.metrics]
    glossary = table("Metric | Version | Definition", [*words, ("significant", "1", meaning)])
    return Section("methods", "Methods, limits and glossary", tuple(text), (), (glossary,))


class Result(NamedTuple):
    """All that is known of a metric at a point. `numbers`: under the heads NUMBERS, with the base
    as `before`."""

    point: tuple[str, ...]
    id: str
    numbers: tuple
    sure: bool


def _results(grid: Grid) -> list[Result]:
    results = []
    for metric in grid.metrics:
        for number, point in enumerate(grid.points):
            key = (metric.id, number)
            if key in grid.gaps:
                row = numbers(grid.gaps[key])
            else:
                row = (metric.title, *(None,) * 3, *bounds(grid.values.get(key)), *(None,) * 7)
            results.append(Result(point, metric.id, row, key in grid.sure))
    return results


def as_csv(grid: Grid) -> str:
    """All numbers of the sweep as one table."""
    head = (*grid.names, "id", *NUMBERS.split(), "sure")
    return csv_text(head, ((*row.point, row.id, *row.numbers, row.sure) for row in _results(grid)))


def as_dict(grid: Grid) -> dict:
    """The sweep as plain values: what is varied, the points, and every number."""

    def values(point: Sequence[str]) -> dict[str, str]:
        return dict(zip(grid.names, point, strict=True))

    return {
        "varied": list(grid.names),
        "base": values(grid.points[grid.base]),
        "line_up": list(grid.runs[0].line_up),
        "seed": grid.runs[0].seed,
        "points": [
            {"values": values(point), "run": run.name, "id": run.id, "deals": run.deals, "rules": run.rules}
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
                "point": values(row.point),
                "id": row.id,
                **dict(zip(NUMBERS.split(), row.numbers, strict=True)),
                "sure": row.sure,
            }
            for row in _results(grid)
        ],
    }
