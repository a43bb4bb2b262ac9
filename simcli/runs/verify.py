"""Is a run what it says? Its files are read, and some games are played again and compared value by
value."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from simcli.base.errors import RunDataError, first_line
from simcli.runs.folder import check_same
from simcli.runs.plan import plan_of_run
from simcli.runs.player import Player, prepare
from simcli.store.files import check_file
from simcli.store.manifest import read_manifest
from simcli.store.parts import complete_parts, part_name, tables_in
from simcli.store.schema import VETOED_TABLES

# One row a game, or several; the other tables are sums over a part
ROWS = ("games", "seats", "nobles")
SAMPLE = 10_000
GOLDEN = 0.6180339887498949  # spreads the samples over the parts


@dataclass(frozen=True)
class Verified:
    """What was checked: parts, games in them, games played again, parts that were played again
    whole (with their sums)."""

    parts: int
    games: int
    again: int
    whole_parts: int
    missing_games: int


def verify(folder: Path, sample: int = SAMPLE, announce=None) -> Verified:
    """Check every file of a run, and play at least `sample` of its games again (some of every
    part), comparing every stored value.

    A part that another program wrote, or that is changed, is played again whole, to name what is
    wrong. Raises RunDataError naming the file, the game and the column of the first value that
    differs."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    plan = plan_of_run(folder, announce)
    check_same(manifest, plan, folder)
    player = Player(plan, prepare(plan, announce))
    parts = complete_parts(folder)
    _check_names(folder, parts)
    games = sum(last - first + 1 for first, last in parts) * len(plan.seatings)
    again = whole = 0
    for deals in parts:
        suspect = False
        for table in tables_in(folder):
            path = folder / table / part_name(*deals)
            wrong = check_file(path, manifest["id"])
            if wrong and wrong != "no checksum" and not wrong.startswith("was changed"):
                raise RunDataError(f"{path} {wrong}")
            suspect |= bool(wrong)
        again += _compare_part(player, folder, deals, suspect, sample / max(1, games))
        whole += suspect
        if suspect:
            for table in tables_in(folder):
                path = folder / table / part_name(*deals)
                if wrong := check_file(path, manifest["id"]):
                    raise RunDataError(
                        f"{path} {wrong}; all its values are right, but simcli did not write it so"
                    )
    return Verified(len(parts), games, again, whole, plan.schedule.games - games)


def _check_names(folder: Path, parts) -> None:
    names = {part_name(*deals) for deals in parts}
    for table in tables_in(folder):
        for path in sorted((folder / table).glob("*.parquet")):
            if path.name not in names:
                raise RunDataError(f"{path}: the other tables do not have this part")


def _compare_part(player: Player, folder: Path, deals: tuple[int, int], whole: bool, fraction: float) -> int:
    """Play deals of a part again (all of them, or a fraction of them, at least one) and compare;
    returns the number of games."""
    first, last = deals
    size = last - first + 1
    number = size if whole else min(size, max(1, math.ceil(size * fraction)))
    first += int(first * GOLDEN % 1 * (size - number + 1))  # somewhere else in every part
    part = player.new_part(number)
    player.play(part, first, number)
    games = number * len(player.seatings)
    for table, frame in player.tables(part, first).items():
        if not whole and table not in ROWS:
            continue
        path = folder / table / part_name(*deals)
        stored = _read(path, table)
        if not whole:
            start, end = np.searchsorted(
                stored["game"].to_numpy(),
                [first * len(player.seatings), first * len(player.seatings) + games],
            )
            stored = stored.slice(start, end - start)
        _compare(stored, frame, path)
    return games


def _read(path: Path, table: str) -> pl.DataFrame:
    try:
        frame = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise RunDataError(f"{path} cannot be read ({first_line(error)})") from None
    for column in VETOED_TABLES[table]:
        if column.name not in frame.columns:
            raise RunDataError(f"{path}: column {column.name!r} is missing")
    return frame


def _compare(stored: pl.DataFrame, played: pl.DataFrame, path: Path) -> None:
    """Raise RunDataError for the first value that differs."""
    if stored.height != played.height:
        raise RunDataError(
            f"{path} holds {stored.height} rows where the games played again give {played.height}"
        )
    for name in played.columns:
        ours, theirs = (_plain(frame[name]) for frame in (played, stored))
        if ours.dtype != theirs.dtype:
            raise RunDataError(
                f"{path}: column {name!r} is of type {stored[name].dtype}, not {played[name].dtype}"
            )
        differ = ours.ne_missing(theirs)
        if differ.any():
            row = int(differ.arg_true()[0])
            where = ", ".join(
                f"{key} {played[key][row]}"
                for key in ("game", "strategy", "place", "seat", "card", "round")
                if key in played.columns
            )
            raise RunDataError(
                f"{path}: {where}: {name} is {stored[name][row]!r} and must be {played[name][row]!r}"
            )


def _plain(series: pl.Series) -> pl.Series:
    if series.dtype in (pl.Categorical, pl.Enum):
        return series.cast(pl.String)
    return (
        series.cast(pl.List(pl.Int64)).list.eval(pl.element().cast(pl.String)).list.join(",")
        if series.dtype == pl.List
        else series
    )
