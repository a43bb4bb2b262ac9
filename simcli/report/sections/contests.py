"""Figures and tables of the section on nobles: rivals when a noble comes, and who wins the
contests."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.contests import Contestant
from simcli.analysis.phrases import count, percent, share_text, signed
from simcli.figures import contests, rivals
from simcli.figures.marks import shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Table
from simcli.report.sections.common import (
    INTERVALS,
    WIDE,
    bounds,
    by_setting,
    dot,
    dot_panel,
    empty_panel,
    figure,
    panels,
    sample,
    table,
)

EDGES = {"more": "more than its part", "fewer": "less than its part", "undecided": "not yet known"}


def rivals_figure(answers: Sequence[SettingAnswer]) -> Figure:
    """How many rivals were close when a noble came."""
    known = [answer for answer in answers if answer.contests.contested]
    title, panel = "No noble came in any game", empty_panel("", "no noble came in any game")
    if known:
        title = "Nobles that come while a rival is at most one bonus short: " + by_setting(
            known, lambda answer: percent(answer.contests.contested.value)
        )
        labels = [answer.label for answer in known]
        bars = [[share.value for share in answer.contests.rivals.values()] for answer in known]
        panel = Panel("", partial(rivals.draw, labels=labels, bars=bars), 1.0 + 0.33 * len(bars), WIDE)
    return figure(
        "noble-rivals",
        title,
        "Nobles that came, by the number of seats of other sides that were at most one "
        "bonus short of them at that moment. What a seat had "
        f"in its reserve or could have purchased next does not count. {sample(answers)} "
        "Intervals are in the data file.",
        [panel],
        "setting rivals share low high nobles",
        [
            (answer.label, number, *bounds(share), answer.contests.visits)
            for answer in known
            for number, share in answer.contests.rivals.items()
        ],
        shows="Divided bars by setting: no rival, one, two, three",
    )


def winners_figures(answers: Sequence[SettingAnswer]) -> tuple[Figure, ...]:
    """Who wins the contests: a figure by seat (team), and one by strategy where strategies
    differ."""
    note = "Seats: line-ups in which every strategy sits in every seat equally often."
    sides = _winners("noble-contests", answers, [answer.contests.sides for answer in answers], "seat", note)
    mixed = [answer for answer in answers if answer.contests.strategies]
    if not mixed:
        return (sides,)
    note = (
        "A strategy that wins contests need not win games. Teams are left out: partners "
        "are not each other's rivals."
    )
    groups = [answer.contests.strategies for answer in mixed]
    return sides, _winners("noble-contests-by-strategy", mixed, groups, "strategy", note)


def _winners(
    name: str, answers: Sequence[SettingAnswer], groups: Sequence[Sequence[Contestant]], kind: str, note: str
) -> Figure:
    """`groups`: the contestants of each setting; `kind`: what they are, seats (of which teams are
    made) or strategies."""
    pairs = [(answer, row) for answer, group in zip(answers, groups, strict=True) for row in group]
    shown: dict[str, list[contests.Row]] = {answer.label: [] for answer in answers}
    for answer, row in pairs:
        shown[answer.label].append(
            contests.Row(dot(shortened(row.name), row.won), row.expected, row.verdict != "undecided")
        )
    ends = [end for rows in shown.values() for row in rows for end in (*row.dot.ends, row.expected)]
    room = max(0.01, 0.06 * (max(ends) - min(ends))) if ends else 0.0
    low, high = (max(0.0, min(ends) - room), min(1.0, max(ends) + room)) if ends else (0.0, 1.0)
    return figure(
        name,
        _finding(pairs, kind),
        "Of the contests for a noble that each was in, the share that it won. The bar is "
        "its part if all contestants were equally likely to win. "
        f"Filled: the interval of the difference leaves out 0. {note} {INTERVALS} The "
        f"axis does not start at 0. {sample(answers)}",
        panels(
            answers,
            lambda answer: dot_panel(
                answer.label, shown[answer.label], contests.draw, more=0.2, low=low, high=high
            ),
            "no noble came while a rival was close",
        ),
        "setting kind name contests won low high equal_part edge edge_low edge_high verdict",
        [
            (
                answer.label,
                "team" if kind == "seat" and answer.setting.teams else kind,
                *(row.name, row.contests, *bounds(row.won), row.expected, *bounds(row.edge), row.verdict),
            )
            for answer, row in pairs
        ],
        shows="Dots with whiskers, each beside a bar at its equal part",
    )


def contests_table(answers: Sequence[SettingAnswer]) -> Table:
    """Everybody in the contests."""
    return table(
        (
            "Setting | Who | Contests for nobles it was in | Won | If all contestants were "
            "equally likely | Difference, points | Verdict"
        ),
        [
            (
                *(answer.label, row.name, count(row.contests), share_text(row.won), percent(row.expected)),
                *(_edge(row), EDGES[row.verdict]),
            )
            for answer in answers
            for row in (*answer.contests.sides, *answer.contests.strategies)
        ],
        "With teams the contestants are the teams.",
    )


def _edge(row: Contestant) -> str:
    known = [end for end in (row.edge.low, row.edge.high) if end is not None]
    # A bound that leaves out 0 must not be written as 0.
    digits = 1 if all(abs(100 * end) >= 0.05 for end in known) else 2
    value = signed(100 * row.edge.value, digits)
    if not row.edge.known:
        return f"{value} (one deal: no interval)"
    return f"{value} ({signed(100 * row.edge.low, digits)} to {signed(100 * row.edge.high, digits)})"


def _finding(pairs: Sequence[tuple[SettingAnswer, Contestant]], kind: str) -> str:
    if not pairs:
        return f"Nothing can be said about who wins contests by {kind}"
    settled = [pair for pair in pairs if pair[1].verdict != "undecided"]
    if not settled:
        return f"No {kind} is known to win more or less than its part of the contests for nobles"
    answer, row = max(settled, key=lambda pair: round(abs(pair[1].edge.value), 9))
    name = row.name if kind == "strategy" else row.name[0].lower() + row.name[1:]
    verb = "win" if kind == "seat" and answer.setting.teams else "wins"
    return (
        f"With {answer.label.lower()}, {name} {verb} {share_text(row.won)} of the "
        f"contests for nobles, where {percent(row.expected)} would be "
        "an equal part"
    )
