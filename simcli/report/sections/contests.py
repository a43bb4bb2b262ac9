"""Figures and tables of the section on nobles: rivals when a noble comes, and who wins the contests."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.contests import Contestant
from simcli.analysis.phrases import count, percent, share_text, signed
from simcli.figures import contests, rivals
from simcli.figures.marks import shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Table
from simcli.report.sections.common import INTERVALS, bounds, empty_panel, sample, seats_height, tidy

NOBODY = "no noble came while a rival was close"
EDGES = {"more": "more than its part", "fewer": "less than its part", "undecided": "not yet known"}


def rivals_figure(answers: Sequence[SettingAnswer]) -> Figure:
    """How many rivals were close when a noble came."""
    known = [answer for answer in answers if answer.contests.contested]
    rows = [
        (answer.label, number, *bounds(value), answer.contests.visits)
        for answer in known
        for number, value in answer.contests.rivals.items()
    ]
    bars = [(answer.label, [value.value for value in answer.contests.rivals.values()]) for answer in known]
    title = "No noble came in any game"
    if known:
        title = "Nobles that come while a rival is at most one bonus short: " + ", ".join(
            f"{percent(answer.contests.contested.value)} ({answer.label.lower()})" for answer in known
        )
    panel = (
        Panel("", lambda axis: rivals.draw(axis, bars), 1.0 + 0.33 * len(bars), 4.2)
        if bars
        else empty_panel("", "no noble came in any game")
    )
    caption = (
        f"Nobles that came, by how many seats of other sides were at most one bonus short of them at that moment. What a seat had in its "
        f"reserve or could have purchased next does not count. {sample(answers)} Intervals are in the data file."
    )
    alt = "Bars of parts by setting: no rival, one, two, three. " + title + "."
    return Figure(
        "noble-rivals",
        title,
        caption,
        alt,
        (panel,),
        ("setting", "rivals", "share", "low", "high", "nobles"),
        tuple(rows),
    )


def winners_figures(answers: Sequence[SettingAnswer]) -> tuple[Figure, ...]:
    """Who wins the contests: a figure by seat (team), and one by strategy where strategies differ."""
    sides = _winners(
        "noble-contests",
        answers,
        [answer.contests.sides for answer in answers],
        ("seat", "team"),
        "Seats: line-ups in which every strategy sits in every seat as often.",
    )
    mixed = [answer for answer in answers if answer.contests.strategies]
    if not mixed:
        return (sides,)
    note = "A strategy that wins contests need not win games. Not for teams, whose members are not each other's rivals."
    return sides, _winners(
        "noble-contests-by-strategy",
        mixed,
        [answer.contests.strategies for answer in mixed],
        ("strategy",) * 2,
        note,
    )


def _winners(
    name: str,
    answers: Sequence[SettingAnswer],
    groups: Sequence[Sequence[Contestant]],
    kinds: tuple[str, str],
    note: str,
) -> Figure:
    """`groups`: the contestants of each setting; `kinds`: what they are, without and with teams."""
    every = [row for group in groups for row in group]
    ends = [
        bound
        for row in every
        for bound in (row.won.value, row.won.low, row.won.high, row.expected)
        if bound is not None
    ]
    room = max(0.01, 0.06 * (max(ends) - min(ends))) if ends else 0.0
    low, high = (max(0.0, min(ends) - room), min(1.0, max(ends) + room)) if ends else (0.0, 1.0)
    panels, rows = [], []
    for answer, group in zip(answers, groups, strict=True):
        if not group:
            panels.append(empty_panel(answer.label, NOBODY))
            continue
        dots = [
            (
                shortened(row.name),
                row.won.value,
                row.won.low,
                row.won.high,
                row.expected,
                row.verdict != "undecided",
            )
            for row in group
        ]
        panels.append(
            Panel(
                answer.label,
                lambda axis, d=dots: contests.draw(axis, d, low, high),
                seats_height(len(dots)) + 0.2,
            )
        )
        kind = kinds[answer.setting.teams]
        rows += [
            (
                answer.label,
                kind,
                row.name,
                row.contests,
                *bounds(row.won),
                tidy(row.expected),
                *bounds(row.edge),
                row.verdict,
            )
            for row in group
        ]
    title = _finding(answers, groups, kinds[0])
    caption = (
        f"Of the contests for a noble that each was in, the share that it won. The bar is its part if all contestants of a contest were equally "
        f"likely. Filled: the interval of the difference leaves out 0. {note} {INTERVALS} The axis does not start at 0. {sample(answers)}"
    )
    alt = "Dots with whiskers, each beside a bar at its equal part. " + title + "."
    columns = (
        "setting",
        "kind",
        "name",
        "contests",
        "won",
        "low",
        "high",
        "equal_part",
        "edge",
        "edge_low",
        "edge_high",
        "verdict",
    )
    return Figure(name, title, caption, alt, tuple(panels), columns, tuple(rows))


def table(answers: Sequence[SettingAnswer]) -> Table:
    """Everybody in the contests."""
    rows = []
    for answer in answers:
        for row in _rows(answer):
            rows.append(
                (
                    answer.label,
                    row.name,
                    count(row.contests),
                    share_text(row.won),
                    percent(row.expected),
                    _edge(row),
                    EDGES[row.verdict],
                )
            )
    head = (
        "Setting",
        "Who",
        "Contests for nobles it was in",
        "Won",
        "If all contestants were equally likely",
        "Difference, points",
        "Verdict",
    )
    return Table(head, tuple(rows), "With teams the contestants are the teams.")


def _rows(answer: SettingAnswer) -> tuple[Contestant, ...]:
    return answer.contests.sides + answer.contests.strategies


def _edge(row: Contestant) -> str:
    bounds_of = [bound for bound in (row.edge.low, row.edge.high) if bound is not None]
    # A bound that leaves out 0 must not be written as 0.
    digits = 1 if all(abs(100 * bound) >= 0.05 for bound in bounds_of) else 2
    value, low, high = (
        None if bound is None else signed(100 * bound, digits)
        for bound in (row.edge.value, row.edge.low, row.edge.high)
    )
    return f"{value} ({low} to {high})" if row.edge.known else f"{value} (one deal: no interval)"


def _finding(answers: Sequence[SettingAnswer], groups: Sequence[Sequence[Contestant]], kind: str) -> str:
    every = [(answer, row) for answer, group in zip(answers, groups, strict=True) for row in group]
    if not every:
        return f"Nothing can be said about who wins contests by {kind}"
    sure = [pair for pair in every if pair[1].verdict != "undecided"]
    if not sure:
        return f"No {kind} is known to win more or less than its part of the contests for nobles"
    answer, row = max(sure, key=lambda pair: round(abs(pair[1].edge.value), 9))
    name, verb = (
        (row.name, "wins")
        if kind == "strategy"
        else (row.name[0].lower() + row.name[1:], "win" if answer.setting.teams else "wins")
    )
    return (
        f"With {answer.label.lower()}, {name} {verb} {share_text(row.won)} of the contests for nobles, where {percent(row.expected)} would be "
        f"an equal part"
    )
