"""What becomes of reserved cards: how many another side could have paid for, how many are purchased
later."""

from collections.abc import Callable
from functools import partial

import polars as pl

from simcli.base.words import LEVELS
from simcli.metrics.metric import BY_CARD, BY_DEAL, CARD, GAME, SEAT, Metric
from simcli.metrics.setup import Setup, of_seat

BLOCKING = "Cards reserved from the table that a seat of another side could have paid for at once."
BOUGHT = "Reserved cards, from the table and from decks, that the reserver purchased later in the game."
# Wanted by another side, reserved from the table, from a deck, purchased later: columns of `seats`,
# and of `cards`.
OF_SEATS = ("reserves_wanted", "reserves_table", "reserves_deck", "reserved_bought")
OF_CARDS = ("reserved_wanted", "reserved_table", "reserved_deck", "bought_reserved")


def metrics(setup: Setup) -> list[Metric]:
    """Reserves of all seats together, by seat, and by level of the card."""
    found = _rates("", "", GAME, OF_SEATS, setup.total)
    for seat in setup.seats:
        found += _rates(f"seat{seat}_", f" by seat {seat}", GAME, OF_SEATS, partial(of_seat, seat=seat))
    for level in LEVELS:
        where = pl.col("level") == level
        found += _rates(f"level{level}_", f" of level {level}", CARD, OF_CARDS, _where(where))
    return found


def strategy_metrics(setup: Setup, labels: tuple[str, ...]) -> list[Metric]:
    """The same by strategy, over all places that it holds."""
    found = []
    for number, label, places in setup.places_of(labels):
        where = pl.col("place").is_in(places)
        found += _rates(f"strategy{number}_", f" by {label}", SEAT, OF_SEATS, _where(where))
    return found


def _where(condition: pl.Expr) -> Callable[[str], pl.Expr]:
    return lambda column: pl.when(condition).then(pl.col(column))


def _rates(
    prefix: str, whose: str, level: str, columns: tuple[str, ...], amount: Callable[[str], pl.Expr]
) -> list[Metric]:
    """The two rates of some reserves, whose counts `amount` reads from `columns`."""
    wanted, table, deck, bought = map(amount, columns)
    clustering = BY_CARD if level == CARD else BY_DEAL
    about_seats = level == GAME and bool(prefix)
    blocking = f"cards{whose} reserved from the table that another side could have paid for at once"
    later = f"reserved cards{whose} that are purchased"
    return [
        Metric(
            f"{prefix}{name}",
            title,
            definition,
            *ratio,
            level=level,
            clustering=clustering,
            about_seats=about_seats,
        )
        for name, title, definition, ratio in (
            ("blocking_reserve_rate", blocking, BLOCKING, (wanted, table)),
            ("reserved_bought_rate", later, BOUGHT, (bought, table + deck)),
        )
    ]
