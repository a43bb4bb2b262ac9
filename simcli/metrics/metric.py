"""What a metric is: a ratio of two sums over the rows of a run table, with all that a reader of its
number needs."""

from dataclasses import dataclass

import polars as pl

# Whose rows a metric adds up: a game's, a game and seat's, a noble's visit's, or a card's sums.
GAME, SEAT, VISIT, CARD = "game", "seat", "visit", "card"

SHARE, MEAN = "share", "mean"

# BY_DEAL: games of one deal belong together, runs count as independent. ACROSS_RUNS: runs of one
# seed also share their deals. BY_CARD: the `cards` table has no deals, so the variance of
# independent rows is widened.
BY_DEAL, ACROSS_RUNS, BY_CARD = "by deal", "by deal, across runs of one seed", "by card, with a design effect"

HIGHER, LOWER = "higher", "lower"


@dataclass(frozen=True, eq=False)
class Metric:
    """One metric: the sum of `numerator` over the sum of `denominator`, over all rows of its level.

    `name`: in `--require`, JSON and CSV. `title`: for a reader, within a sentence. `definition`:
    one sentence. `kind`: SHARE lies between 0 and 1 and is printed in per cent, MEAN is printed as
    a number of `unit`. `level`: GAME expressions may use the columns of `games` and, for each seat
    s, those of `seats` as `column:s`; SEAT expressions the columns of `seats` and of the seat's
    game; VISIT expressions the columns of `nobles`, `seating`, and `rival:s`, whether seat s is a
    rival; CARD expressions the columns of `cards` and `level`. A row whose expression is null
    counts for nothing. `where`: outside these rows the numerator is 0, so that it is computed for
    them alone. `clustering`: what the interval takes as independent. `better`: HIGHER or LOWER
    where one is better for a game, else None. `about_seats`: says something only if every strategy
    sits in every seat equally often. `sweep_name`: the id in the tables of sweeps and of compared
    settings, empty where those leave the metric out."""

    name: str
    title: str
    definition: str
    numerator: pl.Expr
    denominator: pl.Expr
    kind: str = SHARE
    unit: str = ""
    level: str = GAME
    clustering: str = BY_DEAL
    better: str | None = None
    about_seats: bool = False
    sweep_name: str = ""
    where: pl.Expr | None = None
    version: int = 1

    @property
    def is_share(self) -> bool:
        """Does the value lie between 0 and 1?"""
        return self.kind == SHARE

    @property
    def id(self) -> str:
        """Its name in the tables of sweeps and of compared settings."""
        return self.sweep_name or self.name
