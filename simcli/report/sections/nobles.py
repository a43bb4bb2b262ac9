"""Section: when the nobles come and what they decide."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.nobles import NobleRow
from simcli.analysis.phrases import count, mean_text, percent, plain, share_text
from simcli.base.words import COLOURS, LETTERS
from simcli.figures import noble_claims, noble_timing, noble_winners
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import contests
from simcli.report.sections.common import (
    NO_WINNER,
    bounds,
    by_setting,
    dot_panel,
    figure,
    panels,
    sample,
    table,
)
from simcli.stats.survival import SurvivalCurve, kaplan_meier

ORDER = ("1st", "2nd", "3rd", "4th", "5th")
NAMES = ("none", "1", "2", "3 or more")
NO_NOBLE = "no noble came in any game"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A game that ends before a noble comes says only that it had not come yet. The "
        "curves take that into account (Kaplan and Meier): they "
        "show when a noble would come if games went on. A noble is contested if it comes "
        "while another player is at most one bonus short of it."
    )
    figures = (
        _timing(answers),
        _winners(answers),
        _claims(answers),
        contests.rivals_figure(answers),
        *contests.winners_figures(answers),
    )
    tables = (_table(answers), _by_strategy(answers), contests.contests_table(answers))
    return Section("nobles", "Nobles", (text,), figures, tables)


def _points(curve: SurvivalCurve) -> list[noble_timing.Point]:
    """Share that has come, up to the last round in which at least 1 in 200 games still ran."""
    floor = max(1, max(curve.at_risk) // 200)
    columns = (curve.times, curve.at_risk, curve.survival, curve.low, curve.high)
    return [
        noble_timing.Point(
            when, 1 - value, None if high is None else 1 - high, None if low is None else 1 - low
        )
        for when, risk, value, low, high in zip(*columns, strict=True)
        if value is not None and risk >= floor
    ]


def _timing(answers: Sequence[SettingAnswer]) -> Figure:
    curves = {
        answer.label: {
            number: points
            for number, curve in enumerate(answer.nobles.nth)
            if curve is not None and (points := _points(curve))
        }
        for answer in answers
    }
    last = max((points[-1].round for mine in curves.values() for points in mine.values()), default=30)

    def panel(answer: SettingAnswer) -> Panel | None:
        mine = {ORDER[number]: points for number, points in curves[answer.label].items()}
        return Panel(answer.label, partial(noble_timing.draw, curves=mine, last=last)) if mine else None

    title = "In most games no noble comes"
    if known := [answer for answer in answers if answer.nobles.half]:
        rounds = by_setting(known, lambda answer: f"{answer.nobles.half}")
        title = f"In half of the games the first noble has come by round {rounds}"
    return figure(
        "noble-timing",
        title,
        "Kaplan-Meier curves of the 1st, 2nd, ... noble of a game; games that end before "
        "it comes count for as long as they lasted. Bands: 95%, "
        f"clustered by deal. {sample(answers)}",
        panels(answers, panel, NO_NOBLE),
        "setting nth_noble round has_come low high",
        [
            (label, number + 1, *point)
            for label, mine in curves.items()
            for number, points in mine.items()
            for point in points
        ],
        shows="Step curves by round",
    )


def _winners(answers: Sequence[SettingAnswer]) -> Figure:
    shares = {
        answer.label: [
            (name, answer.nobles.wins[number], answer.nobles.seats.get(number))
            for number, name in enumerate(NAMES)
            if number in answer.nobles.wins
        ]
        for answer in answers
    }
    every = [(label, *row) for label, rows in shares.items() for row in rows]
    top = max((share.value for row in every for share in row[2:] if share), default=1.0)

    def panel(answer: SettingAnswer) -> Panel | None:
        if not shares[answer.label]:
            return None
        names, wins, seats = zip(*shares[answer.label], strict=True)
        heights = {
            "winners": [share.value for share in wins],
            "seats": [share.value if share else 0.0 for share in seats],
        }
        return Panel(answer.label, partial(noble_winners.draw, names=names, top=top, **heights))

    title = "No game has a winner"
    if known := [answer for answer in answers if answer.nobles.wins]:
        without = by_setting(known, lambda answer: percent(answer.nobles.wins[0].value))
        title = f"Games won without a noble: {without}"
    return figure(
        "winners-by-nobles",
        title,
        (
            "Share of wins (left bars) and of seats (right bars) by number of nobles at the "
            f"end. {sample(answers)} Intervals are in the data file."
        ),
        panels(answers, panel, NO_WINNER),
        "setting nobles share_of_wins low high share_of_seats seats_low seats_high",
        [(label, name, *bounds(wins), *bounds(seats)) for label, name, wins, seats in every],
        shows="Bars by number of nobles for winners and for all seats",
    )


def _claims(answers: Sequence[SettingAnswer]) -> Figure:
    top = max((noble.rate.value for answer in answers for noble in answer.nobles.nobles), default=1.0)
    known = [answer for answer in answers if any(noble.claims for noble in answer.nobles.nobles)]

    def panel(answer: SettingAnswer) -> Panel | None:
        if not any(noble.claims for noble in answer.nobles.nobles):
            return None
        rows = [noble_claims.Row(noble.needs, min(1.0, noble.rate.value)) for noble in answer.nobles.nobles]
        return dot_panel(answer.label, rows, noble_claims.draw, top=min(1.0, top))

    title = "No noble was claimed"
    if known:
        wide = max(
            known, key=lambda answer: answer.nobles.nobles[0].rate.value - answer.nobles.nobles[-1].rate.value
        )
        first, last = wide.nobles.nobles[0], wide.nobles.nobles[-1]
        title = (
            f"With {wide.label.lower()}, {_named(first)} comes in {_rate(first)} of the games "
            f"that offer it, {_named(last)} in {_rate(last)}"
        )
    letters = ", ".join(f"{LETTERS[colour]} {colour}" for colour in COLOURS)
    return figure(
        "noble-claims",
        title,
        "Visits of each noble divided by the number of games that offer it. Which nobles "
        "are offered is drawn at random, so the number of these "
        "games is known on average; rates above 100% are drawn at 100%. Nobles by the "
        f"bonuses they require: {letters}. Names and intervals are "
        f"in the data file. {sample(answers)}",
        panels(answers, panel, NO_NOBLE),
        "setting noble name visits rate low high mean_round",
        [
            (answer.label, noble.id, noble.name, noble.claims, *bounds(noble.rate), noble.mean_round)
            for answer in known
            for noble in answer.nobles.nobles
        ],
        shows="Lines ending in dots, one for each noble, with the colours it requires as letters",
        digits={"mean_round": 3},
    )


def _named(noble: NobleRow) -> str:
    """A noble's name with the letters of the bonuses it requires, which name it in the figure."""
    return f"{noble.name} ({' '.join(LETTERS[colour] for colour in COLOURS if noble.needs.get(colour))})"


def _rate(noble: NobleRow) -> str:
    """How often a noble comes, with its interval; never more than always."""
    rate = noble.rate
    if rate.value < 1:
        return share_text(rate)
    return f"about all (at least {percent(rate.low)})" if rate.known else "about all"


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        nobles = answer.nobles
        shares = (nobles.without, answer.contests.contested, nobles.turned, nobles.part)
        without, contested, turned, part = map(share_text, shares)
        half = f"round {nobles.half}" if nobles.half else "never in half"
        number = f"{mean_text(nobles.a_game)} of {nobles.shown}"
        rows.append((answer.label, number, without, contested, half, turned, part))
    return table(
        (
            "Setting | Nobles per game | Games without | Contested nobles | Half have one by "
            "| Winner changed by nobles | Part of all prestige"
        ),
        rows,
        "Nobles change the winner of a game if its winner would not have the most prestige without them.",
    )


def _by_strategy(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for label, events in answer.nobles.first_events.items():
            censored = answer.nobles.first_censored[label]
            came, seats = int(events.sum()), int(events.sum() + censored.sum())
            middle = _median(events, censored) if came else None
            half = "never in half" if middle is None else f"round {plain(middle, 0)}"
            rows.append((answer.label, label, percent(came / seats if seats else 0.0), half, count(seats)))
    return table(
        "Setting | Strategy | Seats with a noble | Half have one by | Seats",
        rows,
        "When half have one: games that end before count for as long as they lasted, as in the curves.",
    )


def _median(events: np.ndarray, censored: np.ndarray) -> float | None:
    last = int(np.flatnonzero(events + censored).max())
    return kaplan_meier(events[: last + 1], censored[: last + 1]).quantile(0.5).estimate
