"""Is the game fair by seat: share of wins by seat, whether it lies within one point of fair, and
whether the seats differ at all.

A line-up with different strategies says something about seats only if every strategy sits in every
seat equally often; other runs are left out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcli.analysis.blocks import Block
from simcli.analysis.gather import Gathered, Study, estimate, strata
from simcli.analysis.handicap import Handicap
from simcli.analysis.handicap import answer as handicaps
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate, covariance
from simcli.stats.normal import chi_square_tail

# Half a win more or less in fifty games: what is inside nobody will notice at the table.
BAND = 0.01


def measures(block: Block) -> dict[str, np.ndarray]:
    """Win share and finished games by seating and seat: `w{seating}_{seat}`, `n{seating}`."""
    wins = block.seats["win_share"]
    found = {}
    for number in range(len(block.run.seatings)):
        here = block.seating == number
        found[f"n{number}"] = here & block.finished
        for seat in range(block.run.players):
            found[f"w{number}_{seat + 1}"] = np.where(here, wins[:, seat], 0.0)
    return found


STUDY = Study("seats", seats=("win_share",), measures=measures)


@dataclass(frozen=True)
class SeatShare:
    """One seat (or team): its share of the wins, the fair share, and `verdict`: inside, outside or
    undecided about fair +-1 point."""

    name: str
    share: Estimate
    fair: float
    verdict: str

    @property
    def index(self) -> float:
        """Share over fair share: 1 is par, whatever the number of players."""
        return self.share.value / self.fair


@dataclass(frozen=True)
class SeatTable:
    """Shares by seat of some runs taken together. `p`: chance of such differences if all seats were
    equal (Wald, clustered by deal); `kind`: mirror, mixed, teams or run; `label`: line-up;
    `mirror`: one strategy in all seats."""

    label: str
    kind: str
    rows: tuple[SeatShare, ...]
    chi_square: float | None
    p: float | None
    mirror: bool = False

    @property
    def verdict(self) -> str:
        """outside if the interval of any seat is more than a point off, inside if all are within
        it, else undecided."""
        verdicts = {row.verdict for row in self.rows}
        return next((word for word in ("outside", "undecided") if word in verdicts), "inside")

    @property
    def furthest(self) -> SeatShare:
        """The seat furthest from its fair share; the first of equals."""
        return max(self.rows, key=lambda row: round(abs(row.share.value - row.fair), 9))


@dataclass(frozen=True)
class SeatAnswer:
    """All about seats in one setting. `headline`: mirror runs together where there are any, else
    the balanced mixed ones; None if nothing can be said, then `why` says why. `by_run`: every
    usable run. `left_out`: runs whose seats and strategies cannot be told apart. `handicaps`: by
    seat, or by team where there are teams, from the runs of the headline."""

    headline: SeatTable | None
    by_kind: tuple[SeatTable, ...]
    by_run: tuple[SeatTable, ...]
    teams: SeatTable | None
    left_out: tuple[str, ...]
    why: str
    handicaps: tuple[Handicap, ...] = ()


def answer(setting: Setting, found: Sequence[Gathered]) -> SeatAnswer:
    """Answer for one setting from what its runs left."""
    usable = [one for one in found if one.run.balanced and one.finished]
    left_out = tuple(one.run.name for one in found if not one.run.balanced)
    groups = {
        "mirror": [one for one in usable if one.run.mirror],
        "mixed": [one for one in usable if not one.run.mirror],
    }
    tables = [_table(kind, kind, setting, group) for kind, group in groups.items() if group]
    by_kind = tuple(table for table in tables if table)
    by_run = tuple(table for one in usable if (table := _table(one.run.line_up_text, "run", setting, [one])))
    head = next((groups[kind] for kind in ("mirror", "mixed") if groups[kind]), [])
    teams = _team_table(setting, head) if setting.teams and head else None
    if not usable:
        why = (
            "no game has a winner"
            if not any(one.finished for one in found)
            else "each strategy kept its seat, so seat and strategy cannot be told apart"
        )
        return SeatAnswer(None, (), (), None, left_out, why)
    names = [row.name for row in (teams or by_kind[0]).rows]
    return SeatAnswer(by_kind[0], by_kind, by_run, teams, left_out, "", handicaps(head, names))


def wins_of_seat(seat: int, run_count: int) -> dict[str, float]:
    """Weights of the win shares of one seat over all seatings; `run_count`: seatings to cover."""
    return {f"w{number}_{seat}": 1.0 for number in range(run_count)}


def games_of(run_count: int) -> dict[str, float]:
    """Weights of the finished games over all seatings."""
    return {f"n{number}": 1.0 for number in range(run_count)}


def judge(share_of: Estimate, fair: float) -> str:
    """inside, outside or undecided: where the 95% interval lies against fair +-1 point."""
    if not share_of.known:
        return "undecided"
    if share_of.low >= fair - BAND and share_of.high <= fair + BAND:
        return "inside"
    return "outside" if share_of.high < fair - BAND or share_of.low > fair + BAND else "undecided"


def _table(label: str, kind: str, setting: Setting, found: Sequence[Gathered]) -> SeatTable | None:
    names = {f"Seat {seat}": (f"seat{seat}_share", (seat,)) for seat in range(1, setting.players + 1)}
    return _shares(label, kind, names, 1 / setting.players, found)


def _team_table(setting: Setting, found: Sequence[Gathered]) -> SeatTable | None:
    seats = [
        tuple(seat for seat, number in enumerate(setting.team_of, 1) if number == team)
        for team in sorted(set(setting.team_of))
    ]
    names = {
        "Seats " + "-".join(map(str, members)): (f"team{team}_share", members)
        for team, members in enumerate(seats, 1)
    }
    return _shares("teams", "teams", names, 1 / len(names), found)


def _shares(
    label: str,
    kind: str,
    names: dict[str, tuple[str, tuple[int, ...]]],
    fair: float,
    found: Sequence[Gathered],
) -> SeatTable | None:
    """`names`: what a seat or team is called -> its metric and its seats."""
    shares = {name: estimate(found, metric) for name, (metric, _) in names.items()}
    if any(value is None for value in shares.values()):
        return None
    rows = tuple(SeatShare(name, value, fair, judge(value, fair)) for name, value in shares.items())
    seatings = max(len(one.run.seatings) for one in found)
    wins = [
        {key: 1.0 for seat in seats for key in wins_of_seat(seat, seatings)} for _, seats in names.values()
    ]
    chi_square, p = _omnibus(strata(found, STUDY.name), wins, games_of(seatings), fair)
    return SeatTable(label, kind, rows, chi_square, p, all(one.run.mirror for one in found))


def _omnibus(sums, aboves: list[dict], below: dict, fair: float) -> tuple[float | None, float | None]:
    """Wald test that all shares are fair: quadratic form in all shares but the last (they add up to
    1), clustered by deal."""
    matrix = covariance(sums, aboves[:-1], below)
    if matrix is None or np.linalg.matrix_rank(matrix) < len(matrix):
        return None, None
    total = sum(one.sum_of(below) for one in sums)
    off = np.array([sum(one.sum_of(above) for one in sums) / total - fair for above in aboves[:-1]])
    value = float(off @ np.linalg.solve(matrix, off))
    return value, chi_square_tail(value, len(off))
