"""Section: when the nobles come and what they decide."""

from collections.abc import Sequence

import numpy as np

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.nobles import NobleRow
from simcli.analysis.phrases import mean_text, percent, plain, share_text
from simcli.base.words import COLOURS, LETTERS
from simcli.figures import noble_claims, noble_timing, noble_winners
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import contests
from simcli.report.sections.common import bounds, empty_panel, sample, seats_height, tidy
from simcli.stats.survival import SurvivalCurve, kaplan_meier

ORDER = ("1st", "2nd", "3rd", "4th", "5th")
CENSORED = "When half have one: games that end before count as long as they ran, as in the curves."
NAMES = ("none", "1", "2", "3 or more")


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A game that ends before a noble comes says only that it had not come yet. The curves take that into account "
        "(Kaplan and Meier), so they show when a noble "
        "would come if games went on. A noble is contested if it comes while another is at most one bonus short of it.",
    )
    figures = (
        _timing(answers),
        _winners(answers),
        _claims(answers),
        contests.rivals_figure(answers),
        *contests.winners_figures(answers),
    )
    return Section(
        "nobles", "Nobles", text, figures, (_table(answers), _by_strategy(answers), contests.table(answers))
    )


def _curve(events: np.ndarray, censored: np.ndarray) -> SurvivalCurve | None:
    if not events.sum():
        return None
    last = int(np.flatnonzero(events + censored).max())
    return kaplan_meier(events[: last + 1], censored[: last + 1])


def _points(curve: SurvivalCurve) -> list[tuple[int, float, float | None, float | None]]:
    """(round, share come, low, high) up to the last round in which at least 1 in 200 games still ran."""
    floor = max(1, max(curve.at_risk) // 200)
    found = []
    for when, risk, value, low, high in zip(
        curve.times, curve.at_risk, curve.survival, curve.low, curve.high, strict=True
    ):
        if value is not None and risk >= floor:
            found.append(
                (when, 1 - value, None if high is None else 1 - high, None if low is None else 1 - low)
            )
    return found


def _timing(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, shown = [], [], []
    for answer in answers:
        curves = []
        for number, curve in enumerate(answer.nobles.nth):
            if curve is None or not (points := _points(curve)):
                continue
            curves.append((ORDER[number], *map(list, zip(*points, strict=True))))
            rows += [
                (answer.label, number + 1, when, tidy(value), tidy(low), tidy(high))
                for when, value, low, high in points
            ]
        shown.append(curves)
    last = max((curve[1][-1] for curves in shown for curve in curves), default=30)
    for answer, curves in zip(answers, shown, strict=True):
        if curves:
            panels.append(Panel(answer.label, lambda axis, c=curves: noble_timing.draw(axis, c, last)))
        else:
            panels.append(empty_panel(answer.label, "no noble came in any game"))
    known = [answer for answer in answers if answer.nobles.half]
    title = "In half of the games the first noble has come by round "
    title = (
        title + ", ".join(f"{answer.nobles.half} ({answer.label.lower()})" for answer in known)
        if known
        else "In most games no noble comes"
    )
    caption = (
        f"Kaplan-Meier curves of the 1st, 2nd, ... noble of a game; games that end before count as long as they ran. Bands: 95%, "
        f"clustered by deal. {sample(answers)}"
    )
    alt = "Step curves by round. " + title + "."
    columns = ("setting", "nth_noble", "round", "has_come", "low", "high")
    return Figure("noble-timing", title, caption, alt, tuple(panels), columns, tuple(rows))


def _winners(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        for number, name in enumerate(NAMES):
            if number in answer.nobles.wins:
                rows.append(
                    (
                        answer.label,
                        name,
                        *bounds(answer.nobles.wins[number]),
                        *bounds(answer.nobles.seats.get(number)),
                    )
                )
    top = max((max(row[2], row[5] or 0.0) for row in rows), default=1.0)
    for answer in answers:
        mine = [row for row in rows if row[0] == answer.label]
        if not mine:
            panels.append(empty_panel(answer.label, "no game has a winner"))
            continue
        names, wins, seats = (
            [row[1] for row in mine],
            [row[2] for row in mine],
            [row[5] or 0.0 for row in mine],
        )
        panels.append(
            Panel(answer.label, lambda axis, n=names, w=wins, s=seats: noble_winners.draw(axis, n, w, s, top))
        )
    known = [answer for answer in answers if answer.nobles.wins]
    title = "No game has a winner"
    if known:
        title = "Of the wins, without a noble: " + ", ".join(
            f"{percent(answer.nobles.wins[0].value)} ({answer.label.lower()})" for answer in known
        )
    caption = (
        f"Share of the wins (left bars) and of the seats (right bars) by number of nobles at the end. {sample(answers)} Intervals "
        f"are in the data file."
    )
    alt = "Bars by number of nobles for winners and for all seats. " + title + "."
    columns = (
        "setting",
        "nobles",
        "share_of_wins",
        "low",
        "high",
        "share_of_seats",
        "seats_low",
        "seats_high",
    )
    return Figure("winners-by-nobles", title, caption, alt, tuple(panels), columns, tuple(rows))


def _claims(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    top = min(
        1.0, max((noble.rate.value for answer in answers for noble in answer.nobles.nobles), default=1.0)
    )
    for answer in answers:
        nobles = answer.nobles.nobles
        if not nobles or not any(noble.claims for noble in nobles):
            panels.append(empty_panel(answer.label, "no noble came in any game"))
            continue
        drawn = [(noble.name, noble.needs, min(1.0, noble.rate.value)) for noble in nobles]
        panels.append(
            Panel(
                answer.label, lambda axis, d=drawn: noble_claims.draw(axis, d, top), seats_height(len(drawn))
            )
        )
        rows += [
            (answer.label, noble.id, noble.name, noble.claims, *bounds(noble.rate), tidy(noble.mean_round, 3))
            for noble in nobles
        ]
    known = [answer for answer in answers if any(noble.claims for noble in answer.nobles.nobles)]
    title = "No noble was claimed"
    if known:
        wide = max(
            known, key=lambda answer: answer.nobles.nobles[0].rate.value - answer.nobles.nobles[-1].rate.value
        )
        first, last = wide.nobles.nobles[0], wide.nobles.nobles[-1]
        title = f"With {wide.label.lower()}, {_named(first)} comes in {_rate(first)} of the games that offer it, {_named(last)} in {_rate(last)}"
    letters = ", ".join(f"{LETTERS[colour]} {colour}" for colour in COLOURS)
    caption = (
        f"Visits of each noble over the games that offer it. Which nobles are offered is drawn at random, so the number of these games is known on "
        f"average; what comes out above 100% is drawn at 100%. Nobles by the bonuses they want: {letters}. Names and intervals are in the data "
        f"file. {sample(answers)}"
    )
    alt = "Lines ending in dots, one for each noble, with the colours it needs as letters. " + title + "."
    return Figure(
        "noble-claims",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "noble", "name", "visits", "rate", "low", "high", "mean_round"),
        tuple(rows),
    )


def _named(noble: NobleRow) -> str:
    """A noble's name with the letters of the bonuses it wants, which name it in the figure."""
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
        rows.append(
            (
                answer.label,
                f"{mean_text(nobles.a_game)} of {nobles.shown}",
                share_text(nobles.without),
                share_text(answer.contests.contested),
                f"round {nobles.half}" if nobles.half else "never in half",
                share_text(nobles.turned),
                share_text(nobles.part),
            )
        )
    head = (
        "Setting",
        "Nobles a game",
        "Games without",
        "Contested nobles",
        "Half have one by",
        "Games that nobles turn",
        "Part of all prestige",
    )
    return Table(
        head, tuple(rows), "A game is turned by nobles if its winner had not the most prestige without them."
    )


def _by_strategy(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for label, events in answer.nobles.first_events.items():
            curve = _curve(events, answer.nobles.first_censored[label])
            total = int(events.sum() + answer.nobles.first_censored[label].sum())
            middle = curve.quantile(0.5).estimate if curve else None
            came = events.sum() / total if total else 0.0
            rows.append(
                (
                    answer.label,
                    label,
                    percent(came),
                    f"round {plain(middle, 0)}" if middle is not None else "never in half",
                    f"{total:,}",
                )
            )
    return Table(
        ("Setting", "Strategy", "Seats with a noble", "Half have one by", "Seats"), tuple(rows), CENSORED
    )
