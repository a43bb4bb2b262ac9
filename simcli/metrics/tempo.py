"""How long games last, who triggers the end, and who is overtaken after it."""

import polars as pl

from simcli.base.words import LEVELS
from simcli.metrics.metric import ACROSS_RUNS, MEAN, Metric
from simcli.metrics.setup import EVERY, FINISHED, Setup, any_of

REACHED = FINISHED & pl.col("target_seat").is_not_null()


def length(setup: Setup) -> list[Metric]:
    """The length of games; `setup` is not needed, and taken like everywhere."""
    return [
        Metric(
            "mean_rounds",
            "rounds",
            "Rounds begun, in finished games.",
            pl.when(FINISHED).then(pl.col("rounds")),
            FINISHED,
            MEAN,
            "rounds",
            clustering=ACROSS_RUNS,
            sweep_name="rounds",
        )
    ]


def metrics(setup: Setup) -> list[Metric]:
    """The fate of whoever first reached the target, empty decks."""
    trigger = setup.side_of_seat(pl.col("target_seat"))
    won = pl.when(REACHED).then(setup.wins_of(trigger))
    kept = any_of([holds & wins for holds, wins in zip(trigger, setup.side_won(), strict=True)])
    found = [
        Metric(
            "trigger_win_rate",
            "share of the wins of whoever reached the target first",
            "Share of the wins that goes to the side whose seat first reached the target.",
            won,
            REACHED,
        ),
        Metric(
            "overtaken_rate",
            "trigger overtaken",
            "Finished games in which whoever first reached the target has no part of the win.",
            REACHED & ~kept,
            REACHED,
            clustering=ACROSS_RUNS,
            sweep_name="overtaken",
        ),
    ]
    for seat in setup.seats:
        mine = REACHED & (pl.col("target_seat") == seat)
        found += [
            Metric(
                f"seat{seat}_trigger_rate",
                f"games in which seat {seat} reaches the target first",
                "Finished games in which this seat is the first to reach the target.",
                mine,
                REACHED,
            ),
            Metric(
                f"seat{seat}_trigger_win_rate",
                f"share of the wins of seat {seat} where it reached the target first",
                (
                    "Share of the wins of this seat's side in the games in which the seat first "
                    "reached the target."
                ),
                pl.when(mine).then(won),
                mine,
            ),
        ]
    for level in LEVELS:
        found.append(
            Metric(
                f"deck{level}_empty_rate",
                f"games with the deck of level {level} empty at the end",
                "All games that ended with this deck empty.",
                pl.col(f"deck_left_{level}") == 0,
                EVERY,
            )
        )
    return found
