"""Who competes: seats, or teams where there are teams. Everything about leads, margins and ties is
asked of these units."""

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.runs import Run


def unit_count(run: Run) -> int:
    """How many compete: seats, or teams."""
    return max(run.team_of) if run.team_of else run.players


def unit_names(run: Run) -> tuple[str, ...]:
    """The seats (teams) of a run for a reader, in order."""
    if not run.team_of:
        return tuple(f"Seat {seat}" for seat in range(1, run.players + 1))
    teams = [
        [str(seat) for seat, team in enumerate(run.team_of, start=1) if team == number]
        for number in sorted(set(run.team_of))
    ]
    return tuple("Seats " + "-".join(seats) for seats in teams)


def members(run: Run) -> np.ndarray:
    """(players, units) of 0 and 1: which seat belongs to which unit."""
    if not run.team_of:
        return np.eye(run.players, dtype=np.int64)
    return (np.array(run.team_of)[:, None] == np.arange(1, max(run.team_of) + 1)).astype(np.int64)


def by_unit(block: Block, column: str) -> np.ndarray:
    """A column of the seats added up by unit, (n, units). The column must not be NULL anywhere
    that is looked at."""
    values = block.seats[column]
    return values if not block.run.team_of else values @ members(block.run)


def weakest(block: Block) -> np.ndarray:
    """The prestige of the weakest member of each unit, (n, units)."""
    values = block.seats["prestige"]
    if not block.run.team_of:
        return values
    teams = np.array(block.run.team_of)
    return np.stack([values[:, teams == team].min(axis=1) for team in range(1, teams.max() + 1)], axis=1)


def unit_of_seat(run: Run) -> np.ndarray:
    """The unit (from 0) of each seat (from 0), (players,)."""
    return np.array(run.team_of) - 1 if run.team_of else np.arange(run.players)


def best_other(values: np.ndarray) -> np.ndarray:
    """For (n, units): the largest value among the other units, (n, units), columns contiguous."""
    units = values.shape[1]
    # Column by column: a sort along the short axis takes ten times as long.
    others = np.empty(values.shape, dtype=values.dtype, order="F")
    for number in range(units):
        rest = [other for other in range(units) if other != number]
        best = values[:, rest[0]]
        for other in rest[1:]:
            best = np.maximum(best, values[:, other])
        others[:, number] = best
    return others
