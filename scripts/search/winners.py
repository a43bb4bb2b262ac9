"""How the winner's game looks: cards and nobles of strategies that beat the plain ones, with two
seats, as a Markdown table.

    python scripts/search/winners.py [NAME...]         (balanced and lookahead, if none is named)

Of the games that the strategy won: its purchased cards and its nobles at the end, and the rounds of
all that somebody won, with 95% intervals by deal.
"""

import argparse
import sys
from pathlib import Path

import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import simcli
from simcli.stats.clusters import ClusterSums, mean, share
from simcli.stats.results import Interval

PLAIN = ("random", "cheapest-first", "greedy", "noble-hunter", "early-reserver")


def measured(strategy: str, opponent: str, games: int, seed: int, jobs: int = 0) -> dict[str, Interval]:
    """`share`, `cards`, `nobles` and `rounds` of a strategy against an opponent."""
    played = simcli.play([strategy, opponent], games=games, seed=seed, jobs=jobs)
    deals = played.games.select("game", "deal", "rounds")
    own = played.seats.filter(pl.col("place") == 1, pl.col("win_share").is_not_null()).join(deals, on="game")
    won = pl.col("win_share") > 0
    sums = own.group_by("deal").agg(
        pl.len().alias("games"),
        won.sum().alias("won"),
        *(pl.col(name).sum().alias(name) for name in ("win_share", "rounds")),
        *(pl.col(name).filter(won).sum().alias(name) for name in ("cards", "nobles")),
    ).sort("deal")  # fmt: skip
    by_win = {name: mean(ClusterSums.of(sums[name], sums["won"])) for name in ("cards", "nobles")}
    return {
        "share": share(ClusterSums.of(sums["win_share"], sums["games"])),
        **by_win,
        "rounds": mean(ClusterSums.of(sums["rounds"], sums["games"])),
    }


def text(found: Interval) -> str:
    """A mean with the half width of its interval."""
    return f"{found.estimate:.2f} ±{(found.high - found.low) / 2:.2f}"


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", default=["balanced", "lookahead"])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=0, help="cores; all, if 0")
    options = parser.parse_args()
    print(
        "| winner | against | win share | its cards | its nobles | rounds |\n| --- | --- "
        "| ---: | ---: | ---: | ---: |"
    )
    for name in options.names:
        for opponent in PLAIN:
            found = measured(name, opponent, options.games, options.seed, options.jobs)
            numbers = " | ".join(text(found[what]) for what in ("cards", "nobles", "rounds"))
            print(f"| {name} | {opponent} | {found['share'].estimate:.1%} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
