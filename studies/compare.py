"""Does `simcli compare` keep its error rates? 400 seeded comparisons at each hypothesis, for 2 and
4 players, and what pairing saves.

`python -m studies.compare` prints the tables of docs/comparing.md. About five minutes on two cores.
"""

import sys
from collections.abc import Iterable
from math import sqrt

from simcli.compare.decide import FAIL, PASS, Answer, Gate, blocks_of, decide, planned_deals
from simcli.compare.layout import layout_of
from simcli.compare.play import Match, play_in_order
from simcli.runs.kernel import compiled
from simcli.stats.clusters import wilson_bounds
from simcli.stats.elo import block_nelo
from simcli.stats.normal import z_of
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import load_rules

REPEATS = 400
WIDTH = 20.0  # Elo between the bounds: wide, so that the study stays short; the test does not depend on it
LEVEL = 0.01  # alpha and beta
BUDGET = 400_000
DEALS_TO_KNOW = (
    1_000_000  # for the true difference of two strategies: to a third (4 players) or half (2) of an Elo
)
KNOWN = (("random", "random"), ("greedy", "cheapest-first"))


class Bench:
    """The rules, the kernel and the matches of the study."""

    def __init__(self):
        self.rules, self.catalogue = load_rules(), load_catalogue()
        self.kernel = compiled("digests")
        self.records = {players: rules_record(self.rules, self.catalogue, players) for players in (2, 3, 4)}

    def match(self, players: int, baseline: str, candidate: str, seed: int, paired: bool = False) -> Match:
        """The candidate against the baseline (or, paired, both against the baseline)."""
        old, new = load(baseline), load(candidate)
        line_up = [new] + [old] * (players - 1)
        before = [old] * players if paired else None
        return Match(
            self.kernel, self.records[players], layout_of(self.rules, players), seed, line_up, before
        )

    def truth(self, players: int, baseline: str, candidate: str) -> tuple[float, float]:
        """Normalized Elo and share of the candidate, from many deals of a seed that no comparison
        uses."""
        match = self.match(players, baseline, candidate, 10**9)
        sums = match.none()
        for piece in play_in_order(match, 0, DEALS_TO_KNOW, DEALS_TO_KNOW, 0, lambda: False):
            sums.add(piece)
        blocks = blocks_of(match, sums)
        return block_nelo(blocks).estimate, blocks.mean

    def comparisons(self, players: int, baseline: str, candidate: str, gate: Gate) -> Iterable[Answer]:
        """The same comparison under REPEATS seeds."""
        for seed in range(1, REPEATS + 1):
            yield decide(self.match(players, baseline, candidate, seed), gate, BUDGET)


def row(
    bench: Bench, players: int, name: str, baseline: str, candidate: str, gate: Gate, wrong: str, share: float
) -> str:
    """A line of the table: how often the verdict was wrong, at what cost, and how often the
    always-valid interval held the truth."""
    answers = list(bench.comparisons(players, baseline, candidate, gate))
    wrongs = sum(answer.verdict == wrong for answer in answers)
    rate = wrongs / len(answers)
    low, high = wilson_bounds(rate, len(answers), z_of(0.95))
    games = sum(answer.sums.deals for answer in answers) * answers[0].blocks.games / len(answers)
    fixed = planned_deals(bench.match(players, baseline, candidate, 1), gate) * answers[0].blocks.games
    known = [answer for answer in answers if answer.interval.low is not None]
    held = sum(answer.interval.low <= share <= answer.interval.high for answer in known)
    cells = [
        players,
        name,
        f"{100 * rate:.1f}% ({100 * low:.1f} to {100 * high:.1f})",
        f"{games:,.0f}",
        f"{100 * games / fixed:.0f}%",
    ]
    return "| " + " | ".join(map(str, [*cells, f"{held} of {len(known)}"])) + " |"


def errors(bench: Bench) -> None:
    """The table of error rates."""
    truth = f"Truth, bounds {WIDTH:g} Elo apart, alpha = beta = {LEVEL:g}"
    print(f"| Players | {truth} | Wrong | Games | Of a fixed test | Interval holds |")
    print("| --: | --- | --- | --: | --: | --: |")
    for players in (2, 4):
        for baseline, candidate in KNOWN:
            elo, share = (
                (0.0, 1 / players) if baseline == candidate else bench.truth(players, baseline, candidate)
            )
            who = (
                f"{candidate} against itself"
                if baseline == candidate
                else f"{candidate} against {baseline} ({elo:+.1f})"
            )
            if baseline == candidate:  # at H0: a pass is the error
                gate, wrong = Gate("improve", elo, elo + WIDTH, LEVEL, LEVEL), PASS
            else:  # at H1: a failure is the error
                gate, wrong = Gate("no-regression", elo - WIDTH, elo, LEVEL, LEVEL), FAIL
            print(
                row(
                    bench,
                    players,
                    f"{who}, at {'H0' if wrong == PASS else 'H1'}",
                    baseline,
                    candidate,
                    gate,
                    wrong,
                    share,
                ),
                flush=True,
            )


def saving(bench: Bench, baseline: str, candidate: str, deals: int = 20_000) -> None:
    """What pairing saves for a small change: variance of the difference on the same deals over that
    of two independent samples."""
    print("\n| Players | Change | Deals played identically | Variance paired / independent | Fewer games |")
    print("| --: | --- | --: | --: | --: |")
    for players in (2, 4):
        paired = bench.match(players, baseline, candidate, 1, True)
        sums = paired.play(0, deals)
        together = blocks_of(paired, sums).variance
        apart = 0.0
        for who in (candidate, baseline):
            alone = bench.match(players, baseline, who, 1)
            apart += blocks_of(alone, alone.play(0, deals)).variance
        ratio = together / apart
        same = f"{100 * sums.same / deals:.1f}%"
        print(f"| {players} | {baseline} to {candidate} | {same} | {ratio:.3f} | {1 / ratio:.1f} times |")
        print(f"s.d. {sqrt(together):.4f} of the difference of a deal", file=sys.stderr)


def main() -> None:
    """Print all tables."""
    bench = Bench()
    errors(bench)
    saving(bench, "greedy", "greedy:cost=0.102")


if __name__ == "__main__":
    main()
