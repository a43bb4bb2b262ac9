"""Nobles: how many come, and what they decide."""

import polars as pl

from simcli.metrics.metric import ACROSS_RUNS, MEAN, SEAT, Metric
from simcli.metrics.setup import EVERY, FINISHED, Setup, any_of

# The last number of nobles of a seat that is told apart stands for "or more".
MOST_TOLD_APART = 3


def visits(setup: Setup) -> list[Metric]:
    """How many nobles come, and the games whose winner they change."""
    visits_a_game = setup.total("nobles")
    without = [
        prestige - nobles
        for prestige, nobles in zip(setup.by_side("prestige"), setup.by_side("prestige_nobles"), strict=True)
    ]
    best_without = zip(setup.leads(without), setup.side_won(), strict=True)
    return [
        Metric(
            "nobles_per_game",
            "nobles a game",
            "Visits of nobles, all seats together, in all games.",
            visits_a_game,
            EVERY,
            MEAN,
            "nobles",
            clustering=ACROSS_RUNS,
            sweep_name="nobles",
        ),
        Metric(
            "noble_turned_rate",
            "games whose winner nobles change",
            "Finished games whose winner has not the most prestige when nobles are not counted.",
            FINISHED & ~any_of([leads & won for leads, won in best_without]),
            FINISHED,
            clustering=ACROSS_RUNS,
            sweep_name="turned",
        ),
    ]


def metrics(setup: Setup) -> list[Metric]:
    """The rest about nobles."""
    found = [
        Metric(
            "nobles_taken_rate",
            "share of the nobles shown that come",
            "Visits of nobles over the nobles on offer, in all games.",
            setup.total("nobles"),
            pl.lit(setup.nobles_shown),
            MEAN,
            "of the nobles shown",
            clustering=ACROSS_RUNS,
        ),
        Metric(
            "no_noble_rate",
            "games without a noble",
            "All games in which no noble came.",
            setup.total("nobles") == 0,
            EVERY,
        ),
        Metric(
            "noble_prestige_share",
            "share of all prestige that comes from nobles",
            "Prestige from nobles over all prestige, all seats of finished games together.",
            pl.when(FINISHED).then(pl.col("prestige_nobles")),
            pl.when(FINISHED).then(pl.col("prestige")),
            level=SEAT,
        ),
    ]
    for number in range(MOST_TOLD_APART + 1):
        last = number == MOST_TOLD_APART
        held = pl.col("nobles") >= number if last else pl.col("nobles") == number
        name = f"{number}{' or more' * last} noble{'' if number == 1 else 's'}"
        found += [
            Metric(
                f"nobles{number}_seat_rate",
                f"seats with {name}",
                "Seats of finished games that end with so many nobles.",
                FINISHED & held,
                FINISHED,
                level=SEAT,
            ),
            Metric(
                f"nobles{number}_win_share",
                f"share of the wins of seats with {name}",
                "Share of the wins that goes to seats with so many nobles.",
                pl.when(held).then(pl.col("win_share")),
                FINISHED & (pl.col("seat") == 1),
                level=SEAT,
            ),
        ]
    return found
