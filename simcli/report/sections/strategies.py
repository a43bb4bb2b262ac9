"""Section: strategies against each other."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, counted, mean_text, percent, share_text
from simcli.analysis.sums import Estimate
from simcli.figures import strategy_index, win_matrix
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, WIDE, bounds, dot, dot_panel, figure, panels, table
from simcli.report.sections.ratings import ratings_figure

ALONE = "no run has two different strategies"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    title = "Strategies"
    if all(answer.strategies.mirror_only for answer in answers):
        why = "Every run has one strategy in all seats, so strategies cannot be compared."
        return Section("strategies", title, (why,))
    text = (
        "The win index is a strategy's wins divided by what would be fair for the seats "
        "it held: 1 is par with any number of players. The matrix "
        "sets two strategies against each other: of the wins that go to one of the two, "
        "how many go to the row. Line-ups with one strategy "
        "only are left out."
    )
    figures, tables = (
        (_index(answers), _matrix(answers), ratings_figure(answers)),
        (_table(answers), _lone(answers)),
    )
    return Section("strategies", title, (text,), figures, tables, _circles(answers))


def _index(answers: Sequence[SettingAnswer]) -> Figure:
    dots = {answer.label: [dot(row.label, row.index) for row in answer.strategies.rows] for answer in answers}
    reach = 1.12 * max([1.5, *(end for rows in dots.values() for row in rows for end in row.ends)])
    best = "; ".join(
        (
            f"{answer.strategies.rows[0].label}, {mean_text(answer.strategies.rows[0].index)} "
            f"with {answer.label.lower()}"
        )
        for answer in answers
        if answer.strategies.rows
    )
    return figure(
        "strategy-index",
        f"Highest win index: {best}",
        "Wins divided by fair wins, mixed line-ups only, each strategy in every seat of "
        f"every deal. {INTERVALS} Deals by strategy are in the "
        "data file.",
        panels(
            answers,
            lambda answer: dot_panel(
                answer.label, dots[answer.label], strategy_index.draw, WIDE, reach=reach
            ),
            ALONE,
        ),
        "setting strategy index low high deals",
        [
            (answer.label, row.label, *bounds(row.index), row.index.deals)
            for answer in answers
            for row in answer.strategies.rows
        ],
        shows="Dots with whiskers by strategy",
    )


def _settled(share: Estimate | None) -> bool:
    return share is not None and share.known and not share.low <= 0.5 <= share.high


def _matrix(answers: Sequence[SettingAnswer]) -> Figure:
    def panel(answer: SettingAnswer) -> Panel | None:
        names, matrix = answer.strategies.labels, answer.strategies.matrix
        if not matrix:
            return None
        shares = [[matrix.get((row, column)) for column in names] for row in names]
        draw = partial(
            win_matrix.draw,
            labels=names,
            values=[[share and share.value for share in line] for line in shares],
            settled=[list(map(_settled, line)) for line in shares],
        )
        return Panel(answer.label, draw, 1.5 + 0.34 * len(names), max(WIDE, 2.0 + 0.42 * len(names)))

    rows = [
        (answer.label, first, second, share)
        for answer in answers
        for (first, second), share in answer.strategies.matrix.items()
    ]
    pairs = [share for _, first, second, share in rows if first < second]
    settled = sum(map(_settled, pairs))
    title = (
        f"{settled} of {counted(len(pairs), 'pairing')} {'is' if settled == 1 else 'are'} "
        "settled: the interval leaves out one half"
    )
    return figure(
        "strategy-matrix",
        title,
        "Of the wins that go to row or column, the row's part in %, per seat held; "
        "orange: more than half. Hatched: the 95% interval, clustered "
        "by deal, spans one half, or the two never met. Intervals are in the data file.",
        panels(answers, panel, ALONE),
        "setting row column share low high deals",
        [(label, first, second, *bounds(share), share.deals) for label, first, second, share in rows],
        shows="Matrix of strategies",
        details=f"{title}. The numbers are in the data file.",
    )


def _circles(answers: Sequence[SettingAnswer]) -> tuple[str, ...]:
    notes = []
    for answer in answers:
        strengths = answer.strategies.strengths
        if strengths.cycles:
            circles = "; ".join(" beats ".join((*cycle, cycle[0])) for cycle in strengths.cycles[:3])
            notes.append(f"{answer.label}: no ranking holds, because there are circles: {circles}.")
        elif strengths.cyclic is not None:
            notes.append(
                f"{answer.label}: no circle of three is settled; {percent(strengths.cyclic)} of "
                "the differences in strength are circular, so "
                "that no ranking explains them."
            )
    return tuple(notes)


def _lone(answers: Sequence[SettingAnswer]) -> Table:
    rows, apart = [], []
    for answer in answers:
        by_pair = {(row.one, row.field): row for row in answer.strategies.lone}
        for (first, field), row in by_pair.items():
            back = by_pair.get((field, first))
            agrees = "-" if back is None else "not yet known"
            if back is not None and "undecided" not in (row.verdict, back.verdict):
                agrees = "yes" if row.verdict != back.verdict else "no"
                if agrees == "no" and first < field:
                    apart.append(f"{first} and {field} ({answer.label.lower()})")
            numbers = (share_text(row.share), percent(row.fair), f"{row.share.value / row.fair:.2f}")
            rows.append((answer.label, first, field, *numbers, row.verdict, agrees))
    note = (
        "Alone among others and one of the many are two questions; where the answers "
        "differ, strength depends on the company."
    )
    if apart:
        note += f" They differ for {', '.join(apart)}."
    return table(
        (
            "Setting | One of | in a field of | Share of wins | Par | Index | The one is | "
            "The other way round agrees"
        ),
        rows,
        note,
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for row in answer.strategies.rows:
            shares = [
                (share, second)
                for (first, second), share in answer.strategies.matrix.items()
                if first == row.label
            ]
            hardest = "-"
            if shares:
                share, opponent = min(shares, key=lambda pair: (pair[0].value, pair[1]))
                hardest = f"{opponent}: {share_text(share)}"
            a_seat = percent(row.index.value / answer.setting.players)
            rows.append(
                (answer.label, row.label, mean_text(row.index), a_seat, hardest, count(row.index.deals))
            )
    return table("Setting | Strategy | Win index | Share of wins per seat | Hardest opponent | Deals", rows)
