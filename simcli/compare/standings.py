"""What a tournament says: shares of every pairing, joint ratings with seat effects, and circles of
who beats whom."""

from functools import reduce
from math import sqrt
from operator import add

import numpy as np

from simcli.compare.calculator import bounds_of
from simcli.compare.tables import Meeting
from simcli.compare.tournament import TWELFTHS, Tournament
from simcli.stats.clusters import ClusterSums, share
from simcli.stats.cycles import circularity
from simcli.stats.ratings import SeatingSums, fit_ratings
from simcli.stats.results import Interval

SCHEMA = "simcli-tournament-result/1"


def share_of(tournament: Tournament, meeting: Meeting, strategy: int) -> ClusterSums:
    """The sums by deal of one strategy's win share at a table of two (a game without a winner
    counts for nobody and is left in)."""
    return _sums(tournament, meeting, strategy, 1)


def _sums(tournament: Tournament, meeting: Meeting, strategy: int, chances: int) -> ClusterSums:
    """Win shares of a strategy by deal, over games times `chances`: 1, or the number of its
    seats."""
    weight = (meeting.seats(tournament.layout) == strategy).ravel() / TWELFTHS
    m, b = tournament.layout.games * chances, meeting.deals
    total = float(weight @ meeting.totals)
    return ClusterSums(
        b, total, float(m * b), float(weight @ meeting.cross @ weight), m * total, float(m * m * b)
    )


def _mixed(tournament: Tournament) -> list[dict]:
    """By strategy, best first: its share of the wins a seat at all mixed tables that it sits at;
    par is 1 over the number of players."""
    found = []
    for k, name in enumerate(tournament.labels):
        sums = [
            _sums(tournament, m, k, m.line_up.count(k))
            for m in tournament.meetings
            if m.mixed and m.deals and k in m.line_up
        ]
        if sums:
            interval = share(reduce(add, sums))
            found.append(
                {"name": name, "share": interval.estimate, **bounds_of(interval), "deals": interval.n}
            )
    return sorted(found, key=lambda row: (-row["share"], row["name"]))


def standings(tournament: Tournament) -> dict:
    """The whole answer as plain values: ratings best first, seats, the table of shares, cycles.
    Never NaN."""
    labels, count = tournament.labels, len(tournament.strategies)
    tables: dict[tuple[int, int], Interval] = {}
    values = np.full((count, count), np.nan)
    errors, deals = values.copy(), values.copy()
    for meeting in tournament.meetings:
        if meeting.mixed:
            continue
        sides = (
            ((meeting.one, meeting.other), (meeting.other, meeting.one))
            if tournament.two_sides
            else ((meeting.one, meeting.other),)
        )
        for row, column in sides:
            sums = share_of(tournament, meeting, row)
            tables[row, column] = share(sums)
            if sums.ratio is not None:
                values[row, column], errors[row, column], deals[row, column] = (
                    sums.ratio,
                    sqrt(sums.variance or 0.0),
                    sums.clusters,
                )
    groups = [
        SeatingSums(m.seats(tournament.layout), m.deals, m.totals / TWELFTHS, m.cross / TWELFTHS**2)
        for m in tournament.meetings
        if m.deals
    ]
    ratings = fit_ratings(groups, count) if groups else None
    circle = circularity(values, errors, deals, tournament.layout.par)
    rated = [_rating(labels[k], ratings.strategies[k] if ratings else None) for k in range(count)]
    rated.sort(
        key=lambda each: (
            -(
                each["elo"]
                if each["elo"] is not None
                else {"above range": 1e9, "below range": -1e9}.get(each["note"], -1e8)
            ),
            each["name"],
        )
    )
    games = tournament.played
    return {
        "schema": SCHEMA,
        "rules": tournament.rules.name,
        "players": tournament.players,
        "seed": tournament.seed,
        "games": games,
        "deals": sum(meeting.deals for meeting in tournament.meetings),
        "unfinished_rate": sum(m.unfinished for m in tournament.meetings) / games if games else None,
        "mean_rounds": sum(m.rounds for m in tournament.meetings) / games if games else None,
        "par": tournament.layout.par,
        "ratings": rated,
        "seats": [
            _rating(f"seat {seat}", interval)
            for seat, interval in enumerate(ratings.seats if ratings else (), 1)
        ],
        "shares": [
            {
                "row": labels[row],
                "column": labels[column],
                "share": found.estimate,
                **bounds_of(found),
                "deals": found.n,
            }
            for (row, column), found in sorted(tables.items())
        ],
        "mixed": _mixed(tournament),
        "cyclic": circle.cyclic,
        "cycles": [
            {"members": [labels[k] for k in cycle.members], "weakest_log_odds": cycle.weakest, "p": cycle.p}
            for cycle in circle.cycles
        ],
    }


def _rating(name: str, interval: Interval | None) -> dict:
    if interval is None:
        return {"name": name, "elo": None, "low": None, "high": None, "note": "no games"}
    return {
        "name": name,
        "elo": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "note": interval.note,
    }
