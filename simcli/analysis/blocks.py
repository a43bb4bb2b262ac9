"""Read a run part by part into dense arrays, so that memory does not depend on the number of games.

A block holds whole deals: games in order of their number, all seatings of a deal beside each other, all seats of a game beside each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simcli.analysis.runs import Run
from simcli.base.errors import RunDataError
from simcli.store.schema import VETOED_TABLES

SEAT_ROWS = 150_000
MISSING = -1
# Narrow enough for a million rows of thirty columns, and signed, so that differences and MISSING do not wrap.
_SIGNED = {"UInt8": pl.Int16, "UInt16": pl.Int32}
_TYPES = {table: {column.name: column.type for column in columns} for table, columns in VETOED_TABLES.items()}


@dataclass(frozen=True)
class Block:
    """Some whole deals of one run.

    `game`: numbers (n,); `games[column]`: (n,); `seats[column]`: (n, players). Integers are signed with MISSING (-1) for null, closed lists
    of words are their position in the list, `winners` is left out (use win_share > 0), `win_share` is 0 for all where there is no winner.
    """

    run: Run
    game: np.ndarray
    games: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]

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
        return self.games["decided_by"] != MISSING


def blocks(run: Run, games: Sequence[str], seats: Sequence[str], rows: int = SEAT_ROWS) -> Iterator[Block]:
    """Yield the run's deals in blocks of at most about `rows` seat rows, reading only the columns named. Raises RunDataError."""
    per_deal = len(run.seatings)
    step = max(1, rows // (per_deal * run.players)) * per_deal
    for parts, total in _groups(run, step):
        for start in range(0, total, step):
            yield _block(run, parts, start, min(step, total - start), tuple(games), tuple(seats))


def _groups(run: Run, most: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Neighbouring parts that together have at most `most` games, with their games: small parts are read at once, a large one alone."""
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
    """Add up one of the summed tables (`cards`, `rounds`) over the parts of a run, by `keys`, sorted by them; text keys become strings."""
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
    """The visits of one part of the `nobles` table: game, seat, round, noble; in order of game, round and seat."""
    frame = _read(run, "nobles", part, ("game", "seat", "round", "noble"))
    return frame.select("game", pl.col("seat", "round", "noble").cast(pl.Int64)).sort("game", "round", "seat")


def read_rivals(run: Run, part: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The visits of one part in order of game: number of the game, seat from 0, and the rivals as bits (bit 0 is seat 1)."""
    frame = _read(run, "nobles", part, ("game", "seat", "rivals")).sort("game")
    many = frame["rivals"].list.len().to_numpy()
    rivals = np.zeros(len(frame), dtype=np.int64)
    seats = frame["rivals"].filter(pl.Series(many > 0)).explode().to_numpy().astype(np.int64)
    owner = frame["seat"].to_numpy().astype(np.int64)
    if len(frame) and not (
        min(owner.min(), seats.min(initial=1)) >= 1 and max(owner.max(), seats.max(initial=1)) <= run.players
    ):
        raise RunDataError(
            f"{run.path('nobles', part)}: names a seat that is not one of the run's {run.players}"
        )
    np.bitwise_or.at(rivals, np.repeat(np.arange(len(frame)), many), 1 << (seats - 1))
    return frame["game"].to_numpy(), owner - 1, rivals


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
    """Read columns of some parts of a table. What polars cannot read is told with the name of the first part that it cannot read alone."""
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
                "Play it again with this one (its command stands in run.json), or report it with the one that played it."
            ) from error
        raise RunDataError(
            f"{paths[0]}: cannot be read; the part is damaged ({_first_line(error)})"
        ) from error


def _block(
    run: Run, parts: tuple[str, ...], start: int, count: int, games: tuple[str, ...], seats: tuple[str, ...]
) -> Block:
    players, per_deal = run.players, len(run.seatings)
    game_columns = tuple(dict.fromkeys(("decided_by", *games)))
    frame = _collect(
        run,
        "games",
        parts,
        [pl.col("game"), *(_plain("games", name) for name in game_columns)],
        (start, count),
    )
    game = frame["game"].to_numpy()
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
    by_game = {name: frame[name].to_numpy() for name in game_columns}
    by_seat: dict[str, np.ndarray] = {}
    if seats:
        seat_columns = tuple(dict.fromkeys(seats))
        wanted = [pl.col("game"), pl.col("seat"), *(_plain("seats", name) for name in seat_columns)]
        frame = _collect(run, "seats", parts, wanted, (start * players, count * players))
        if len(frame) != len(game) * players or np.any(
            frame["game"].to_numpy().reshape(-1, players) != game[:, None]
        ):
            where = run.path("seats", parts[0])
            raise RunDataError(
                f"{where}: does not hold {players} seats for each game of the games table, in the same order"
            )
        # Seats as columns that are contiguous each: sums and maxima over the seats of a game are then many times faster.
        by_seat = {
            name: np.asfortranarray(frame[name].to_numpy().reshape(-1, players)) for name in seat_columns
        }
    return Block(run, game, by_game, by_seat)


def _plain(table: str, name: str) -> pl.Expr:
    """A column as numbers that can be computed with: MISSING for null, 0.0 for a missing share, a word as its position in its list."""
    kind = _TYPES[table][name]
    column = pl.col(name)
    if kind == "Float64":
        return column.fill_null(0.0)
    if kind.startswith("enum:"):
        return column.to_physical().cast(pl.Int16).fill_null(MISSING)
    return column.cast(_SIGNED.get(kind, pl.Int64)).fill_null(MISSING)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160]
