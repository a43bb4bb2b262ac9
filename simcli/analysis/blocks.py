"""Read a run part by part into dense arrays, so that memory does not depend on the number of games.

A block holds whole deals: games in order of their number, all seatings of a deal beside each other, all seats of a game beside each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simcli.analysis.runs import Run
from simcli.errors import RunDataError
from simcli.schema import TABLES

SEAT_ROWS = 1_000_000
MISSING = -1
# Narrow enough for a million rows of thirty columns, and signed, so that differences and MISSING do not wrap.
_SIGNED = {pl.UInt8(): pl.Int16, pl.UInt16(): pl.Int32}


@dataclass(frozen=True)
class Block:
    """Some whole deals of one run.

    `game`: numbers (n,); `games[column]`: (n,); `seats[column]`: (n, players). Integers are signed with MISSING (-1) for null, closed lists of
    words are their position in the list, `winners` is left out (use win_share > 0), `win_share` is 0 for all where there is no winner.
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


def blocks(run: Run, games: Sequence[str], seats: Sequence[str]) -> Iterator[Block]:
    """Yield the run's deals in blocks of at most about a million seat rows, reading only the columns named. Raises RunDataError."""
    per_deal = len(run.seatings)
    step = max(1, SEAT_ROWS // (per_deal * run.players)) * per_deal
    for part in run.parts:
        total = _height(run, part)
        for start in range(0, total, step):
            yield _block(run, part, start, min(step, total - start), tuple(games), tuple(seats))


def read_sums(run: Run, table: str, keys: Sequence[str]) -> pl.DataFrame:
    """Add up one of the summed tables (`cards`, `rounds`) over the parts of a run, by `keys`, sorted by them; text keys become strings."""
    total = None
    values = [column.name for column in TABLES[table] if column.type in ("Int64", "Float64") and column.name not in keys]
    for part in run.parts:
        frame = _read(run, table, part, None).with_columns(pl.col(pl.Categorical).cast(pl.String))
        frame = frame.group_by(list(keys)).agg(pl.col(values).sum())
        total = frame if total is None else pl.concat([total, frame]).group_by(list(keys)).agg(pl.col(values).sum())
    if total is None:
        return pl.DataFrame()
    return total.sort(list(keys))


def read_visits(run: Run, part: str) -> pl.DataFrame:
    """The visits of one part of the `nobles` table: game, seat, round, noble; in order of game, round and seat."""
    frame = _read(run, "nobles", part, None)
    return frame.select("game", pl.col("seat", "round", "noble").cast(pl.Int64)).sort("game", "round", "seat")


def _height(run: Run, part: str) -> int:
    path = run.path("games", part)
    try:
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RunDataError(f"{path}: cannot be read; the part is damaged ({_first_line(error)})") from error


def _read(run: Run, table: str, part: str, columns: Sequence[str] | None, rows: tuple[int, int] | None = None) -> pl.DataFrame:
    path = run.path(table, part)
    names = list(columns) if columns is not None else [column.name for column in TABLES[table]]
    try:
        frame = pl.scan_parquet(path).select(names)
        return (frame.slice(*rows) if rows else frame).collect()
    except pl.exceptions.ColumnNotFoundError as error:
        raise RunDataError(f"{path}: column {_first_line(error)!r} is missing") from error
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RunDataError(f"{path}: cannot be read; the part is damaged ({_first_line(error)})") from error


def _block(run: Run, part: str, start: int, count: int, games: tuple[str, ...], seats: tuple[str, ...]) -> Block:
    players, per_deal = run.players, len(run.seatings)
    game_columns = tuple(dict.fromkeys(("game", "decided_by", *games)))
    frame = _read(run, "games", part, game_columns, (start, count))
    game = frame["game"].to_numpy()
    if len(game) % per_deal or (len(game) and (game[0] % per_deal or np.any(np.diff(game) != 1))):
        raise RunDataError(
            f"{run.path('games', part)}: games are missing or out of order; every deal must have its {per_deal} games in a row"
        )
    by_game = {name: _array(frame[name]) for name in game_columns if name != "game"}
    by_seat: dict[str, np.ndarray] = {}
    if seats:
        seat_columns = tuple(dict.fromkeys(("game", "seat", *seats)))
        frame = _read(run, "seats", part, seat_columns, (start * players, count * players))
        where = frame["game"].to_numpy()
        if len(where) != len(game) * players or np.any(where.reshape(-1, players) != game[:, None]):
            raise RunDataError(
                f"{run.path('seats', part)}: does not hold {players} seats for each game of the games table, in the same order"
            )
        by_seat = {name: _array(frame[name]).reshape(-1, players) for name in seat_columns if name not in ("game", "seat")}
    return Block(run, game, by_game, by_seat)


def _array(series: pl.Series) -> np.ndarray:
    if series.dtype == pl.Float64:
        return series.fill_null(0.0).to_numpy()
    if isinstance(series.dtype, pl.Enum):
        series = series.to_physical()
    return series.cast(_SIGNED.get(series.dtype, pl.Int64)).fill_null(MISSING).to_numpy()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160]
