"""The short table after a run: win shares by strategy and by seat, length, nobles, what decided the games. Reads a part at a time."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from simcli.base.words import DECIDERS
from simcli.stats.clusters import ClusterSums, share
from simcli.stats.results import Interval


@dataclass(frozen=True)
class Share:
    """The share of the wins of a strategy (all its places together) or of a seat; `fair` is what it would be if all places were alike."""

    name: str
    interval: Interval
    fair: float


@dataclass(frozen=True)
class Summary:
    """What `simcli run` prints when it is done. Shares leave out games without a winner; None where there is no such game."""

    games: int
    deals: int
    strategies: tuple[Share, ...]
    seats: tuple[Share, ...]
    mean_rounds: float | None
    mean_nobles: float
    decided: dict[str, float]  # share of the games with a winner, by what decided them
    without_winner: dict[str, float]  # share of all games that ended in stalemate or at the round limit


def summarise(folder: Path, manifest: dict) -> Summary:
    """The summary of a run folder; `manifest` is its run.json."""
    config = manifest["config"]
    labels = [entry["label"] for entry in config["line_up"]]
    players = config["players"]
    names = list(dict.fromkeys(labels))
    sums: dict[str, ClusterSums] = {}
    games = deals = rounds = nobles = 0
    decided = dict.fromkeys(DECIDERS, 0)
    ended = {"stalemate": 0, "round_limit": 0}
    for path in sorted((Path(folder) / "games").glob("part-*.parquet")):
        played = pl.read_parquet(path, columns=["game", "deal", "ended", "decided_by", "rounds"])
        seats = pl.read_parquet(
            Path(folder) / "seats" / path.name, columns=["game", "seat", "place", "win_share", "nobles"]
        )
        games += played.height
        deals += played["deal"].n_unique()
        nobles += int(seats["nobles"].cast(pl.Int64).sum())
        finished = played["ended"].cast(pl.String) == "target"
        rounds += int(played.filter(finished)["rounds"].cast(pl.Int64).sum())
        for row in played["decided_by"].drop_nulls().cast(pl.String).value_counts().rows():
            decided[row[0]] += row[1]
        for ending in ended:
            ended[ending] += int((played["ended"].cast(pl.String) == ending).sum())
        # A part holds whole deals in order, so that sums by deal are sums over rows of a table.
        seatings = len(config["seatings"])
        share_of = seats["win_share"].fill_null(0.0).to_numpy().reshape(-1, seatings * players)
        place = seats["place"].to_numpy().reshape(-1, seatings * players)
        seat = seats["seat"].to_numpy().reshape(-1, seatings * players)
        sizes = finished.to_numpy().reshape(-1, seatings).sum(axis=1).astype(float)
        for name in names:
            mine = np.isin(place, [p + 1 for p, label in enumerate(labels) if label == name])
            _add(sums, f"strategy {name}", (share_of * mine).sum(axis=1), sizes)
        for number in range(1, players + 1):
            _add(sums, f"seat {number}", (share_of * (seat == number)).sum(axis=1), sizes)
    won = games - sum(ended.values())
    return Summary(
        games,
        deals,
        tuple(Share(name, share(sums[f"strategy {name}"]), labels.count(name) / players) for name in names)
        if len(names) > 1
        else (),
        tuple(
            Share(f"seat {number}", share(sums[f"seat {number}"]), 1 / players)
            for number in range(1, players + 1)
        ),
        rounds / won if won else None,
        nobles / games,
        {name: count / won for name, count in decided.items()} if won else {},
        {name: count / games for name, count in ended.items()},
    )


def _add(sums: dict, name: str, totals: np.ndarray, sizes: np.ndarray) -> None:
    more = ClusterSums.of(totals, sizes)
    sums[name] = sums[name] + more if name in sums else more


def as_dict(summary: Summary) -> dict:
    """The summary as plain values for JSON."""

    def shares(found):
        return {
            s.name: {
                "win_share": s.interval.estimate,
                "low": s.interval.low,
                "high": s.interval.high,
                "fair": s.fair,
            }
            for s in found
        }

    return {
        "games": summary.games,
        "deals": summary.deals,
        "strategies": shares(summary.strategies),
        "seats": shares(summary.seats),
        "mean_rounds": summary.mean_rounds,
        "mean_nobles": summary.mean_nobles,
        "decided_by": summary.decided,
        "without_winner": summary.without_winner,
    }


def as_text(summary: Summary, table) -> str:
    """The summary as text; `table(header, rows)` aligns rows (cli.output.table)."""
    rows = [
        [s.name, *_percent(s.interval), f"{100 * s.fair:.1f}%"] for s in (*summary.strategies, *summary.seats)
    ]
    lines = [table(["", "win share", "95% interval", "fair"], rows)]
    if summary.mean_rounds is not None:
        rest = [
            f"{name.replace('_', ' ')} {100 * value:.2f}%" for name, value in summary.decided.items() if value
        ]
        lines.append(
            f"\n{summary.mean_rounds:.2f} rounds and {summary.mean_nobles:.2f} nobles a game on average."
        )
        lines.append(f"Decided by: {', '.join(rest)}.")
    lost = ", ".join(
        f"{name.replace('_', ' ')} {100 * value:.3f}%" for name, value in summary.without_winner.items()
    )
    lines.append(f"Without a winner: {lost}.")
    lines.append(f"Intervals are clustered by deal (n = {summary.deals:,} deals).")
    return "\n".join(lines)


def _percent(interval: Interval) -> list[str]:
    if interval.estimate is None:
        return ["-", "-"]
    bounds = "-" if interval.low is None else f"{100 * interval.low:.2f}% to {100 * interval.high:.2f}%"
    return [f"{100 * interval.estimate:.2f}%", bounds]
