"""Who wins: shares of the wins by seat, by team and by strategy."""

import polars as pl

from simcli.metrics.metric import Metric
from simcli.metrics.setup import FINISHED, Setup, added, of_seat

WON = "of the finished games; k winners have 1/k each"


def metrics(setup: Setup) -> list[Metric]:
    """Shares by team, where there are teams, and by seat."""
    found = []
    if setup.team_of:
        by_team = setup.by_side("win_share")
        found += [
            _share(
                "starting_team_share", "the starting team", by_team[setup.team_of[0] - 1], "starting-team"
            ),
            *(
                _share(f"team{number}_share", f"team {number}", wins)
                for number, wins in enumerate(by_team, 1)
            ),
        ]
    for seat in setup.seats:
        found.append(_share(f"seat{seat}_share", f"seat {seat}", of_seat("win_share", seat), f"seat-{seat}"))
    return found


def _share(name: str, whose: str, wins: pl.Expr, sweep_name: str = "") -> Metric:
    definition = f"Its share of the wins {WON}."
    return Metric(
        name, f"wins of {whose}", definition, wins, FINISHED, about_seats=True, sweep_name=sweep_name
    )


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
