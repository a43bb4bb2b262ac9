"""Metrics that the user defines on the command line: `--metric "blowout = margin >= 8"`.

The right side is an SQL expression, as polars reads it, over the columns of `games` or `seats`. A
condition becomes the share of the rows in which it holds, a number its mean; rows in which the
expression is null, such as the margin of a game without a winner, are left out."""

import re
from collections.abc import Sequence

import polars as pl

from simcli.base.errors import BadInput, near_match
from simcli.metrics.metric import GAME, MEAN, SEAT, SHARE, Metric
from simcli.metrics.registry import WITHOUT_INTERVAL, every_metric
from simcli.metrics.setup import SIGNED
from simcli.store.schema import TABLES, polars_schema

_DEFINITION = re.compile(r"\s*([^\W\d]\w*)\s*=(?!=)\s*(\S.*)", re.DOTALL)
_EXAMPLE = "expected NAME = EXPRESSION, such as 'blowout = margin >= 8'"
_ROWS = 3


def parse_metrics(texts: Sequence[str]) -> tuple[Metric, ...]:
    """The metrics that the options define. Raises BadInput, which quotes the definition and says
    what is wrong with it."""
    metrics: dict[str, Metric] = {}
    for text in texts:
        metric = parse_metric(text)
        if metric.name in metrics:
            raise BadInput(f"--metric {text!r}: {metric.name!r} is defined twice")
        metrics[metric.name] = metric
    return tuple(metrics.values())


def parse_metric(text: str) -> Metric:
    """The metric that one definition describes. Raises BadInput."""
    match = _DEFINITION.fullmatch(text)
    if not match:
        raise BadInput(f"--metric {text!r}: {_EXAMPLE}")
    name, source = match[1], match[2].strip()
    if name in every_metric() or name in WITHOUT_INTERVAL:
        raise BadInput(f"--metric {text!r}: {name!r} is a metric of simcli already; choose another name")
    try:
        expression = pl.sql_expr(source)
    except pl.exceptions.PolarsError as error:
        raise BadInput(
            f"--metric {text!r}: {source!r} is not an SQL expression ({_first_line(error)})"
        ) from None
    level = _level(text, expression)
    kind = _kind(text, expression, level)
    counted = expression.is_not_null()
    if kind == MEAN:
        value = expression.cast(pl.Float64)
        counted = value.is_finite()
        expression = pl.when(counted).then(value)
    definition = (
        f"{source}, over the {'games' if level == GAME else 'seats of all games'} in which it has a value."
    )
    return Metric(name, name, definition, expression, counted, kind, level=level)


def _level(text: str, expression: pl.Expr) -> str:
    """GAME where only columns of `games` are named, else SEAT."""
    columns = list(dict.fromkeys(expression.meta.root_names()))
    games, seats = ([column.name for column in TABLES[table]] for table in ("games", "seats"))
    for column in columns:
        if column not in (*games, *seats):
            known = near_match(column, [*games, *seats])
            raise BadInput(f"--metric {text!r}: neither games nor seats has a column {column!r}.{known}")
    if not columns:
        raise BadInput(f"--metric {text!r}: the expression names no column of games or seats")
    return GAME if all(column in games for column in columns) else SEAT


def _kind(text: str, expression: pl.Expr, level: str) -> str:
    """SHARE for a condition, MEAN for a number. Tries the expression on a few rows, together and
    one by one: they must agree, or it is not about single rows."""
    rows = _sample(level)
    try:
        together = rows.select(expression.alias("value"))["value"]
        alone = [rows[number].select(expression.alias("value"))["value"].to_list() for number in range(_ROWS)]
    except pl.exceptions.PolarsError as error:
        raise BadInput(f"--metric {text!r}: {_first_line(error)}") from None
    if [[value] for value in together.to_list()] != alone:
        raise BadInput(
            f"--metric {text!r}: the expression mixes rows, as sums, means and ranks do; "
            "it must have a value for each row"
        )
    if together.dtype == pl.Boolean:
        return SHARE
    if not together.dtype.is_numeric():
        raise BadInput(
            f"--metric {text!r}: the value is {str(together.dtype).split('(')[0]}; "
            "expected a condition or a number"
        )
    return MEAN


def _sample(level: str) -> pl.DataFrame:
    """A few different rows with all columns that a metric of the level may name."""
    columns = polars_schema("games") | (polars_schema("seats") if level == SEAT else {})
    schema = {name: SIGNED.get(kind, kind) for name, kind in columns.items()}
    return pl.DataFrame({name: _values(kind) for name, kind in schema.items()}, schema=schema)


def _values(kind: pl.DataType) -> list:
    if isinstance(kind, pl.Enum):
        return [kind.categories[number % len(kind.categories)] for number in range(_ROWS)]
    if isinstance(kind, pl.List):
        return [[1], [2], [1, 2]]
    return ["a", "b", "c"] if kind == pl.Categorical else [2, 7, 3]


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:160]
