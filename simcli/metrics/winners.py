"""Who wins: shares of the wins by seat, by team and by strategy."""

import polars as pl

from simcli.metrics.metric import Metric
from simcli.metrics.setup import FINISHED, Setup, added, of_seat

WON = "of the finished games; k winners have 1/k each"


def metrics(setup: Setup) -> list[Metric]:
    """Shares by team, where there are teams, and by seat."""
    found = []
    for number, wins in enumerate(setup.by_side("win_share") if setup.team_of else (), 1):
        starts = number == setup.team_of[0]
        found.append(
            Metric(
                f"team{number}_share",
                "wins of the starting team" if starts else f"wins of team {number}",
                f"The team of seat 1, its share of the wins {WON}."
                if starts
                else f"Its share of the wins {WON}.",
                wins,
                FINISHED,
                about_seats=True,
                sweep_name="starting-team" if starts else "",
            )
        )
    for seat in setup.seats:
        found.append(
            Metric(
                f"seat{seat}_share",
                f"wins of seat {seat}",
                f"Its share of the wins {WON}.",
                of_seat("win_share", seat),
                FINISHED,
                about_seats=True,
                sweep_name=f"seat-{seat}",
            )
        )
    return found


def strategy_metrics(setup: Setup, labels: tuple[str, ...]) -> list[Metric]:
    """The share of the wins of each strategy that `labels` names, over all places that it holds in
    the line-up."""
    found = []
    for number, label, places in setup.places_of(labels):
        held = [
            pl.when(of_seat("place", seat).is_in(places)).then(of_seat("win_share", seat))
            for seat in setup.seats
        ]
        found.append(
            Metric(
                f"strategy{number}_share",
                f"wins of {label}",
                f"Its share of the wins {WON}.",
                added(held),
                FINISHED,
                sweep_name=f"strategy-{number}",
            )
        )
    return found
