"""Contests for nobles: how often others were at most one bonus short of a noble when it came, and
who wins them.

The contestants of a noble are the side that it came to and the sides of its rivals. Whoever gets
it, the same sides are counted: if all of them were equally likely to, each would win one over their
number, and what it wins beyond is its edge."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simcli.metrics.metric import MEAN, VISIT, Metric
from simcli.metrics.setup import EVERY, Setup, added, any_of

MOST_RIVALS = 3
CONTESTED = pl.col("rivals").list.len() > 0
WON = "Of the contests for nobles that it was in, the share that it won."
EDGE = (
    "The share of its contests that it won less the share it would win if all "
    "contestants were equally likely."
)


@dataclass(frozen=True)
class _Part:
    """What one side or strategy has of a visit: it is in the contest, it gets the noble (counts,
    for strategies with several places)."""

    present: pl.Expr
    owner: pl.Expr


def metrics(setup: Setup) -> list[Metric]:
    """Contested visits, visits by number of rivals, and the contests of each side."""
    found = [
        Metric(
            "noble_contested_rate",
            "nobles that come while another is at most one bonus short of them",
            "Visits of nobles at which a seat of another side was at most one bonus short of the noble.",
            CONTESTED,
            EVERY,
            level=VISIT,
        )
    ]
    for number in range(MOST_RIVALS + 1):
        found.append(
            Metric(
                f"noble_rivals{number}_rate",
                f"nobles that come with {number} rival{'' if number == 1 else 's'}",
                (
                    "Visits of nobles at which so many seats of other sides were at most one "
                    "bonus short of the noble."
                ),
                pl.col("rivals").list.len() == number,
                EVERY,
                level=VISIT,
            )
        )
    parts = _sides(setup)
    contestants = added([part.present for part in parts])
    for number, part in enumerate(parts, 1):
        prefix, name = ("team", f"team {number}") if setup.team_of else ("seat", f"seat {number}")
        found += _contests(f"{prefix}{number}", name, part, contestants, about_seats=True)
    return found


def strategy_metrics(setup: Setup, labels: Sequence[str]) -> list[Metric]:
    """The contests of each strategy: none with teams, whose members are not each other's rivals,
    and none where one strategy sits in every seat."""
    if setup.team_of or len(set(setup.line_up)) == 1:
        return []
    found = []
    contestants = added([part.present for part in _sides(setup)])
    for number, label, places in setup.places_of(labels):
        by_place = [_of_place(setup, place) for place in places]
        part = _Part(added([one.present for one in by_place]), added([one.owner for one in by_place]))
        found += _contests(f"strategy{number}", label, part, contestants)
    return found


def _of_place(setup: Setup, place: int) -> _Part:
    """The part of one place of the line-up, whose seat depends on the seating."""
    here = [
        (pl.col("seating") == number, seating[place - 1]) for number, seating in enumerate(setup.seatings)
    ]
    owner = any_of([seated & (pl.col("seat") == seat) for seated, seat in here])
    rival = any_of([seated & _rival(seat) for seated, seat in here])
    return _Part(owner | rival, owner)


def _rival(seat: int) -> pl.Expr:
    return pl.col(f"rival:{seat}")


def _sides(setup: Setup) -> list[_Part]:
    owner = setup.side_of_seat(pl.col("seat"))
    rival = [any_of([_rival(seat) for seat in side]) for side in setup.sides]
    return [_Part(owns | near, owns) for owns, near in zip(owner, rival, strict=True)]


def _contests(
    prefix: str, name: str, part: _Part, contestants: pl.Expr, about_seats: bool = False
) -> list[Metric]:
    inside = pl.when(CONTESTED).then(part.present)
    won = pl.when(CONTESTED).then(part.owner)
    expected = pl.when(CONTESTED).then(part.present / contestants)
    return [
        Metric(
            f"{prefix}_contest_win_rate",
            f"share of its contests for nobles that {name} wins",
            WON,
            won,
            inside,
            level=VISIT,
            about_seats=about_seats,
        ),
        Metric(
            f"{prefix}_contest_expected",
            f"share of its contests for nobles that {name} would win if all contestants were equally likely",
            "The mean over its contests for nobles of one over the number of contestants.",
            expected,
            inside,
            level=VISIT,
            about_seats=about_seats,
        ),
        Metric(
            f"{prefix}_contest_edge",
            (
                f"share of its contests for nobles that {name} wins, less what it would win "
                "if all were equally likely"
            ),
            EDGE,
            won - expected,
            inside,
            MEAN,
            "of its contests",
            VISIT,
            about_seats=about_seats,
        ),
    ]
