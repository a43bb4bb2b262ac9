"""Tokens that a seat gives back and pays, and what it reserves."""

import polars as pl

from simcli.base.words import TOKENS
from simcli.metrics.metric import MEAN, SEAT, Metric
from simcli.metrics.setup import EVERY, FINISHED, Setup


def metrics(setup: Setup) -> list[Metric]:
    """What a seat gives back, reserves and pays in a game, and whether those who reserve win."""
    reserves = pl.col("reserves_table") + pl.col("reserves_deck")
    returned = pl.sum_horizontal(*(f"returned_{token}" for token in TOKENS))
    return [
        _a_seat("returned_tokens", "tokens", "gives back", returned),
        _a_seat("table_reserves", "cards", "reserves from the table", pl.col("reserves_table")),
        _a_seat("deck_reserves", "cards", "reserves from a deck", pl.col("reserves_deck")),
        _a_seat("gold_paid", "gold", "pays", pl.col("gold_paid")),
        _win_index(setup, "reserver_win_index", "that reserved", reserves > 0),
        _win_index(setup, "other_win_index", "that did not reserve", reserves == 0),
    ]


def _a_seat(name: str, what: str, does: str, amount: pl.Expr) -> Metric:
    title = f"{what} that a seat {does} in a game"
    definition = f"{title[0].upper()}{title[1:]}, over all games."
    return Metric(name, title, definition, amount, EVERY, MEAN, what, SEAT)


def _win_index(setup: Setup, name: str, which: str, condition: pl.Expr) -> Metric:
    title = f"win share over fair share of seats {which}"
    definition = f"Win share over fair share of the seats {which} in the game; 1 is par. An association."
    wins = pl.when(condition).then(setup.players * pl.col("win_share"))
    return Metric(name, title, definition, wins, FINISHED & condition, MEAN, "of par", SEAT)
