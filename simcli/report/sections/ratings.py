"""Figure of the section on strategies: strategies and seats rated in one model."""

from collections.abc import Sequence
from typing import NamedTuple

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import listed
from simcli.figures import ratings
from simcli.figures.marks import Dot
from simcli.report.model import Figure
from simcli.report.sections.common import INTERVALS, WIDE, dot_panel, figure, panels


class Rated(NamedTuple):
    """A strategy or seat of a setting with its Elo; `deals`: how many it was rated on."""

    setting: str
    kind: str
    elo: Dot
    deals: int


def ratings_figure(answers: Sequence[SettingAnswer]) -> Figure:
    """Strategies and seats in Elo, with intervals."""
    rated, unrated = [], []
    for answer in answers:
        strengths = answer.strategies.strengths
        named = [("strategy", name, elo) for name, elo in strengths.strategies]
        named += [("seat", f"Seat {seat}", elo) for seat, elo in enumerate(strengths.seats, start=1)]
        for kind, name, elo in named:
            if elo.estimate is not None:
                dot = Dot(name, elo.estimate, elo.low, elo.high)
                rated.append(Rated(answer.label, kind, dot, elo.n))
            elif kind == "strategy":
                unrated.append(f"{name} ({answer.label.lower()})")
    dots = {answer.label: [row.elo for row in rated if row.setting == answer.label] for answer in answers}
    reach = 1.1 * max([50.0, *(abs(end) for row in rated for end in row.elo.ends)])
    without = f"Not rated, because they win all or nothing: {listed(unrated)}. " if unrated else ""
    return figure(
        "ratings",
        _finding(rated),
        "Strategies and seats in one model of who wins (conditional logit), all line-ups "
        "of a setting; Elo relative to an average of 0. "
        f"{without}{INTERVALS} Deals are in the data file.",
        panels(
            answers,
            lambda answer: dot_panel(answer.label, dots[answer.label], ratings.draw, WIDE, reach=reach),
            lambda answer: answer.strategies.strengths.why or "nobody can be rated: one side wins every game",
        ),
        "setting kind name elo low high deals",
        [(row.setting, row.kind, *row.elo, row.deals) for row in rated],
        shows="Dots with whiskers for strategies and seats",
        digits=dict.fromkeys(("elo", "low", "high"), 3),
    )


def _finding(rated: Sequence[Rated]) -> str:
    """How far apart strategies lie where they lie furthest apart, and the seat that matters most,
    if one is known to."""
    seats = [row for row in rated if row.kind == "seat"]
    if not seats:
        return "Nobody can be rated"
    spans = {}
    for label in dict.fromkeys(row.setting for row in rated):
        values = [row.elo.value for row in rated if (row.setting, row.kind) == (label, "strategy")]
        spans[label] = max(values) - min(values) if values else 0.0
    widest = max(spans, key=spans.get)
    title = f"With {widest.lower()}, strategies span {spans[widest]:.0f} Elo; "
    known = [row for row in seats if row.elo.low is not None and not row.elo.low <= 0 <= row.elo.high]
    if not known:
        return f"{title}no seat is known to matter"
    most = max(known, key=lambda row: abs(row.elo.value))
    name, value, low, high = most.elo
    where = "" if most.setting == widest else f" with {most.setting.lower()}"
    return (
        f"{title}the seat that matters most is {name.lower()}{where}: {value:+.0f} "
        f"({low:+.0f} to {high:+.0f})"
    )
