"""The Python interface: play games from a notebook, get frames.

    import simcli
    result = simcli.play(["balanced", "./mine.py:noble=2"], games=20_000, seed=1)
    result.win_share            # by place in the line-up, {label: share}
    result.seats                # polars frame, one row a game and seat

The columns are those of the run tables.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from simcli.base.errors import BadInput
from simcli.runs.folder import open_run
from simcli.runs.plan import Plan, new_plan
from simcli.runs.play import play_run
from simcli.runs.player import prepare


@dataclass(frozen=True, repr=False)
class Played:
    """Games that were played, as polars frames, with one row per game, game and seat, and noble's
    visit; and sums by card and by round.

    `folder` is the run folder if one was asked for, else None."""

    labels: list[str]
    games: pl.DataFrame
    seats: pl.DataFrame
    nobles: pl.DataFrame
    cards: pl.DataFrame
    rounds: pl.DataFrame
    folder: Path | None

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{label} {'-' if share is None else format(share, '.1%')}"
            for label, share in self.win_share.items()
        )
        return f"<{len(self.games):,} games: {shares}; frames games, seats, nobles, cards, rounds>"

    @property
    def win_share(self) -> dict[str, float | None]:
        """The mean win share of each strategy of the line-up, by label; games without a winner are
        left out. None where no game was won."""
        means = self.seats.group_by("strategy").agg(pl.col("win_share").mean())
        shares = dict(
            zip(means["strategy"].cast(pl.String).to_list(), means["win_share"].to_list(), strict=True)
        )
        return {label: shares.get(label) for label in dict.fromkeys(self.labels)}


def play(
    line_up,
    games: int = 10_000,
    seed: int = 1,
    rules="standard",
    settings=(),
    seating: str = "rotate",
    jobs: int = 0,
    folder=None,
) -> Played:
    """Play at least `games` games (whole deals) between 2 to 4 strategies: names,
    NAME:parameter=number, or paths of files.

    `rules` is the name of rules or a file, `settings` changes them ("prestige_to_win=21"). The run
    is kept in `folder`, which must be empty, if one is given. The same arguments give the same
    games. Raises BadInput for wrong input, StrategyError where a strategy breaks."""
    if isinstance(line_up, str):
        raise BadInput(
            f"line_up is {line_up!r}; expected a list of 2 to 4 strategies, such as [{line_up!r}, 'greedy']"
        )
    plan = new_plan(line_up, games, rules, tuple(settings), seed=seed, seating=seating)
    kernel = prepare(plan)
    if folder is not None:
        return _play_in(plan, kernel, Path(folder), jobs, keep=True)
    with tempfile.TemporaryDirectory(prefix="simcli-") as aside:
        return _play_in(plan, kernel, Path(aside) / "run", jobs, keep=False)


def _play_in(plan: Plan, kernel, folder: Path, jobs: int, keep: bool) -> Played:
    manifest = open_run(plan, folder, False, "simcli.play(...)")
    play_run(plan, folder, kernel, jobs, manifest=manifest)
    frames = [
        pl.read_parquet(folder / table / "*.parquet")
        for table in ("games", "seats", "nobles", "cards", "rounds")
    ]
    return Played(plan.labels, *frames, folder if keep else None)
