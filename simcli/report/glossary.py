"""The words of the report: what each term means, with a version that changes when its definition does. The registry of metrics adds its own."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.metrics.registry import every_metric, glossary

TERMS = (
    (
        "win share",
        1,
        (
            "Part of a win: 1 for a sole winner, 1/k for each of k winners, 1/2 for each of a winning "
            "pair. Games without a winner are left out."
        ),
    ),
    (
        "fair share",
        1,
        ("What a seat would win if all seats were equal: 1 over the number of seats, or of teams."),
    ),
    (
        "win index",
        1,
        ("Win share over fair share; 1 is par with any number of players."),
    ),
    (
        "within one point",
        1,
        (
            "The whole 95% interval lies within one percentage point of fair. More than one point off: "
            "the whole interval lies outside. Else: not yet known."
        ),
    ),
    (
        "fair handicap",
        1,
        (
            "Prestige that a seat (team) would have to be given, below 0 to give up, to win its fair "
            "share. Every final position is scored again, tie-breaks and all, with -4 to 4 prestige more "
            "for that seat alone; between whole numbers the share is taken as straight; the interval ends "
            "where those of the shares meet fair. Play and the end of the game stay as they were; `simcli "
            "sweep` with `prestige_at_start` plays it truly."
        ),
    ),
    (
        "deal",
        1,
        (
            "One shuffle: deck orders and nobles. All seatings of a line-up play the same deal, so the "
            "deal is the unit that intervals count."
        ),
    ),
    (
        "Elo",
        1,
        (
            "Strength in one model of who wins (conditional logit): 400 points are ten times the odds. 0 "
            "is the average of all strategies, or of all seats."
        ),
    ),
    (
        "settled, sure",
        1,
        ("The 95% interval leaves out par, or for a difference zero."),
    ),
    (
        "round",
        1,
        ("One turn of every seat. Length is the number of rounds begun, in finished games."),
    ),
    (
        "trigger",
        1,
        ("The seat whose turn first reached the target. Overtaken: it (or its team) has no part of the win."),
    ),
    (
        "decided",
        1,
        (
            "One side's chance of winning, as a model fitted on the other half of the deals says it from "
            "leads and seat, is 90% or more. Brier score: mean squared error of these chances, 0 is "
            "perfect. Skill over par: the part of the error of always saying par that is saved."
        ),
    ),
    (
        "noble timing",
        2,
        (
            "Share of games that have had so many nobles by a round, by Kaplan and Meier, bands clustered "
            "by deal; games that end before count as long as they ran."
        ),
    ),
    (
        "claim rate",
        2,
        (
            "Visits of a noble over the games that offer it; the offer is drawn at random from all "
            "nobles, so that their number is known on average (in a small run a rate can come out above "
            "100%)."
        ),
    ),
    (
        "demand",
        1,
        (
            "Of the seats that had a card face up at one of their turns, the share that purchased it in "
            "that game."
        ),
    ),
    (
        "lift",
        1,
        (
            "Win index of the seats that purchased a card less that of the seats that faced it and did "
            "not. Adjusted: within run, place and seat (Mantel-Haenszel). Association."
        ),
    ),
    (
        "rounds face up",
        1,
        (
            "Turns of all seats with a card face up over the times it was purchased or reserved from the "
            "table, over the number of seats. Cards that still lie at the end count with the time they "
            "lay."
        ),
    ),
    (
        "effect by veto",
        1,
        (
            "Win index of seats free to purchase a card less that of seats to whom it was forbidden at "
            "random, among those that had it face up at a turn of theirs in a game with a winner; within "
            "run, place and seat, Neyman's interval. Per purchase: over the share of the free who "
            "purchase it (instrumental variable)."
        ),
    ),
    (
        "survives",
        1,
        (
            "The p value after Benjamini and Hochberg, over the cards of one setting, is at most 5%: of "
            "what survives, about one in twenty is false."
        ),
    ),
    (
        "shrunk lift",
        1,
        (
            "The adjusted lift (or the effect by veto) drawn towards the mean of all cards by as much as "
            "chance would explain (normal-normal empirical Bayes)."
        ),
    ),
    (
        "head to head",
        1,
        (
            "Of the wins that go to one of two strategies at the same table, the part of the first, per "
            "seat held; one half is par."
        ),
    ),
    (
        "one in a field",
        1,
        (
            "One seat of a strategy, all others of another, rotated through all seats: the share of the "
            "wins of the one, against 1 over the seats."
        ),
    ),
    (
        "forced pass",
        1,
        ("A turn in which no take, reserve or purchase is legal."),
    ),
    (
        "stalemate",
        1,
        ("A whole round of forced passes without a noble: the game cannot go on, nobody wins."),
    ),
)

LIMITS = (
    (
        "Scripted strategies are not people. What they show is how the rules answer to that way of "
        "playing; a seat that scripts use badly may be strong in better hands."
    ),
    (
        "Intervals are 95% and clustered by deal: games on one deal are not independent. Runs with "
        "the same seed share their deals: the means and shares about length, margins, ties, nobles "
        "and lead changes are clustered over all of them, and settings are compared deal by deal. "
        "Under the figures deals are counted run by run, so that such a deal counts once for each "
        "run. All other intervals over several runs (win shares by seat and strategy, cards, tokens) "
        "count runs as independent; for win shares by seat that made them at most 3% too narrow in "
        "the demo's runs."
    ),
    (
        "With many games everything is different from everything; verdicts therefore look at sizes: "
        "whether a seat lies within one point of fair, not whether it differs from fair."
    ),
    (
        "Numbers about leads, nobles, reserves and cards are associations: whoever is ahead has more "
        "of everything. Effects by a random veto are not. The intervals of a card's lift take seats "
        "as independent, since the tables add cards up over deals; those of reserves by level are for "
        "that reason half as wide again as those of independent ones."
    ),
    (
        "Games without a winner (stalemate, round limit) are counted and shown, and left out of win "
        "shares, lengths and margins."
    ),
)


def terms(answers: Sequence[SettingAnswer]) -> list[tuple[str, int, str]]:
    """Name, version and definition of the terms, and of all metrics that have a value in the report."""
    counted = {name for answer in answers for name in answer.values}
    known = every_metric() | {metric.name: metric for answer in answers for metric in answer.own}
    return [*TERMS, *glossary(metric for name, metric in known.items() if name in counted)]
