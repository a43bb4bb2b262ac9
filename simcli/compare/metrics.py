"""The metrics that `--require` may ask for: every single number of the balance report that has an interval, by name; the others by name too, so
that they are refused with the reason and not passed over."""

from simcli.base.words import NOTED_ROUNDS, TOKENS

_SEATS, _LEVELS, _TEAMS, _NOBLES = (1, 2, 3, 4), (1, 2, 3), (1, 2), (0, 1, 2, 3)
_POSITIONS = {
    "leader": "the sole leader in prestige",
    "last": "the sole last in prestige",
    "card_leader": "the one alone ahead in cards",
}
_TIE_BREAKS = {
    "shared": "no tie-break",
    "fewest_cards": "fewest cards",
    "most_cards": "most cards",
    "most_nobles": "most nobles",
    "fewest_reserved": "fewest reserved cards",
    "later_seat": "the later seat",
}

# From the tables that the short analysis reads.
SHORT = {
    **{f"seat{k}_share": f"share of the wins of seat {k}" for k in _SEATS},
    **{f"team{k}_share": f"share of the wins of team {k}" for k in _TEAMS},
    "target_rate": "games that end by the target",
    "stalemate_rate": "games that end in stalemate",
    "round_limit_rate": "games that hit the round limit",
    "prestige_rate": "games decided by prestige alone",
    "tie_rate": "games level on prestige, that need a tie-break",
    "fewest_cards_rate": "games decided by fewest cards",
    "weakest_member_rate": "games decided by the weakest member",
    "shared_victory_rate": "games whose victory is shared",
    "close_rate": "games with a margin of 0 or 1",
    "mean_margin": "prestige of the winner less that of the best other",
    "forced_passes": "forced passes in 1,000 turns",
    "forced_pass_rate": "games with a forced pass",
    **{
        f"{rule}_changed_rate": f"games whose winners would be others with {text} as the tie-break"
        for rule, text in _TIE_BREAKS.items()
    },
    **{
        f"{rule}_level_rate": f"games that would stay level with {text} as the tie-break"
        for rule, text in _TIE_BREAKS.items()
    },
    **{
        f"{rule}_first_gain": f"what seat (team) 1 would gain in share with {text} as the tie-break"
        for rule, text in _TIE_BREAKS.items()
    },
    "mean_rounds": "rounds of a finished game",
    "trigger_win_rate": "share of the wins of whoever reached the target first",
    "overtaken_rate": "games won by others than who reached the target first",
    **{f"seat{k}_trigger_rate": f"games in which seat {k} reaches the target first" for k in _SEATS},
    **{
        f"seat{k}_trigger_win_rate": f"share of the wins of seat {k} where it reached the target first"
        for k in _SEATS
    },
    **{
        f"deck{level}_empty_rate": f"games with the deck of level {level} empty at the end"
        for level in _LEVELS
    },
    "nobles_per_game": "nobles that come in a game",
    "nobles_taken_rate": "share of the nobles shown that come",
    "no_noble_rate": "games without a noble",
    "noble_turned_rate": "games whose winner has not the most prestige when nobles are not counted",
    "noble_prestige_share": "share of all prestige that comes from nobles",
    **{f"nobles{k}_seat_rate": f"seats with {k}{' or more' * (k == _NOBLES[-1])} nobles" for k in _NOBLES},
    **{
        f"nobles{k}_win_share": f"share of the wins of seats with {k}{' or more' * (k == _NOBLES[-1])} nobles"
        for k in _NOBLES
    },
}
METRICS = {
    **SHORT,
    "noble_contested_rate": "nobles that come while another is at most one bonus short of them",
    **{f"seat{k}_contest_win_rate": f"share of its contests for nobles that seat {k} wins" for k in _SEATS},
    **{
        f"seat{k}_contest_edge": f"share of its contests for nobles that seat {k} wins, less what it would if all contestants were equally likely"
        for k in _SEATS
    },
    **{
        f"team{k}_contest_win_rate": f"share of the contests between the teams for nobles that team {k} wins"
        for k in _TEAMS
    },
    "lead_changes": "lead changes of a game",
    "first_noble_win_rate": "share of the wins of whom the first noble visited",
    **{
        f"{who}{r}_rate": f"games still running after round {r} that have {text}"
        for who, text in _POSITIONS.items()
        for r in NOTED_ROUNDS
    },
    **{
        f"{who}{r}_win_rate": f"share of the wins of {text} after round {r}"
        for who, text in _POSITIONS.items()
        for r in NOTED_ROUNDS
    },
    "returned_tokens": "tokens that a seat gives back in a game",
    "table_reserves": "cards that a seat reserves from the table in a game",
    "deck_reserves": "cards that a seat reserves from a deck in a game",
    "gold_paid": "gold that a seat pays in a game",
    "reserved_bought_rate": "reserved cards that are purchased",
    "blocking_reserve_rate": "cards reserved from the table that a seat of another side could have paid for at once",
    **{f"seat{k}_blocking_reserve_rate": f"the same of what seat {k} reserved" for k in _SEATS},
    **{f"level{k}_blocking_reserve_rate": f"the same of reserved cards of level {k}" for k in _LEVELS},
    **{f"level{k}_reserved_bought_rate": f"reserved cards of level {k} that are purchased" for k in _LEVELS},
    "reserver_win_index": "win share over fair share of seats that reserved",
    "other_win_index": "win share over fair share of seats that did not reserve",
}
WITHOUT_INTERVAL = (
    *(f"rounds_q{percent}" for percent in ("05", "25", "50", "75", "95")),
    "median_rounds",
    "rounds_sd",
    "half_noble_round",
    *(f"empty_{token}_rate" for token in TOKENS),
    *(f"{word}{r}" for r in NOTED_ROUNDS for word in ("sure_rate", "brier", "skill")),
)


def short_values(answer) -> dict:
    """Every metric of SHORT that these games have, by name, from the short (or the whole) answer about a setting: Estimates or None."""
    seats, endings, tempo, nobles = answer.seats, answer.endings, answer.tempo, answer.nobles
    found = (
        {f"seat{k}_share": row.share for k, row in enumerate(seats.headline.rows, 1)}
        if seats.headline
        else {}
    )
    found |= {f"team{k}_share": row.share for k, row in enumerate(seats.teams.rows, 1)} if seats.teams else {}
    found |= {f"{word}_rate": endings.endings.get(word) for word in ("target", "stalemate", "round_limit")}
    found |= {
        f"{word}_rate": endings.deciders.get(word) for word in ("prestige", "fewest_cards", "weakest_member")
    }
    found |= {
        "shared_victory_rate": endings.deciders.get("shared"),
        "tie_rate": endings.tied,
        "close_rate": endings.close,
    }
    found |= {
        "mean_margin": endings.margin,
        "forced_passes": endings.passes,
        "forced_pass_rate": endings.with_pass,
    }
    for rule in endings.other_rules:
        found |= {
            f"{rule.name}_changed_rate": rule.changed,
            f"{rule.name}_level_rate": rule.level,
            f"{rule.name}_first_gain": rule.first,
        }
    found |= {"mean_rounds": tempo.rounds, "trigger_win_rate": tempo.won, "overtaken_rate": tempo.overtaken}
    found |= {f"seat{k}_trigger_rate": value for k, value in tempo.trigger.items()}
    found |= {f"seat{k}_trigger_win_rate": value for k, value in tempo.trigger_won.items()}
    found |= {f"deck{level}_empty_rate": value for level, value in tempo.decks.items()}
    found |= {
        "nobles_per_game": nobles.a_game,
        "nobles_taken_rate": nobles.taken,
        "no_noble_rate": nobles.without,
    }
    found |= {"noble_turned_rate": nobles.turned, "noble_prestige_share": nobles.part}
    found |= {f"nobles{k}_seat_rate": value for k, value in nobles.seats.items()}
    return found | {f"nobles{k}_win_share": value for k, value in nobles.wins.items()}


def all_values(answer) -> dict:
    """Every metric that these games have, by name, from the whole answer about a setting: Estimates or None."""
    drama, tokens = answer.drama, answer.tokens
    found = short_values(answer) | {"lead_changes": drama.changes, "first_noble_win_rate": drama.first_noble}
    for who, fates in (("leader", drama.leader), ("last", drama.last), ("card_leader", drama.cards)):
        for fate in fates:
            found |= {f"{who}{fate.round}_rate": fate.happens, f"{who}{fate.round}_win_rate": fate.wins}
    found |= {
        "returned_tokens": tokens.returned,
        "table_reserves": tokens.reserves_table,
        "deck_reserves": tokens.reserves_deck,
    }
    found["gold_paid"] = tokens.gold_paid
    found |= _contests_and_reserves(answer)
    return found | {"reserver_win_index": tokens.reservers, "other_win_index": tokens.others}


def _contests_and_reserves(answer) -> dict:
    found = {"noble_contested_rate": answer.contests.contested}
    for row in answer.contests.sides:
        if answer.setting.teams:
            found |= {f"team{row.number}_contest_win_rate": row.won}
        else:
            found |= {
                f"seat{row.number}_contest_win_rate": row.won,
                f"seat{row.number}_contest_edge": row.edge,
            }
    together = answer.reserves.together
    found |= {
        "blocking_reserve_rate": together and together.blocked,
        "reserved_bought_rate": together and together.later,
    }
    found |= {f"seat{row.number}_blocking_reserve_rate": row.blocked for row in answer.reserves.of("seat")}
    for row in answer.reserves.of("level"):
        found |= {
            f"level{row.number}_blocking_reserve_rate": row.blocked,
            f"level{row.number}_reserved_bought_rate": row.later,
        }
    return found


def list_text() -> str:
    """All metrics with what they mean, a line each."""
    width = max(map(len, METRICS))
    return "\n".join(f"{name:<{width}}  {meaning}" for name, meaning in METRICS.items())
