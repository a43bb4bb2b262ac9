"""What settings are compared in: a few measures of a game, each a ratio of two sums over games, so that any two settings can be set
against each other deal by deal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import MISSING, SEAT_ROWS, Block, blocks
from simcli.analysis.runs import Run
from simcli.analysis.units import by_unit, members, unit_of_seat
from simcli.base.words import DECIDERS, ENDINGS

GAMES = ("rounds", "ended", "decided_by", "margin", "lead_changes", "target_seat")
SEATS = ("win_share", "prestige", "prestige_nobles", "nobles")


@dataclass(frozen=True)
class Measure:
    """One measure: `id` names it in files, `name` in texts; `kind`: share (between 0 and 1) or mean; `meaning`: its definition."""

    id: str
    name: str
    kind: str
    meaning: str


def measures_of(players: int, teams: bool = True, labels: Sequence[str] = ()) -> tuple[Measure, ...]:
    """The measures for so many players. `teams`: with those that only teams have; `labels`: with the win share of each of these
    strategies. Where one does not apply (a team without teams, a seat that cannot be told from its strategy) it counts no games."""
    won = "of the finished games; k winners have 1/k each"
    found = [
        Measure(f"strategy-{k}", f"wins of {label}", "share", f"Its share of the wins {won}.")
        for k, label in enumerate(labels, 1)
    ]
    found += (
        [
            Measure(
                "starting-team",
                "wins of the starting team",
                "share",
                f"The team of seat 1, its share of the wins {won}.",
            )
        ]
        if teams
        else []
    )
    found += [
        Measure(f"seat-{seat}", f"wins of seat {seat}", "share", f"Its share of the wins {won}.")
        for seat in range(1, players + 1)
    ]
    found += [
        Measure("rounds", "rounds", "mean", "Rounds begun, in finished games."),
        Measure(
            "tied",
            "level on prestige",
            "share",
            "Finished games in which two or more have the highest prestige, so that a tie-break is needed.",
        ),
        Measure(
            "by-cards",
            "decided by fewest cards",
            "share",
            "Finished games that the number of purchased cards decided.",
        ),
        Measure(
            "shared", "shared wins", "share", "Finished games in which the tie-breaks left several winners."
        ),
    ]
    found += (
        [
            Measure(
                "by-weakest",
                "decided by the weakest member",
                "share",
                "Finished games that the weaker partner's prestige decided.",
            )
        ]
        if teams
        else []
    )
    return (
        *found,
        Measure(
            "margin",
            "winning margin",
            "mean",
            "Prestige of the winner less that of the best other seat (team), in finished games.",
        ),
        Measure(
            "close",
            "margin of 0 or 1",
            "share",
            "Finished games with a winning margin of at most 1 prestige.",
        ),
        Measure("nobles", "nobles a game", "mean", "Visits of nobles, all seats together, in all games."),
        Measure(
            "turned",
            "games that nobles turn",
            "share",
            "Finished games whose winner has not the most prestige when nobles are not counted.",
        ),
        Measure(
            "lead-changes",
            "lead changes",
            "mean",
            "How often, over the ends of rounds, another is alone in front, in finished games.",
        ),
        Measure(
            "overtaken",
            "trigger overtaken",
            "share",
            "Finished games in which whoever first reached the target has no part of the win.",
        ),
        Measure(
            "stalemate",
            "stalemates",
            "share",
            "All games in which a whole round of forced passes ended the game.",
        ),
        Measure(
            "round-limit", "stopped at the round limit", "share", "All games that the round limit stopped."
        ),
        Measure("unfinished", "games without a winner", "share", "All games that ended without a winner."),
    )


def by_game(
    block: Block, seats: bool, labels: Sequence[str] = ()
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Numerator and denominator of each measure by game: id -> two (n,) arrays. `seats`: whether the run says something about seats."""
    finished, wins = block.finished, block.seats["win_share"]
    every, none = np.ones(len(finished)), np.zeros(len(finished))
    units = unit_of_seat(block.run)
    unit_wins = wins @ members(block.run)
    decided, ended = block.games["decided_by"], block.games["ended"]
    found = {}
    for number, label in enumerate(labels, 1):
        places = [place for place, name in enumerate(block.run.line_up) if name == label]
        held = np.array(
            [
                [
                    1.0 if seat + 1 in [seating[p] for p in places] else 0.0
                    for seat in range(block.run.players)
                ]
                for seating in block.run.seatings
            ]
        )
        found[f"strategy-{number}"] = ((wins * held[block.seating]).sum(axis=1), finished)
    if block.run.team_of and seats:
        found["starting-team"] = (unit_wins[:, units[0]], finished)
    for seat in range(block.run.players):
        found[f"seat-{seat + 1}"] = (wins[:, seat], finished) if seats else (none, none)
    prestige = by_unit(block, "prestige")
    without = prestige - by_unit(block, "prestige_nobles")
    level = (prestige == prestige.max(axis=1, keepdims=True)).sum(axis=1) > 1
    best = without == without.max(axis=1, keepdims=True)
    target = block.games["target_seat"]
    reached = finished & (target != MISSING)
    trigger = units[np.where(reached, target - 1, 0)]
    margin = np.where(finished, block.games["margin"], 0)
    return found | {
        "rounds": (np.where(finished, block.games["rounds"], 0), finished),
        "tied": (level & finished, finished),
        "by-cards": (decided == DECIDERS.index("fewest_cards"), finished),
        "shared": (decided == DECIDERS.index("shared"), finished),
        "by-weakest": (decided == DECIDERS.index("weakest_member"), finished)
        if block.run.team_of
        else (none, none),
        "margin": (margin, finished),
        "close": (finished & (margin <= 1), finished),
        "nobles": (block.seats["nobles"].sum(axis=1), every),
        "turned": (finished & ~np.any(best & (unit_wins > 0), axis=1), finished),
        "lead-changes": (np.where(finished, block.games["lead_changes"], 0), finished),
        "overtaken": (reached & (unit_wins[np.arange(len(trigger)), trigger] == 0), reached),
        "stalemate": (ended == ENDINGS.index("stalemate"), every),
        "round-limit": (ended == ENDINGS.index("round_limit"), every),
        "unfinished": (~finished, every),
    }


def by_deal(
    run: Run, measures: Sequence[Measure], seats: bool, labels: Sequence[str] = (), rows: int = SEAT_ROWS
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The run's deals in ascending order, a block at a time: their numbers (D,) and the sums of the measures over the games of each,
    (k, 2, D): numerators and denominators. `rows`: seats of games read at once. Raises RunDataError for parts that cannot be read."""
    games_a_deal = len(run.seatings)
    for block in blocks(run, GAMES, SEATS, rows):
        if not len(block.game):
            continue
        found = by_game(block, seats, labels)
        sums = np.zeros((len(measures), 2, block.deals))
        for row, measure in enumerate(measures):
            for side, values in enumerate(found.get(measure.id, ())):
                # Slices with a stride: many times faster than a sum over a short last axis.
                for seating in range(games_a_deal):
                    sums[row, side] += values[seating::games_a_deal]
        yield block.game[::games_a_deal] // games_a_deal, sums
