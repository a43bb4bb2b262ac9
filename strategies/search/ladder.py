"""The ladder: all strategies against each other with 2, 3 and 4 seats, as Markdown tables of ratings with 95% intervals.

    python strategies/search/ladder.py > ladder.md        (or: make ladder)

With two seats everybody plays everybody; with three and four, line-ups drawn at random, each strategy as often as the others within one. Every deal is
played in every rotation; ratings are a joint model with seat effects (see simcli/stats/ratings.py), intervals clustered by deal.
Slow strategies play fewer deals.
"""

import argparse
import datetime
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from arena import play

from simcli import __version__
from simcli.stats.ratings import SeatingSums, fit_ratings
from simcli.strategy import load, shipped

SLOW = {"lookahead": "slow", "monte-carlo": "slowest"}


def line_ups(names: list[str], players: int, rounds: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """All pairs for two seats; for more, `rounds` shuffles of the names cut into tables."""
    if players == 2:
        return list(combinations(range(len(names)), 2))
    tables = []
    for _ in range(rounds):
        order = rng.permutation(len(names))
        tables += [tuple(map(int, order[i : i + players])) for i in range(0, len(names) - players + 1, players)]
    return tables


def rated(names: list[str], players: int, options) -> tuple[list[str], list[SeatingSums], dict]:
    """Play the ladder of a number of seats; the groups for the ratings, and for two seats the share of each pair."""
    strategies, groups, pairs = [load(name) for name in names], [], {}
    for number, places in enumerate(line_ups(names, players, options.rounds, np.random.default_rng(options.seed))):
        speeds = {SLOW.get(names[place], "quick") for place in places}
        deals = options.slowest if "slowest" in speeds else options.slow if "slow" in speeds else options.quick
        seatings, shares, _ = play([strategies[place] for place in places], deals, options.seed + number)
        groups.append(SeatingSums.of(np.array(places)[seatings], shares))
        if players == 2:
            first = (shares[:, 0, 0] + shares[:, 1, 1]) / 2
            pairs[places] = (float(first.mean()), 1.96 * float(first.std(ddof=1)) / np.sqrt(deals))
        score = f"  {pairs[places][0]:.1%} ±{pairs[places][1]:.1%}" if players == 2 else ""
        print(f"{players} seats: {', '.join(names[place] for place in places)}{score}", file=sys.stderr, flush=True)
    return names, groups, pairs


def _bound(value) -> str:
    return "?" if value is None else f"{value:+.0f}"


def rating_table(names: list[str], groups: list[SeatingSums]) -> list[str]:
    """Rows of a Markdown table, the best first."""
    ratings = fit_ratings(groups, len(names)).strategies
    order = sorted(range(len(names)), key=lambda i: -(ratings[i].estimate if ratings[i].estimate is not None else -1e9))
    lines = ["| strategy | Elo | 95% interval |", "| --- | ---: | --- |"]
    for i in order:
        each = ratings[i]
        numbers = (
            "- | below or above all others"
            if each.estimate is None
            else f"{each.estimate:+.0f} | {_bound(each.low)} to {_bound(each.high)}"
        )
        lines.append(f"| {names[i]} | {numbers} |")
    return lines


def pair_table(names: list[str], pairs: dict, first: str) -> list[str]:
    """What a strategy scores against each of the others, with two seats."""
    lines = [f"| {first} against | win share | 95% |", "| --- | ---: | --- |"]
    i = names.index(first)
    for j, name in enumerate(names):
        if j != i:
            share, half = pairs[min(i, j), max(i, j)]
            share = share if i < j else 1 - share
            lines.append(f"| {name} | {share:.1%} | ±{half:.1%} |")
    return lines


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", type=int, default=20_000, help="deals a line-up")
    parser.add_argument("--slow", type=int, default=2_000, help="deals of a line-up with lookahead")
    parser.add_argument("--slowest", type=int, default=40, help="deals of a line-up with monte-carlo")
    parser.add_argument("--rounds", type=int, default=12, help="line-ups of each strategy with 3 and 4 seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    options = parser.parse_args()
    names = list(shipped())
    print(
        f"{datetime.date.today()}, simcli {__version__}, seed {options.seed}; deals a line-up: {options.quick:,} ({options.slow:,} with "
        f"lookahead, {options.slowest:,} with monte-carlo)."
    )
    for players in options.players:
        _, groups, pairs = rated(names, players, options)
        print(f"\n**{players} seats**\n")
        print("\n".join(rating_table(names, groups)), flush=True)
        for first in ("balanced", "lookahead", "monte-carlo") if pairs else ():
            print("\n" + "\n".join(pair_table(names, pairs, first)), flush=True)


if __name__ == "__main__":
    main()
