"""Metrics over the tables of a run: polars adds up numerators and denominators by deal, and what is
kept of them adds over parts."""

import functools
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from simcli.analysis.blocks import SEAT_ROWS, Block, blocks, read_contests, read_sums
from simcli.analysis.runs import Run, Setting
from simcli.analysis.sums import Estimate, Sums
from simcli.metrics.metric import CARD, GAME, SEAT, VISIT, Metric
from simcli.metrics.registry import registry
from simcli.metrics.setup import Setup
from simcli.stats.clusters import bounded_interval
from simcli.store.schema import TABLES

PAIR = ("numerator", "denominator")
# In the `cards` table sums run over the deals of a part. In ten line-ups of two to four seats,
# played deal by deal (3,000 deals each), the variance of the share of blocking reserves was 0.9 to
# 2.2 times that of independent ones (at most 1.6 without three seats of `random`).
DESIGN_EFFECT = 2.25
_GAME_COLUMNS = {column.name for column in TABLES["games"]}
_SEAT_COLUMNS = {column.name for column in TABLES["seats"]}


def nobles_shown(run: Run) -> int:
    """How many nobles are on offer in a game."""
    table = run.rules["nobles"]["shown"]
    return int(table[str(run.players)] if str(run.players) in table else table[run.players])


def metrics_of(run: Run, labels: Sequence[str] = (), own: Sequence[Metric] = ()) -> dict[str, Metric]:
    """The metrics of a run by name; `labels` and `own` as in metrics.registry."""
    setup = Setup(run.players, run.team_of, nobles_shown(run), run.line_up, run.seatings)
    return registry(setup, labels, own)


class Pair(NamedTuple):
    """A metric and where its numerator and its denominator stand among the columns of a level."""

    name: str
    numerator: int
    denominator: int


class _Level:
    """The expressions of the metrics of one level, each different one once, and which of them a
    metric is made of."""

    def __init__(self):
        self.pairs: list[Pair] = []
        self._places: dict[str, int] = {}
        self._groups: dict[str, tuple[pl.Expr | None, dict[int, pl.Expr]]] = {}
        self._numbers: dict[int, pl.Expr] = {}  # what is computed for each place, once its type is known

    def add(self, metric: Metric) -> None:
        """Take up the expressions of a metric."""
        above = self._place(metric.numerator, metric.where)
        self.pairs.append(Pair(metric.name, above, self._place(metric.denominator, None)))

    def _place(self, expression: pl.Expr, where: pl.Expr | None) -> int:
        group = "" if where is None else _written(where)
        key = f"{group} {_written(expression)}"
        if key not in self._places:
            self._places[key] = len(self._places)
            self._groups.setdefault(group, (where, {}))[1][self._places[key]] = expression
        return self._places[key]

    def columns(self) -> set[str]:
        """The columns that the expressions read."""
        expressions = [each for where, held in self._groups.values() for each in (where, *held.values())]
        return {name for each in expressions if each is not None for name in each.meta.root_names()}

    def sums(self, rows: pl.DataFrame, games_a_deal: int, rows_a_deal: int = 0) -> list[np.ndarray]:
        """The sums of all expressions by deal, in ascending order of deals. `rows_a_deal`: how many
        rows each deal has, standing together; 0 where deals may have different numbers of rows, and
        those without one are left out."""
        deal = (pl.col("game") // games_a_deal).alias("deal")
        found: list[np.ndarray] = [np.empty(0)] * len(self._places)
        for where, held in self._groups.values():
            values = [self._as_number(place, each, rows) for place, each in held.items()]
            if where is None and rows_a_deal:
                # The rows of a deal stand together, and all deals have as many: five times faster
                # than a group_by. In one lazy query with the values it would take twice as long.
                columns = rows.lazy().select(values).collect()
                parts = [pl.all().gather_every(rows_a_deal, offset) for offset in range(rows_a_deal)]
                sums = columns.select(functools.reduce(operator.add, parts))
            else:
                kept = rows if where is None else rows.filter(where)
                sums = kept.lazy().select(deal, *values).group_by("deal", maintain_order=True).sum().collect()
                if rows_a_deal:
                    every = rows.select(deal.gather_every(rows_a_deal))
                    sums = every.join(sums, on="deal", how="left", maintain_order="left").fill_null(0.0)
            for place in held:
                found[place] = sums[str(place)].to_numpy()
        return found

    def _as_number(self, place: int, expression: pl.Expr, rows: pl.DataFrame) -> pl.Expr:
        """An expression as a column of floats, 0 where it is null; a condition is 1 where it
        holds."""
        if place not in self._numbers:
            condition = rows.head(0).select(expression).dtypes[0] == pl.Boolean
            if condition:
                number = pl.when(expression).then(1.0).otherwise(0.0)
            else:
                number = expression.cast(pl.Float64).fill_null(0.0)
            self._numbers[place] = number.alias(str(place))
        return self._numbers[place]


def _written(expression: pl.Expr) -> str:
    return expression.meta.serialize(format="binary").hex()


class Sheet:
    """Some metrics of one run, made ready to be evaluated block by block: equal expressions are
    computed once.

    `games`, `seats`: the columns of the two tables that the metrics of games and seats need."""

    def __init__(self, run: Run, metrics: Sequence[Metric]):
        self.run = run
        self._levels = {level: _Level() for level in (GAME, SEAT, VISIT)}
        for metric in metrics:
            if metric.level in self._levels:
                self._levels[metric.level].add(metric)
        of_games, of_seats = self._levels[GAME].columns(), self._levels[SEAT].columns()
        self._wide = sorted(name for name in of_games if ":" in name)
        self._of_game = sorted(of_seats - _SEAT_COLUMNS)
        self.games = tuple(sorted((of_games | of_seats) & _GAME_COLUMNS - {"game", "deal"}))
        self.seats = tuple(
            sorted((of_seats & _SEAT_COLUMNS | {name.split(":")[0] for name in self._wide}) - {"game"})
        )

    def by_deal(self, block: Block) -> Iterator[tuple[Sequence[Pair], list[np.ndarray]]]:
        """For the metrics of games, then for those of seats: where numerators and denominators
        stand among the columns, and the columns of sums by deal in ascending order."""
        players, games_a_deal = self.run.players, len(self.run.seatings)
        if self._levels[GAME].pairs:
            wide = [
                block.seat_rows[name].gather_every(players, int(seat) - 1).alias(f"{name}:{seat}")
                for name, seat in (column.split(":") for column in self._wide)
            ]
            rows = block.game_rows.with_columns(wide)
            yield self._levels[GAME].pairs, self._levels[GAME].sums(rows, games_a_deal, games_a_deal)
        if self._levels[SEAT].pairs:
            rows = block.seat_rows
            if self._of_game:
                games = block.game_rows.select(self._of_game)
                rows = rows.with_columns(games[np.repeat(np.arange(len(games)), players)])
            yield (
                self._levels[SEAT].pairs,
                self._levels[SEAT].sums(rows, games_a_deal, games_a_deal * players),
            )

    def visits_by_deal(self, part: str) -> tuple[Sequence[Pair], list[np.ndarray]] | None:
        """The same for the metrics of visits, over one part; deals without a visit are left out.
        None where there are no such metrics."""
        level = self._levels[VISIT]
        if not level.pairs:
            return None
        return level.pairs, level.sums(read_contests(self.run, part), len(self.run.seatings))


def pair_sums(pairs: Sequence[Pair], columns: Sequence[np.ndarray], deals: int) -> dict[str, Sums]:
    """The sums of each metric over some deals, with their squares and products; `deals`: how many
    deals were looked at."""
    totals = [float(column.sum()) for column in columns]
    squares = [float(np.einsum("i,i", column, column)) for column in columns]
    found = {}
    for name, above, below in pairs:
        both = float(np.einsum("i,i", columns[above], columns[below]))
        cross = np.array([[squares[above], both], [both, squares[below]]])
        found[name] = Sums(PAIR, deals, np.array([totals[above], totals[below]]), cross)
    return found


def deal_sums(
    run: Run, metrics: Mapping[str, Metric], names: Sequence[str], about_seats: bool, rows: int = SEAT_ROWS
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The run's deals in ascending order, a block at a time: their numbers (D,) and the sums of the
    metrics `names` (of games and seats) over the games of each, (k, 2, D): numerators and
    denominators, 0 where the run does not have the metric or, for a metric about seats, where
    `about_seats` says that the run tells nothing about them. Raises RunDataError for parts that
    cannot be read."""
    known = {
        name: metrics[name]
        for name in names
        if name in metrics and (about_seats or not metrics[name].about_seats)
    }
    sheet = Sheet(run, list(known.values()))
    place = {name: number for number, name in enumerate(names)}
    for block in blocks(run, sheet.games, sheet.seats, rows):
        if not len(block.game):
            continue
        sums = np.zeros((len(names), 2, block.deals))
        for pairs, columns in sheet.by_deal(block):
            for pair in pairs:
                sums[place[pair.name]] = columns[pair.numerator], columns[pair.denominator]
        yield block.game[:: len(run.seatings)] // len(run.seatings), sums


def card_values(
    setting: Setting, metrics: Mapping[str, Metric], deals: int
) -> Iterator[tuple[str, Estimate]]:
    """The metrics of cards over all runs of a setting, with Wilson's interval for as many
    independent rows as the design effect leaves. Raises RunDataError."""
    wanted = [metric for metric in metrics.values() if metric.level == CARD]
    tables = [table for run in setting.runs if wanted and len(table := read_sums(run, "cards", ("card",)))]
    if not tables:
        return
    levels = [(int(card["id"]), int(card["level"])) for card in setting.runs[0].cards]
    level = pl.DataFrame(levels, schema=["card", "level"], orient="row")
    rows = pl.concat(tables).with_columns(pl.col("card").cast(pl.Int64)).join(level, on="card")
    for metric in wanted:
        part, whole = rows.select(metric.numerator.sum(), metric.denominator.sum().alias("whole")).row(0)
        if not whole:
            continue
        value = part / whole
        variance = DESIGN_EFFECT * max(0.0, value * (1 - value)) / whole
        interval = bounded_interval(value, variance, max(2, round(whole / DESIGN_EFFECT)))
        low, high, error = (interval.low, interval.high, variance**0.5) if deals > 1 else (None, None, None)
        yield metric.name, Estimate(value, low, high, error, whole, deals)
