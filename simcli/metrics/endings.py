"""How games end: what decides them, by how much, and what other tie-breaks would have decided."""

import polars as pl

from simcli.metrics.metric import ACROSS_RUNS, LOWER, MEAN, Metric
from simcli.metrics.setup import EVERY, FINISHED, Setup, added, any_of, several

# What could stand in place of the printed tie-break, in words.
TIE_BREAKS = {
    "shared": "no tie-break",
    "fewest_cards": "fewest cards",
    "most_cards": "most cards",
    "most_nobles": "most nobles",
    "fewest_reserved": "fewest reserved cards",
    "later_seat": "the later seat",
}


def level_on_prestige(setup: Setup) -> pl.Expr:
    """Do two or more sides of a finished game have the highest prestige?"""
    return FINISHED & several(setup.leads(setup.by_side("prestige")))


def metrics(setup: Setup) -> list[Metric]:
    """Endings, deciders, margins, forced passes, and what each other tie-break would change."""
    passes = setup.total("forced_passes")
    return [
        Metric(
            "target_rate",
            "games that end by the target",
            "All games that ended because a seat or team reached the target.",
            pl.col("ended") == "target",
            EVERY,
        ),
        Metric(
            "prestige_rate",
            "games decided by prestige alone",
            "Finished games in which one side alone has the highest prestige.",
            pl.col("decided_by") == "prestige",
            FINISHED,
        ),
        Metric(
            "tie_rate",
            "level on prestige",
            "Finished games in which two or more have the highest prestige, so that a tie-break is needed.",
            level_on_prestige(setup),
            FINISHED,
            clustering=ACROSS_RUNS,
            better=LOWER,
            sweep_name="tied",
        ),
        Metric(
            "fewest_cards_rate",
            "decided by fewest cards",
            "Finished games that the number of purchased cards decided.",
            pl.col("decided_by") == "fewest_cards",
            FINISHED,
            sweep_name="by-cards",
        ),
        Metric(
            "shared_victory_rate",
            "shared wins",
            "Finished games in which the tie-breaks left several winners.",
            pl.col("decided_by") == "shared",
            FINISHED,
            better=LOWER,
            sweep_name="shared",
        ),
        *(
            Metric(
                "weakest_member_rate",
                "decided by the weakest member",
                "Finished games that the weaker partner's prestige decided.",
                pl.col("decided_by") == "weakest_member",
                FINISHED,
                sweep_name="by-weakest",
            )
            for _ in setup.team_of[:1]
        ),
        Metric(
            "mean_margin",
            "winning margin",
            "Prestige of the winner less that of the best other seat (team), in finished games.",
            pl.col("margin"),
            FINISHED,
            MEAN,
            "prestige",
            clustering=ACROSS_RUNS,
            sweep_name="margin",
        ),
        Metric(
            "close_rate",
            "margin of 0 or 1",
            "Finished games with a winning margin of at most 1 prestige.",
            pl.col("margin") <= 1,
            FINISHED,
            clustering=ACROSS_RUNS,
            sweep_name="close",
        ),
        Metric(
            "forced_passes",
            "forced passes per 1,000 turns",
            "Turns in which no take, reserve or purchase was legal, per 1,000 turns, in all games.",
            1000 * passes,
            pl.col("turns"),
            MEAN,
            "turns",
            better=LOWER,
        ),
        Metric(
            "forced_pass_rate",
            "games with a forced pass",
            "All games in which some seat had to pass at least once.",
            passes > 0,
            EVERY,
            better=LOWER,
        ),
        *other_tie_breaks(setup),
    ]


def without_winner(setup: Setup) -> list[Metric]:
    """Games that nobody wins; `setup` is not needed, and taken like everywhere."""
    return [
        Metric(
            "stalemate_rate",
            "stalemates",
            "All games in which a whole round of forced passes ended the game.",
            pl.col("ended") == "stalemate",
            EVERY,
            better=LOWER,
            sweep_name="stalemate",
        ),
        Metric(
            "round_limit_rate",
            "stopped at the round limit",
            "All games that the round limit stopped.",
            pl.col("ended") == "round_limit",
            EVERY,
            better=LOWER,
            sweep_name="round-limit",
        ),
        Metric(
            "no_winner_rate",
            "games without a winner",
            "All games that ended without a winner.",
            ~FINISHED,
            EVERY,
            better=LOWER,
            sweep_name="unfinished",
        ),
    ]


def other_tie_breaks(setup: Setup) -> list[Metric]:
    """For each of TIE_BREAKS: how often the winners would change, how often games would stay level,
    and what the first seat (team) would gain. Play itself is not repeated: only games that were
    level on prestige are judged again."""
    level, top = level_on_prestige(setup), setup.leads(setup.by_side("prestige"))
    cards = setup.by_side("cards")
    reserved = [
        table + deck - bought
        for table, deck, bought in zip(
            *map(setup.by_side, ("reserves_table", "reserves_deck", "reserved_bought")), strict=True
        )
    ]
    # More is better.
    scores = {
        "shared": [pl.lit(0)] * len(setup.sides),
        "fewest_cards": [-count for count in cards],
        "most_cards": cards,
        "most_nobles": setup.by_side("nobles"),
        "fewest_reserved": [-count for count in reserved],
        "later_seat": [pl.lit(min(side)) for side in setup.sides],
    }
    actual = setup.side_won()
    found = []
    for rule, text in TIE_BREAKS.items():
        best = pl.max_horizontal(
            *(pl.when(leads).then(score) for leads, score in zip(top, scores[rule], strict=True))
        )
        winners = [leads & (score == best) for leads, score in zip(top, scores[rule], strict=True)]
        changed = any_of([new != old for new, old in zip(winners, actual, strict=True)])
        gain = winners[0] / added(winners) - actual[0] / added(actual)
        found += [
            Metric(
                f"{rule}_changed_rate",
                f"games whose winners would be others with {text} as the tie-break",
                (
                    "Finished games, judged again at their end under another tie-break, that "
                    "would have other winners."
                ),
                changed,
                FINISHED,
                where=level,
            ),
            Metric(
                f"{rule}_level_rate",
                f"games that would stay level with {text} as the tie-break",
                (
                    "Finished games, judged again at their end under another tie-break, that "
                    "would have several winners."
                ),
                several(winners),
                FINISHED,
                where=level,
            ),
            Metric(
                f"{rule}_first_gain",
                f"what seat (team) 1 would gain in share with {text} as the tie-break",
                "The win share of the first seat (team) under another tie-break less the one it had.",
                gain,
                FINISHED,
                MEAN,
                "of the wins",
                where=level,
            ),
        ]
    return found
