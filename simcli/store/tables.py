"""What the kernel filled, as polars frames with the columns of the run tables.

A column of the kernel is a column of small whole numbers: the value itself or, for words and
fractions, an index into the possible values. MISSING is null in a nullable column."""

import numpy as np
import polars as pl

from simcli.base.words import COLOURS, DECIDERS, ENDINGS, MISSING, TOKENS
from simcli.engine import tally
from simcli.engine.rows import GAME_BYTES, NOBLE_BYTES, SEAT_BYTES, SEAT_WORDS
from simcli.engine.veto import WIDE_VETOES
from simcli.store.schema import VETOED_TABLES, polars_type

# The sets of seats that a mask of seats stands for, by mask.
SEATS_OF_MASK = [[seat + 1 for seat in range(4) if mask >> seat & 1] for mask in range(16)]


def part_tables(
    part, labels: list[str], first_deal: int, seatings: np.ndarray, rules, card_ids: list[int]
) -> dict[str, pl.DataFrame]:
    """The tables of a played `part` (kernel.Part), by name, with the columns of the schema.

    labels by place; seatings[k, seat] is the place in each seat; rules the RULES record; card_ids
    by row."""
    columns = {
        "games": _games(part, first_deal, len(seatings)),
        "seats": _seats(part, labels, first_deal, seatings, rules),
        "nobles": _nobles(part, first_deal, len(seatings)),
        "cards": _cards(part, labels, seatings, card_ids),
        "rounds": _rounds(part, labels, rules),
    }
    if part.veto is not None:
        columns["vetoes"] = _vetoes(part, labels, seatings, card_ids)
    return {table: _frame(table, values) for table, values in columns.items()}


def _frame(table: str, values: dict) -> pl.DataFrame:
    """A table of the schema from its columns: arrays, or (values, indices into them)."""
    return pl.DataFrame([column_of(column, values[column.name]) for column in VETOED_TABLES[table]])


def column_of(column, values) -> pl.Series:
    """One column of the schema."""
    possible, codes = values if isinstance(values, tuple) else (None, values)
    series = pl.Series(column.name, codes)
    if column.nullable:
        series = series.set(series == MISSING, None)
    if possible is None:
        return series.cast(polars_type(column))
    return pl.Series(column.name, possible, polars_type(column)).gather(series)


def _labels(labels: list[str], place: np.ndarray) -> tuple[tuple[str, ...], np.ndarray]:
    """The strategies of places (from 0); two places with one label are one strategy."""
    names = tuple(dict.fromkeys(labels))
    return names, np.array([names.index(label) for label in labels], np.uint8)[place]


def _games(part, first_deal: int, seatings: int) -> dict:
    n = int(part.filled[0])
    of = {name: part.game_bytes[i, :n] for i, name in enumerate(GAME_BYTES)}
    game = first_deal * seatings + np.arange(n)
    return {
        **of,
        "game": game,
        "deal": game // seatings,
        "seating": np.tile(np.arange(seatings, dtype=np.uint8), n // seatings),
        "turns": part.turns[:n],
        "ended": (ENDINGS, of["ended"]),
        "decided_by": (DECIDERS, of["decided_by"]),
        "winners": (SEATS_OF_MASK, of["winners"]),
    }


def _seats(part, labels: list[str], first_deal: int, seatings: np.ndarray, rules) -> dict:
    n, players = int(part.filled[0]), part.players
    of = {name: part.seat_bytes[i, : n * players] for i, name in enumerate(SEAT_BYTES)}
    words = {name: part.seat_words[i, : n * players] for i, name in enumerate(SEAT_WORDS)}
    team = [int(rules["team"][seat]) + 1 if rules["teams"] else MISSING for seat in range(players)]
    place = np.tile(seatings.astype(np.uint8).ravel(), n // len(seatings))
    at_start = np.tile(rules["prestige_at_start"][:players].astype(np.uint8), n)
    return {
        **of,
        **{f"bonus_{colour}": of[f"bonus_{i}"] for i, colour in enumerate(COLOURS)},
        **{
            f"{what}_{token}": words[f"{what}_{i}"]
            for what in ("taken", "returned")
            for i, token in enumerate(TOKENS)
        },
        "game": np.repeat(first_deal * len(seatings) + np.arange(n), players),
        "seat": np.tile(np.arange(1, players + 1, dtype=np.uint8), n),
        "place": place + np.uint8(1),
        "team": np.tile(np.array(team, np.uint8), n),
        "strategy": _labels(labels, place),
        "win_share": ((0.0, *(1 / k for k in range(1, players + 1))), of["share"]),
        "prestige_cards": of["prestige"] - of["prestige_nobles"] - at_start,
    }


def _nobles(part, first_deal: int, seatings: int) -> dict:
    n = int(part.filled[1])
    columns = {name: part.noble_bytes[i, :n] for i, name in enumerate(NOBLE_BYTES)}
    return {
        "game": part.noble_games[:n] + first_deal * seatings,
        **columns,
        "rivals": (SEATS_OF_MASK, columns["rivals"]),
    }


def _cards(part, labels: list[str], seatings: np.ndarray, card_ids: list[int]) -> dict:
    deals = int(part.filled[0]) // len(seatings)
    pairs, keys = _by_card(labels, seatings, card_ids)
    of = _sums(part.tally["wide_cards"][0], pairs, len(card_ids), tally.WIDE_CARDS)
    return {
        **of,
        **keys,
        "win_shares_bought": of["shares_bought"] / tally.SHARE,
        "win_shares_faced": of["shares_faced"] / tally.SHARE,
        "games": np.repeat([int((seatings[:, s] == p).sum()) * deals for p, s in pairs], len(card_ids)),
    }


def _vetoes(part, labels: list[str], seatings: np.ndarray, card_ids: list[int]) -> dict:
    pairs, keys = _by_card(labels, seatings, card_ids)
    of = _sums(part.veto["wide"][0], pairs, len(card_ids), WIDE_VETOES)
    return {
        **of,
        **keys,
        **{f"win_{name}": of[name] / tally.SHARE for name in ("shares_vetoed", "shares_free")},
    }


def _by_card(
    labels: list[str], seatings: np.ndarray, card_ids: list[int]
) -> tuple[list[tuple[int, int]], dict]:
    """The (place, seat) pairs that occur, from 0, and the key columns of the rows: by place, seat
    and card."""
    places = range(len(labels))
    pairs = [(place, seat) for place in places for seat in places if (seatings[:, seat] == place).any()]
    place, seat = (
        np.repeat(np.array(column, dtype=np.uint8), len(card_ids)) for column in zip(*pairs, strict=True)
    )
    return pairs, {
        "strategy": _labels(labels, place),
        "place": place + np.uint8(1),
        "seat": seat + np.uint8(1),
        "card": np.tile(np.array(card_ids, dtype=np.int16), len(pairs)),
    }


def _sums(wide: np.ndarray, pairs, cards: int, names) -> dict:
    """The sums wide[place, seat, card, name] as columns, row by row as in `_by_card`."""
    rows = np.concatenate([wide[place, seat, :cards] for place, seat in pairs])
    return {name: rows[:, i] for i, name in enumerate(names)}


def _rounds(part, labels: list[str], rules) -> dict:
    """Rows by place, seat and round, of those that were played."""
    ended = part.tally["ended"][0]
    turns = _from_here_on(ended["games"])
    place, seat, round_ = np.nonzero(turns)
    wide = part.tally["wide_turns"][0]
    of = {name: wide[..., i][place, seat, round_] for i, name in enumerate(tally.WIDE_TURNS)}
    held = {
        "prestige": wide[..., tally.WIDE_TURNS.index("prestige")].copy(),
        "cards": wide[..., tally.WIDE_TURNS.index("bought")],
    }
    held["prestige"][..., 0] += turns[..., 0] * rules["prestige_at_start"]  # by seat
    return {
        **of,
        "turns": turns[place, seat, round_],
        # What all games had gained by a round, less what those had that were over before it.
        **{
            f"sum_of_{what}": (gained.cumsum(axis=2) - ended[what].cumsum(axis=2) + ended[what])[
                place, seat, round_
            ]
            for what, gained in held.items()
        },
        **{f"empty_{token}": of[f"empty_{i}"] for i, token in enumerate(TOKENS)},
        "strategy": _labels(labels, place),
        "place": place.astype(np.uint8) + np.uint8(1),
        "seat": seat.astype(np.uint8) + np.uint8(1),
        "round": round_.astype(np.uint8) + np.uint8(1),
    }


def _from_here_on(ended: np.ndarray) -> np.ndarray:
    """How many games reached each round, from how many ended in each (last axis)."""
    return ended[..., ::-1].cumsum(axis=-1)[..., ::-1]
