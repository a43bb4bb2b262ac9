"""The ladder: all strategies against each other with 2, 3 and 4 seats, printed as the Markdown
tables of strategies/README.md.

    python scripts/search/ladder.py --out runs/ladder > ladder.md        (make ladder prints it)

Line-ups are chosen so that everybody meets everybody, and played in every rotation of each deal.
Ratings are a joint model with seat effects (simcli/stats/ratings.py); every interval is clustered
by deal. With --out, line-ups that are finished are kept there: stop it at any time, start it again,
and it plays only those that are missing; the tables are the same.
"""

import argparse
import datetime
import json
import signal
import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from arena import play

from simcli import __version__
from simcli.stats.clusters import ClusterSums, share
from simcli.stats.ratings import Ratings, SeatingSums, fit_ratings
from simcli.stats.results import Interval
from simcli.strategy.loading import load, shipped

# One strategy in fields of others: how much more than its fair share does it win?
FIELDS = [
    ("balanced", "engine-builder", "miser"),
    ("balanced", "lean", "specialist"),
    ("balanced", "engine-builder", "engine-builder"),
    ("balanced", "engine-builder", "miser", "blocker"),
    ("balanced", "engine-builder", "engine-builder", "engine-builder"),
    ("lookahead", "balanced", "balanced"),
    ("lookahead", "balanced", "balanced", "balanced"),
]
# Too slow to play as many deals as the others.
SLOW = "monte-carlo"
SEATS = (2, 3, 4)
# How often every two meet, by number of seats: the others in a line-up matter too.
TIMES = {2: 1, 3: 2, 4: 2}
# Ratings are differences to this one, which is plain and about in the middle.
ANCHOR = "greedy"


def meetings(strategies: int, players: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Line-ups of `players` different strategies, by number, in which every two meet at least
    TIMES[players] times.

    One after another: the line-up in which most pairs meet that have not yet met in this round;
    among those, one whose strategies have played least; then by lot.
    """
    everything = list(combinations(range(strategies), players))
    played, chosen = np.zeros(strategies, int), []

    def merit(line_up):
        return len(left.intersection(combinations(line_up, 2))), -played[list(line_up)].sum()

    for _ in range(TIMES[players]):
        left = set(combinations(range(strategies), 2))
        while left:
            best = max((everything[i] for i in rng.permutation(len(everything))), key=merit)
            chosen.append(best)
            left.difference_update(combinations(best, 2))
            played[list(best)] += 1
    return chosen


@dataclass
class Games:
    """Plays line-ups and keeps what they gave: in `file`, a JSON line each, if there is one."""

    deals: int
    slow_deals: dict[int, int]  # by number of seats, for line-ups with SLOW
    seed: int
    file: Path | None

    def __post_init__(self):
        self.kept = {}
        if self.file and self.file.exists():
            text = self.file.read_text()
            whole = text[
                : text.rfind("\n") + 1
            ]  # the last line is cut off if the machine stopped while it was written
            self.file.write_text(whole)
            for line in map(json.loads, whole.splitlines()):
                self.kept[json.dumps(line["what"])] = line

    def sums(self, line_up: tuple[str, ...], seed: int) -> SeatingSums:
        """What a line-up gives; the strategies of the sums are the places in the line-up."""
        deals = self.slow_deals[len(line_up)] if SLOW in line_up else self.deals
        strategies = [load(name) for name in line_up]
        files = [each.source[:16] for each in strategies]
        what = {"line_up": line_up, "files": files, "simcli": __version__, "deals": deals, "seed": seed}
        key = json.dumps(what)
        if key not in self.kept:
            seatings, shares, _ = play(strategies, deals, seed)
            sums = SeatingSums.of(seatings, shares)
            line = {
                "what": what,
                "seatings": seatings.tolist(),
                "totals": sums.totals.tolist(),
                "cross": sums.cross.tolist(),
            }
            self.kept[key] = line
            if self.file:
                with self.file.open("a") as out:
                    out.write(json.dumps(line) + "\n")
        line = self.kept[key]
        return SeatingSums(
            np.array(line["seatings"]), deals, np.array(line["totals"]), np.array(line["cross"])
        )

    def play(self, title: str, line_ups: list[tuple[str, ...]]) -> list[SeatingSums]:
        """What each of the line-ups gives, told on stderr as they come."""
        results = []
        for number, line_up in enumerate(line_ups):
            results.append(self.sums(line_up, 1000 * self.seed + number))
            now, first = datetime.datetime.now(), share_text(results[-1])
            print(
                f"{now:%H:%M:%S} {title} {number + 1}/{len(line_ups)}: {', '.join(line_up)}: {first}",
                file=sys.stderr,
                flush=True,
            )
        return results


def first_share(sums: SeatingSums) -> Interval:
    """The win share of the first place of a line-up in the games that somebody won, clustered by
    deal."""
    first = (sums.line_ups == 0).ravel().astype(float)
    every = np.ones_like(first)
    wins, size = first @ sums.totals, every @ sums.totals
    return share(
        ClusterSums(
            sums.deals,
            wins,
            size,
            first @ sums.cross @ first,
            first @ sums.cross @ every,
            every @ sums.cross @ every,
        )
    )


def share_text(sums: SeatingSums, other_side: bool = False) -> str:
    """`first_share` in words; from the other side, with two seats, what the second scores."""
    found = first_share(sums)
    estimate, low, high = found.estimate, found.low, found.high
    if other_side:
        estimate, low, high = 1 - estimate, 1 - high, 1 - low
    return f"{estimate:.1%} ({100 * low:.1f} to {100 * high:.1f})"


def ranked(ratings: Ratings) -> list[int]:
    """The strategies by number, the best first; those without a finite rating last."""
    estimates = [each.estimate for each in ratings.strategies]
    return sorted(range(len(estimates)), key=lambda i: (estimates[i] is None, -(estimates[i] or 0)))


def rating_table(names: list[str], order: list[int], ratings: dict[int, Ratings], anchor: int) -> list[str]:
    """A Markdown table of ratings minus that of `anchor`, with the half width of their intervals: a
    row a strategy, a column a number of seats."""

    def text(i, each):
        rating = each.difference(i, anchor)
        if i == anchor:
            return "0"
        return (
            each.strategies[i].note or rating.note
            if rating.estimate is None
            else f"{rating.estimate:+.0f} ±{(rating.high - rating.low) / 2:.0f}"
        )

    lines = [
        f"| strategy | {' | '.join(f'{players} seats' for players in ratings)} |",
        "| --- |" + " ---: |" * len(ratings),
    ]
    return lines + [
        f"| {names[i]} | {' | '.join(text(i, each) for each in ratings.values())} |" for i in order
    ]


def pair_table(names: list[str], order: list[int], pairs: dict[tuple[int, ...], SeatingSums]) -> list[str]:
    """A Markdown table of what the three best score against each strategy, with two seats."""
    best = order[2::-1]

    def text(i, j):
        return "" if i == j else share_text(pairs[min(i, j), max(i, j)], i > j)

    lines = [f"| against | {' | '.join(names[i] for i in best)} |", "| --- |" + " --- |" * len(best)]
    return lines + [f"| {names[j]} | {' | '.join(text(i, j) for i in best)} |" for j in order]


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--strategies", nargs="+", default=list(shipped()), help="all that come with simcli, if not named"
    )
    parser.add_argument("--deals", type=int, default=20_000, help="deals a line-up")
    parser.add_argument(
        "--slow-deals", type=int, nargs=3, default=[120, 24, 16], help=f"with {SLOW} and 2, 3 and 4 seats"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, help="folder where finished line-ups are kept, to go on from there"
    )
    options = parser.parse_args(arguments)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    games = Games(
        options.deals,
        dict(zip(SEATS, options.slow_deals, strict=True)),
        options.seed,
        options.out and options.out / "line-ups.jsonl",
    )
    names = options.strategies
    fields = [field for field in FIELDS if set(field) <= set(names)]
    of_fields = games.play("fields", fields)
    line_ups, results = {}, {}
    for players in SEATS:
        line_ups[players] = meetings(len(names), players, np.random.default_rng(options.seed))
        results[players] = games.play(
            f"{players} seats", [tuple(names[i] for i in line_up) for line_up in line_ups[players]]
        )
    ratings = {}
    for players in SEATS:
        groups = [
            SeatingSums(np.array(line_up)[sums.line_ups], sums.deals, sums.totals, sums.cross)
            for line_up, sums in zip(line_ups[players], results[players], strict=True)
        ]
        ratings[players] = fit_ratings(groups, len(names))
    order = ranked(ratings[2])
    print(
        f"Played {datetime.date.today()}, simcli {__version__}, seed {options.seed}: "
        f"every pair with two seats, {len(line_ups[3])} line-ups with three "
        f"and {len(line_ups[4])} with four, in\nwhich everybody meets everybody twice. "
        f"{options.deals:,} deals a line-up, each in every rotation "
        f"(with `{SLOW}` {games.slow_deals[2]}, {games.slow_deals[3]} and {games.slow_deals[4]}).\n"
    )
    print(
        "\n".join(rating_table(names, order, ratings, names.index(ANCHOR if ANCHOR in names else names[0])))
    )
    print("\nWin share of the three best with two seats:\n")
    print("\n".join(pair_table(names, order, dict(zip(line_ups[2], results[2], strict=True)))))
    if fields:
        print("\nOne in a field of three or four (fair would be 33.3% and 25%):\n")
        print("| strategy | against | win share |\n| --- | --- | ---: |")
        for field, sums in zip(fields, of_fields, strict=True):
            print(f"| {field[0]} | {', '.join(field[1:])} | {share_text(sums)} |")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # stop at once, not after the line-up that is being played
    main()
