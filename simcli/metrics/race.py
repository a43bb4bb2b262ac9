"""Is it a race: lead changes, leads that hold, comebacks, and whether an early lead or the first
noble decides."""

import polars as pl

from simcli.base.words import NOTED_ROUNDS
from simcli.metrics.metric import ACROSS_RUNS, MEAN, Metric
from simcli.metrics.setup import FINISHED, Setup, of_seat, several

# Who stands out after a noted round: the column that is compared, the sign of what stands out, and
# the words.
POSITIONS = {
    "leader": ("prestige", 1, "the sole leader in prestige"),
    "last": ("prestige", -1, "the sole last in prestige"),
    "card_leader": ("cards_after", 1, "the one alone ahead in cards"),
}


def lead_changes(setup: Setup) -> list[Metric]:
    """The metric of lead changes; `setup` is not needed, and taken like everywhere."""
    return [
        Metric(
            "lead_changes",
            "lead changes",
            "How often, over the ends of rounds, another is alone in front, in finished games.",
            pl.when(FINISHED).then(pl.col("lead_changes")),
            FINISHED,
            MEAN,
            "lead changes",
            clustering=ACROSS_RUNS,
            sweep_name="lead-changes",
        )
    ]


def metrics(setup: Setup) -> list[Metric]:
    """The fate of the first noble's host and of those who stand out after a noted round."""
    rounds = setup.by_seat("first_noble_round")
    earliest = pl.min_horizontal(*rounds)
    # Of several first visits in one round the seat that plays first had its visit first.
    hosts, taken = [], pl.lit(False)
    for first in rounds:
        here = (first == earliest).fill_null(False)
        hosts.append(here & ~taken)
        taken = taken | here
    by_side = [pl.any_horizontal(*(hosts[seat - 1] for seat in side)) for side in setup.sides]
    visited = FINISHED & earliest.is_not_null()
    found = [
        Metric(
            "first_noble_win_rate",
            "share of the wins of the side that the first noble visited",
            "Share of the wins of the seat (or its team) that the first noble of the game visited.",
            pl.when(visited).then(setup.wins_of(by_side)),
            visited,
        )
    ]
    for who, (column, sign, text) in POSITIONS.items():
        for number in NOTED_ROUNDS:
            running = FINISHED & of_seat(f"prestige_{number}", 1).is_not_null()
            leads = setup.leads([sign * value for value in setup.by_side(f"{column}_{number}")])
            alone = running & ~several(leads)
            found += [
                Metric(
                    f"{who}{number}_rate",
                    f"games still running after round {number} that have {text}",
                    f"Games still running after a noted round in which there is {text}.",
                    alone,
                    running,
                ),
                Metric(
                    f"{who}{number}_win_rate",
                    f"share of the wins of {text} after round {number}",
                    f"Share of the wins that goes to {text} after a noted round.",
                    pl.when(alone).then(setup.wins_of(leads)),
                    alone,
                ),
            ]
    return found
