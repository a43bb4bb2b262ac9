"""Read a run part by part into dense arrays, so that memory does not depend on the number of games.

A block holds whole deals: games in order of their number, all seatings of a deal beside each other,
all seats of a game beside each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simcli.analysis.runs import Run
from simcli.base.errors import RunDataError
from simcli.metrics.setup import SIGNED
from simcli.store.schema import VETOED_TABLES, polars_schema

SEAT_ROWS = 100_000
NULL = -1  # stands for null in arrays of whole numbers


class Arrays:
    """The columns of a frame as arrays that can be computed with, each made when it is first asked
    for: NULL for null, 0.0 for a missing share, a word as its index in its list. Integers are
    signed, so that differences do not wrap."""

    def __init__(self, frame: pl.DataFrame, seats: int = 0):
        """`seats`: that many rows of the frame belong to each game and stand beside each other in
        the arrays, (n, seats); 0 for (n,)."""
        self._frame, self._seats = frame, seats
        self._made: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._made:
            self._made[name] = self._array(self._frame[name])
        return self._made[name]

    def _array(self, column: pl.Series) -> np.ndarray:
        if column.dtype == pl.Enum:
            column = column.to_physical().cast(pl.Int16)
        values = column.fill_null(0.0 if column.dtype == pl.Float64 else NULL).to_numpy()
        # Seats as columns that are contiguous each: sums and maxima over the seats of a game are
        # then many times faster.
        return np.asfortranarray(values.reshape(-1, self._seats)) if self._seats else values


@dataclass(frozen=True)
class Block:
    """Some whole deals of one run: `game_rows` and `seat_rows` are their rows of the two tables, in
    order of games and seats, with the columns that were asked for and signed integers; `game`:
    numbers (n,); `games[column]`: (n,), `seats[column]`: (n, players), see Arrays."""

    run: Run
    game_rows: pl.DataFrame
    seat_rows: pl.DataFrame
    game: np.ndarray
    games: Arrays
    seats: Arrays

    @property
    def deals(self) -> int:
        """Whole deals in this block."""
        return len(self.game) // len(self.run.seatings)

    @property
    def seating(self) -> np.ndarray:
        """The seating of each game, (n,)."""
        return self.game % len(self.run.seatings)

    @property
    def finished(self) -> np.ndarray:
        """True for games with a winner, (n,)."""
        return self.games["decided_by"] != NULL


def blocks(run: Run, games: Sequence[str], seats: Sequence[str], rows: int = SEAT_ROWS) -> Iterator[Block]:
    """Yield the run's deals in blocks of at most about `rows` seat rows, reading only the columns
    named. Raises RunDataError."""
    per_deal = len(run.seatings)
    step = max(1, rows // (per_deal * run.players)) * per_deal
    for parts, total in _groups(run, step):
        for start in range(0, total, step):
            yield _block(run, parts, start, min(step, total - start), tuple(games), tuple(seats))


def _groups(run: Run, most: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Neighbouring parts that together have at most `most` games, with their games: small parts are
    read at once, a large one alone."""
    held: list[str] = []
    total = 0
    for part in run.parts:
        height = _height(run, part)
        if held and total + height > most:
            yield tuple(held), total
            held, total = [], 0
        held.append(part)
        total += height
    if total:
        yield tuple(held), total


def read_sums(run: Run, table: str, keys: Sequence[str]) -> pl.DataFrame:
    """Add up one of the summed tables (`cards`, `rounds`) over the parts of a run, by `keys`,
    sorted by them; text keys become strings."""
    total = None
    values = [
        column.name
        for column in VETOED_TABLES[table]
        if column.type in ("Int64", "Float64") and column.name not in keys
    ]
    for part in run.parts:
        frame = _read(run, table, part, None).with_columns(pl.col(pl.Categorical).cast(pl.String))
        frame = frame.group_by(list(keys)).agg(pl.col(values).sum())
        total = (
            frame
            if total is None
            else pl.concat([total, frame]).group_by(list(keys)).agg(pl.col(values).sum())
        )
    if total is None:
        return pl.DataFrame()
    return total.sort(list(keys))


def read_visits(run: Run, part: str) -> pl.DataFrame:
    """The visits of one part of the `nobles` table: game, seat, round, noble; in order of game,
    round and seat."""
    frame = _read(run, "nobles", part, ("game", "seat", "round", "noble"))
    return frame.select("game", pl.col("seat", "round", "noble").cast(pl.Int64)).sort("game", "round", "seat")


def read_contests(run: Run, part: str) -> pl.DataFrame:
    """The visits of one part with what metrics of visits need: the columns of `nobles`, `seating`,
    and for each seat s `rival:s`, whether it is a rival. Raises RunDataError."""
    rivals = {f"rival:{seat}": pl.col("rivals").list.contains(seat) for seat in range(1, run.players + 1)}
    seating = pl.col("game") % len(run.seatings)
    frame = _read(run, "nobles", part, None).with_columns(seating.alias("seating"), **rivals)
    known = pl.col("seat").is_between(1, run.players)
    known &= pl.sum_horizontal(*rivals) == pl.col("rivals").list.len()
    if not frame.select(known.all()).item():
        raise RunDataError(
            f"{run.path('nobles', part)}: names a seat that is not one of the run's {run.players}"
        )
    return frame


def read_rounds(run: Run, part: str) -> pl.DataFrame:
    """Number and length of the games of one part, in order: game, rounds."""
    return (
        _read(run, "games", part, ("game", "rounds"))
        .with_columns(pl.col("rounds").cast(pl.Int64))
        .sort("game")
    )


def _height(run: Run, part: str) -> int:
    path = run.path("games", part)
    try:
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RunDataError(f"{path}: cannot be read; the part is damaged ({_first_line(error)})") from error


def _read(run: Run, table: str, part: str, columns: Sequence[str] | None) -> pl.DataFrame:
    names = list(columns) if columns is not None else [column.name for column in VETOED_TABLES[table]]
    return _collect(run, table, (part,), [pl.col(name) for name in names])


def _collect(
    run: Run, table: str, parts: Sequence[str], wanted: Sequence[pl.Expr], rows: tuple[int, int] | None = None
) -> pl.DataFrame:
    """Read columns of some parts of a table. What polars cannot read is told with the name of the
    first part that it cannot read alone."""
    paths = [run.path(table, part) for part in parts]
    try:
        frame = pl.scan_parquet(paths).select(*wanted)
        return (frame.slice(*rows) if rows else frame).collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        for part in parts if len(parts) > 1 else ():
            _collect(run, table, (part,), wanted)
        if isinstance(error, pl.exceptions.ColumnNotFoundError):
            lacks = [
                name
                for expression in wanted
                for name in expression.meta.root_names()
                if name not in pl.read_parquet_schema(paths[0])
            ]
            raise RunDataError(
                f"{paths[0]}: column {lacks[0]!r} is missing: another version of simcli played this run.\n"
                "Play it again with this one (its command stands in run.json), or report it "
                "with the one that played it."
            ) from error
        raise RunDataError(
            f"{paths[0]}: cannot be read; the part is damaged ({_first_line(error)})"
        ) from error


def _block(
    run: Run, parts: tuple[str, ...], start: int, count: int, games: tuple[str, ...], seats: tuple[str, ...]
) -> Block:
    players, per_deal = run.players, len(run.seatings)
    names = dict.fromkeys(("game", "decided_by", *games))
    game_rows = _collect(run, "games", parts, [_signed("games", name) for name in names], (start, count))
    game = game_rows["game"].to_numpy()
    deals = len(game) // per_deal
    firsts = game[::per_deal]
    if (
        len(game) % per_deal
        or np.any(game != np.repeat(firsts, per_deal) + np.tile(np.arange(per_deal), deals))
        or np.any(firsts % per_deal)
    ):
        where = run.path("games", parts[0])
        raise RunDataError(
            f"{where}: games are missing or out of order; every deal must have its {per_deal} games in a row"
        )
    seat_rows = pl.DataFrame()
    if seats:
        columns = [_signed("seats", name) for name in dict.fromkeys(("game", "seat", *seats))]
        seat_rows = _collect(run, "seats", parts, columns, (start * players, count * players))
        if len(seat_rows) != len(game) * players or np.any(
            seat_rows["game"].to_numpy().reshape(-1, players) != game[:, None]
        ):
            where = run.path("seats", parts[0])
            raise RunDataError(
                f"{where}: does not hold {players} seats for each game of the games table, in the same order"
            )
    return Block(run, game_rows, seat_rows, game, Arrays(game_rows), Arrays(seat_rows, players))


def _signed(table: str, name: str) -> pl.Expr:
    """A column with the type that expressions of metrics expect."""
    kind = polars_schema(table)[name]
    return pl.col(name).cast(SIGNED[kind]) if kind in SIGNED else pl.col(name)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160]
