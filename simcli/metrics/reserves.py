"""What becomes of reserved cards: how many another side could have paid for, how many are purchased
later."""

import polars as pl

from simcli.base.words import LEVELS
from simcli.metrics.metric import BY_CARD, BY_DEAL, CARD, SEAT, Metric
from simcli.metrics.setup import Setup

BLOCKING = "Cards reserved from the table that a seat of another side could have paid for at once."
BOUGHT = "Reserved cards, from the table and from decks, that the reserver purchased later in the game."


def metrics(setup: Setup) -> list[Metric]:
    """Reserves of all seats together, by seat, and by level of the card."""
    found = _of("", "", SEAT, pl.lit(True))
    for seat in setup.seats:
        found += _of(f"seat{seat}_", f" by seat {seat}", SEAT, pl.col("seat") == seat, about_seats=True)
    for level in LEVELS:
        found += _of(f"level{level}_", f" of level {level}", CARD, pl.col("level") == level)
    return found


def strategy_metrics(setup: Setup, labels: tuple[str, ...]) -> list[Metric]:
    """The same by strategy, over all places that it holds."""
    found = []
    for number, label, places in setup.places_of(labels):
        found += _of(f"strategy{number}_", f" by {label}", SEAT, pl.col("place").is_in(places))
    return found


def _of(prefix: str, whose: str, level: str, where: pl.Expr, about_seats: bool = False) -> list[Metric]:
    if level == CARD:
        wanted, table, deck, bought = "reserved_wanted", "reserved_table", "reserved_deck", "bought_reserved"
    else:
        wanted, table, deck, bought = "reserves_wanted", "reserves_table", "reserves_deck", "reserved_bought"
    clustering = BY_CARD if level == CARD else BY_DEAL

    def metric(name: str, title: str, definition: str, numerator: pl.Expr, denominator: pl.Expr) -> Metric:
        above, below = (pl.when(where).then(value) for value in (numerator, denominator))
        return Metric(
            prefix + name,
            title,
            definition,
            above,
            below,
            level=level,
            clustering=clustering,
            about_seats=about_seats,
        )

    return [
        metric(
            "blocking_reserve_rate",
            f"cards{whose} reserved from the table that another side could have paid for at once",
            BLOCKING,
            pl.col(wanted),
            pl.col(table),
        ),
        metric(
            "reserved_bought_rate",
            f"reserved cards{whose} that are purchased",
            BOUGHT,
            pl.col(bought),
            pl.col(table) + pl.col(deck),
        ),
    ]
