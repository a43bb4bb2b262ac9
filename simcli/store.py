"""Parts of the run tables on disk: written aside, synced, renamed; a part exists or it does not, whatever happens meanwhile."""

import os
import re
from pathlib import Path

import numpy as np
import polars as pl

from simcli.engine import observe
from simcli.engine.observe import MISSING
from simcli.engine.rows import GAME_BYTES, NOBLE_BYTES, SEAT_BYTES, SEAT_WORDS
from simcli.errors import RunDataError
from simcli.schema import TABLES, polars_schema
from simcli.words import COLOURS, DECIDERS, ENDINGS, LEVELS, TOKENS

_PART = re.compile(r"part-(\d{12})-(\d{12})\.parquet")
LAST_WRITTEN = "games"  # the table whose file makes a part complete


def part_name(first: int, last: int) -> str:
    """File name of the part that holds deals first to last."""
    return f"part-{first:012d}-{last:012d}.parquet"


def part_range(path: Path) -> tuple[int, int]:
    """First and last deal of a part by its file name. Raises RunDataError for another name."""
    match = _PART.fullmatch(path.name)
    if not match:
        raise RunDataError(f"{path}: not a part of a run (its name is not part-FIRST-LAST.parquet)")
    return int(match[1]), int(match[2])


def _missing_as_null(column: pl.Series) -> pl.Series:
    return column.set(column == MISSING, None)


def _words(codes: np.ndarray, words, name: str) -> pl.Series:
    """Codes (MISSING for none) as a column of a closed list of words."""
    return _missing_as_null(pl.Series(name, codes)).cat.to(pl.Enum(words))


def frames(part, labels: list[str], first_deal: int, seatings: np.ndarray, rules, card_ids: list[int]) -> dict[str, pl.DataFrame]:
    """The tables of a played `part` (kernel.Part) as polars frames with the columns of the schema.

    labels by place; seatings[k, seat] is the place in each seat; rules the RULES record; card_ids by row."""
    built = {
        "games": _games(part, first_deal, len(seatings)),
        "seats": _seats(part, labels, first_deal, seatings, rules),
        "nobles": _nobles(part, first_deal, len(seatings)),
        "cards": _cards(part, labels, seatings, card_ids),
        "rounds": _rounds(part, labels),
    }
    return {name: pl.DataFrame({column.name: built[name][column.name] for column in TABLES[name]}, schema=polars_schema(name)) for name in TABLES}


def _games(part, first_deal: int, seatings: int) -> dict:
    n = int(part.filled[0])
    of = {name: pl.Series(part.game_bytes[i, :n]) for i, name in enumerate(GAME_BYTES)}
    game = first_deal * seatings + np.arange(n)
    seats_of_mask = pl.Series([[s + 1 for s in range(4) if mask >> s & 1] for mask in range(16)], dtype=pl.List(pl.UInt8))
    return {
        "game": game,
        "deal": game // seatings,
        "seating": (game % seatings).astype(np.uint8),
        "rounds": of["rounds"],
        "turns": part.turns[:n],
        "ended": _words(part.game_bytes[GAME_BYTES.index("ended"), :n], ENDINGS, "ended"),
        "decided_by": _words(part.game_bytes[GAME_BYTES.index("decided_by"), :n], DECIDERS, "decided_by"),
        "winners": seats_of_mask.gather(of["winners"]),
        "margin": _missing_as_null(of["margin"]),
        "lead_changes": of["lead_changes"],
        "target_round": _missing_as_null(of["target_round"]),
        "target_seat": _missing_as_null(of["target_seat"]),
        **{f"deck_left_{level}": of[f"deck_left_{level}"] for level in LEVELS},
    }


def _seats(part, labels: list[str], first_deal: int, seatings: np.ndarray, rules) -> dict:
    n, players = int(part.filled[0]), part.players
    of = {name: pl.Series(part.seat_bytes[i, : n * players]) for i, name in enumerate(SEAT_BYTES)}
    words = {name: pl.Series(part.seat_words[i, : n * players]) for i, name in enumerate(SEAT_WORDS)}
    teams = pl.Series([int(rules["team"][seat]) + 1 if rules["teams"] else None for seat in range(players)], dtype=pl.UInt8)
    seat = np.tile(np.arange(1, players + 1, dtype=np.uint8), n)
    place = np.tile(seatings.astype(np.uint8).ravel(), n // len(seatings))
    share = np.minimum(part.seat_bytes[SEAT_BYTES.index("share"), : n * players], players + 1)
    shares = pl.Series([0.0, *(1 / k for k in range(1, players + 1)), None], dtype=pl.Float64)
    by_colour = {f"bonus_{colour}": of[f"bonus_{i}"] for i, colour in enumerate(COLOURS)}
    by_token = {f"{what}_{token}": words[f"{what}_{i}"] for what in ("taken", "returned") for i, token in enumerate(TOKENS)}
    maybe = {name: _missing_as_null(of[name]) for name in of if name.startswith(("prestige_1", "prestige_2", "prestige_5", "cards_after", "first_"))}
    return {
        **of,
        **maybe,
        **by_colour,
        **by_token,
        "game": np.repeat(first_deal * len(seatings) + np.arange(n), players),
        "seat": seat,
        "place": place + np.uint8(1),
        "team": teams.gather(seat - 1),
        "strategy": pl.Series(labels, dtype=pl.Categorical).gather(place),
        "win_share": shares.gather(share),
        "prestige_cards": of["prestige"] - of["prestige_nobles"],
    }


def _nobles(part, first_deal: int, seatings: int) -> dict:
    n = int(part.filled[1])
    columns = {name: part.noble_bytes[i, :n] for i, name in enumerate(NOBLE_BYTES)}
    return {"game": part.noble_games[:n] + first_deal * seatings, **columns}


def _cards(part, labels: list[str], seatings: np.ndarray, card_ids: list[int]) -> dict:
    """Rows by place, seat and card, of the seats that a place had in this part."""
    deals = int(part.filled[0]) // len(seatings)
    pairs = [(place, seat) for place in range(part.players) for seat in range(part.players) if (seatings[:, seat] == place).any()]
    cards = len(card_ids)
    sums = np.concatenate([part.tally["sums"][0, place, seat, :cards] for place, seat in pairs])
    place, seat = (np.repeat(np.array(column, dtype=np.uint8), cards) for column in zip(*pairs, strict=True))
    games = np.repeat([int((seatings[:, s] == p).sum()) * deals for p, s in pairs], cards)
    named = {name: sums[field] >> shift & (1 << bits) - 1 for name, (field, shift, bits) in observe.SUM_LANES.items()}
    return {
        **named,
        "win_shares_bought": sums["win_shares_bought"],
        "win_shares_faced": sums["win_shares_faced"],
        "strategy": pl.Series(labels, dtype=pl.Categorical).gather(place),
        "place": place + np.uint8(1),
        "seat": seat + np.uint8(1),
        "card": np.tile(np.array(card_ids, dtype=np.int16), len(pairs)),
        "games": games,
    }


def _rounds(part, labels: list[str]) -> dict:
    """Rows by place, seat and round, of those that were played."""
    wide = part.tally["wide"][0]
    place, seat, round_ = np.nonzero(wide[:, :, :, 0])
    names = (*observe.TURN_LANES, *(f"empty_{token}" for token in TOKENS), "sum_of_prestige", "sum_of_cards")
    counters = wide[place, seat, round_]
    return {
        **{name: counters[:, i] for i, name in enumerate(names)},
        "strategy": pl.Series(labels, dtype=pl.Categorical).gather(place),
        "place": place.astype(np.uint8) + np.uint8(1),
        "seat": seat.astype(np.uint8) + np.uint8(1),
        "round": round_.astype(np.uint8) + np.uint8(1),
    }


def write_part(folder: Path, first: int, last: int, tables: dict[str, pl.DataFrame], metadata: dict[str, str]) -> None:
    """Write a part: each table aside in its own folder, synced, then renamed; `games` last, which makes the part complete."""
    name = part_name(first, last)
    order = [table for table in tables if table != LAST_WRITTEN] + [LAST_WRITTEN]
    for table in order:
        aside = folder / table / f"{name}.tmp"
        # No column statistics: they cost a third of the writing, and no reader of whole runs gains by them.
        tables[table].write_parquet(aside, compression="zstd", compression_level=1, statistics=False, metadata=metadata)
        sync(aside)
    for table in order:
        os.replace(folder / table / f"{name}.tmp", folder / table / name)
        sync(folder / table)


def sync(path: Path) -> None:
    """Have the disk take what was written to a file, or the names in a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folders(folder: Path) -> None:
    """Create the folders of the tables of a run."""
    for table in TABLES:
        (folder / table).mkdir(parents=True, exist_ok=True)


def complete_parts(folder: Path) -> list[tuple[int, int]]:
    """First and last deal of each complete part, ascending. What is there in some tables only is not complete. Raises RunDataError on overlap."""
    ranges = sorted(part_range(path) for path in (folder / LAST_WRITTEN).glob("part-*.parquet"))
    whole = [r for r in ranges if all((folder / table / part_name(*r)).is_file() for table in TABLES)]
    for (a, b), (c, d) in zip(whole, whole[1:], strict=False):
        if c <= b:
            raise RunDataError(f"{folder}: parts {part_name(a, b)} and {part_name(c, d)} overlap")
    return whole
