"""Section: strategies against each other."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, counted, listed, mean_text, percent, share_text
from simcli.figures import ratings, strategy_index, win_matrix
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, empty_panel, row_of, seats_height, tidy

ALONE = "no run has two different strategies"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "The win index is a strategy's wins over what would be fair for the seats it held: 1 is par with any number of "
        "players. The matrix sets two strategies "
        "against each other: of the wins that go to one of the two, how many go to the row. Line-ups with one strategy only are left out.",
    )
    if all(answer.strategies.mirror_only for answer in answers):
        return Section(
            "strategies",
            "Strategies",
            ("Every run has one strategy in all seats, so strategies cannot be compared.",),
        )
    return Section(
        "strategies",
        "Strategies",
        text,
        (_index(answers), _matrix(answers), _ratings(answers)),
        (_table(answers), _lone(answers)),
        _circles(answers),
    )


def _index(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    ends = [
        bound
        for answer in answers
        for row in answer.strategies.rows
        for bound in (row.index.value, row.index.high)
        if bound is not None
    ]
    reach = 1.12 * max([1.5, *ends])
    for answer in answers:
        if not answer.strategies.rows:
            panels.append(empty_panel(answer.label, ALONE))
            continue
        dots = [row_of(row.label, row.index) for row in answer.strategies.rows]
        panels.append(
            Panel(
                answer.label,
                lambda axis, d=dots: strategy_index.draw(axis, d, reach),
                seats_height(len(dots)),
                4.2,
            )
        )
        rows += [
            (answer.label, row.label, *bounds(row.index), row.index.deals) for row in answer.strategies.rows
        ]
    known = [answer for answer in answers if answer.strategies.rows]
    firsts = [(answer.strategies.rows[0], answer.label.lower()) for answer in known]
    best = "; ".join(f"{first.label}, {mean_text(first.index)} with {label}" for first, label in firsts)
    title = f"Highest win index: {best}"
    caption = (
        f"Wins over fair wins, mixed line-ups only, each strategy in every seat of every deal. {INTERVALS} Deals by "
        f"strategy are in the data file."
    )
    alt = "Dots with whiskers by strategy. " + title + "."
    return Figure(
        "strategy-index",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "strategy", "index", "low", "high", "deals"),
        tuple(rows),
    )


def _matrix(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, decisive, pairs = [], [], 0, 0
    for answer in answers:
        strategies = answer.strategies
        if not strategies.matrix:
            panels.append(empty_panel(answer.label, ALONE))
            continue
        values, sure = [], []
        for one in strategies.labels:
            found = [strategies.matrix.get((one, two)) for two in strategies.labels]
            values.append([None if value is None else value.value for value in found])
            sure.append(
                [value is not None and value.known and not value.low <= 0.5 <= value.high for value in found]
            )
        size = len(strategies.labels)
        panels.append(
            Panel(
                answer.label,
                lambda axis, n=strategies.labels, v=values, s=sure: win_matrix.draw(axis, n, v, s),
                height=1.5 + 0.34 * size,
                width=max(4.2, 2.0 + 0.42 * size),
            )
        )
        for (one, two), value in strategies.matrix.items():
            rows.append((answer.label, one, two, *bounds(value), value.deals))
            pairs += one < two
            decisive += one < two and value.known and not value.low <= 0.5 <= value.high
    title = f"{decisive} of {counted(pairs, 'pairing')} {'is' if decisive == 1 else 'are'} settled: the interval leaves out one half"
    caption = (
        "Of the wins that go to row or column, the row's part in %, per seat held; orange: more than half. Hatched: the 95% interval, clustered by "
        "deal, spans one half, or the two never met. Intervals are in the data file."
    )
    alt = f"Matrix of strategies. {title}. The numbers are in the data file."
    return Figure(
        "strategy-matrix",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "row", "column", "share", "low", "high", "deals"),
        tuple(rows),
    )


def _ratings(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, ends = [], [], [50.0]
    for answer in answers:
        held = answer.strategies.strengths
        named = [("strategy", label, value) for label, value in held.strategies]
        named += [("seat", f"Seat {seat}", value) for seat, value in enumerate(held.seats, start=1)]
        for kind, name, value in named:
            if value.estimate is not None:
                rows.append(
                    (
                        answer.label,
                        kind,
                        name,
                        tidy(value.estimate, 3),
                        tidy(value.low, 3),
                        tidy(value.high, 3),
                        value.n,
                    )
                )
                ends += [abs(bound) for bound in (value.estimate, value.low, value.high) if bound is not None]
    reach = 1.1 * max(ends)
    for answer in answers:
        mine = [row[2:6] for row in rows if row[0] == answer.label]
        if not mine:
            panels.append(
                empty_panel(
                    answer.label,
                    answer.strategies.strengths.why or "nobody can be rated: one side wins every game",
                )
            )
            continue
        panels.append(
            Panel(
                answer.label, lambda axis, d=mine: ratings.draw(axis, d, reach), seats_height(len(mine)), 4.2
            )
        )
    best = [row for row in rows if row[1] == "seat"]
    title = "Nobody can be rated"
    if best:
        widest, span = _span(rows)
        title = f"With {widest.lower()}, strategies span {span:.0f} Elo; {_seat(best, widest)}"
    unrated = [
        f"{label} ({answer.label.lower()})"
        for answer in answers
        for label, value in answer.strategies.strengths.strategies
        if value.estimate is None
    ]
    caption = (
        "Strategies and seats in one model of who wins (conditional logit), all line-ups of a setting; Elo about an average of 0. "
        f"{f'Not rated, because they win all or nothing: {listed(unrated)}. ' if unrated else ''}{INTERVALS} Deals are in the data file."
    )
    alt = "Dots with whiskers for strategies and seats. " + title + "."
    columns = ("setting", "kind", "name", "elo", "low", "high", "deals")
    return Figure("ratings", title, caption, alt, tuple(panels), columns, tuple(rows))


def _span(rows: Sequence[tuple]) -> tuple[str, float]:
    """The setting where strategies lie furthest apart, and how far; rows: (setting, kind, name, elo, ...)."""
    spans = {}
    for label in dict.fromkeys(row[0] for row in rows):
        values = [row[3] for row in rows if row[0] == label and row[1] == "strategy"]
        spans[label] = max(values) - min(values) if values else 0.0
    widest = max(spans, key=spans.get)
    return widest, spans[widest]


def _seat(rows: Sequence[tuple], named: str) -> str:
    """The seat furthest from the average, of those whose interval leaves it out; rows: (setting, kind, name, elo, low, high, ...). `named`: the
    setting that the sentence is about already.
    """
    sure = [row for row in rows if row[4] is not None and not row[4] <= 0 <= row[5]]
    if not sure:
        return "no seat is known to matter"
    far = max(sure, key=lambda row: abs(row[3]))
    where = "" if far[0] == named else f" with {far[0].lower()}"
    return f"the seat that matters most is {far[2].lower()}{where}: {far[3]:+.0f} ({far[4]:+.0f} to {far[5]:+.0f})"


def _circles(answers: Sequence[SettingAnswer]) -> tuple[str, ...]:
    notes = []
    for answer in answers:
        held = answer.strategies.strengths
        if held.cycles:
            circles = "; ".join(" beats ".join((*cycle, cycle[0])) for cycle in held.cycles[:3])
            notes.append(f"{answer.label}: no ranking holds, there are circles: {circles}.")
        elif held.cyclic is not None:
            notes.append(
                f"{answer.label}: no circle of three is settled; {percent(held.cyclic)} of the differences in strength are circular, so that no "
                f"ranking holds them."
            )
    return tuple(notes)


def _lone(answers: Sequence[SettingAnswer]) -> Table:
    rows, apart = [], []
    for answer in answers:
        by_pair = {(row.one, row.field): row for row in answer.strategies.lone}
        for (one, field), row in by_pair.items():
            back = by_pair.get((field, one))
            both = "-" if back is None else "not yet known"
            if back is not None and "undecided" not in (row.verdict, back.verdict):
                both = "yes" if row.verdict != back.verdict else "no"
                apart += (
                    [f"{one} and {field} ({answer.label.lower()})"] if both == "no" and one < field else []
                )
            index = f"{row.share.value / row.fair:.2f}"
            rows.append(
                (answer.label, one, field, share_text(row.share), percent(row.fair), index, row.verdict, both)
            )
    head = (
        "Setting",
        "One of",
        "in a field of",
        "Share of wins",
        "Par",
        "Index",
        "The one is",
        "The other way round agrees",
    )
    note = "Alone among others and one of the many are two questions; where the answers differ, strength depends on the company."
    return Table(head, tuple(rows), note + (f" They differ for {', '.join(apart)}." if apart else ""))


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for row in answer.strategies.rows:
            worst = min(
                ((value, two) for (one, two), value in answer.strategies.matrix.items() if one == row.label),
                key=lambda pair: (pair[0].value, pair[1]),
                default=None,
            )
            hardest = f"{worst[1]}: {share_text(worst[0])}" if worst else "-"
            rows.append(
                (
                    answer.label,
                    row.label,
                    mean_text(row.index),
                    percent(row.index.value / answer.setting.players),
                    hardest,
                    count(row.index.deals),
                )
            )
    head = ("Setting", "Strategy", "Win index", "Share of wins a seat", "Hardest opponent", "Deals")
    return Table(head, tuple(rows))
