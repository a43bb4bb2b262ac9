"""Rules and card tables as the one record that the compiled game reads."""

import numpy as np

from simcli.base.words import COLOURS, LEVELS, TOKENS
from simcli.engine.actions import takes_by_colours
from simcli.engine.gems import LANE_WIDTH, one
from simcli.engine.state import BY_CARDS, BY_WEAKEST, RULES, SEATS
from simcli.variant.catalogue import Catalogue
from simcli.variant.rules import Rules, check_fits

_TIE_BREAKS = {"fewest_cards": BY_CARDS, "weakest_member": BY_WEAKEST}


def packed(amounts) -> int:
    """Amounts by colour (white, blue, green, red, black, and gold if given) as packed gems."""
    return sum(int(amount) << LANE_WIDTH * lane for lane, amount in enumerate(amounts))


def unpacked(gems: int, lanes: int = len(TOKENS)) -> list[int]:
    """The amounts of packed gems by colour, gold last."""
    return [int(gems) >> LANE_WIDTH * lane & 0xFF for lane in range(lanes)]


def card_rows(catalogue: Catalogue) -> list:
    """The development cards in the order of their rows in the engine: by level, then as in the
    table."""
    return sorted(catalogue.cards, key=lambda card: card.level)


def rules_record(rules: Rules, catalogue: Catalogue, players: int) -> np.ndarray:
    """The rules of a game of `players` seats as an array of one RULES record.

    Raises BadInput where the rules are not for that number of players or ask more of the card
    tables than they hold."""
    check_fits(rules, catalogue, players)
    array = np.zeros(1, dtype=RULES)
    record = array[0]
    record["players"] = players
    record["prestige_to_win"] = rules.prestige_to_win
    record["round_limit"] = rules.round_limit
    record["face_up"] = rules.face_up
    record["bank"] = packed([rules.bank_gems[players]] * len(COLOURS) + [rules.bank_gold])
    record["nobles_shown"] = rules.nobles_shown[players]
    record["token_limit"] = rules.limit_tokens
    record["reserve_limit"] = rules.limit_reserved
    record["pair_minimum"] = rules.pair_minimum
    record["teams"] = len(rules.teams)
    record["team"] = range(SEATS)
    for number, seats in enumerate(rules.teams):
        for seat in seats:
            record["team"][seat - 1] = number
    given = rules.prestige_at_start[:players]
    record["prestige_at_start"][: len(given)] = given
    record["tie_breaks"] = len(rules.tie_break)
    for step, name in enumerate(rules.tie_break):
        record["tie_break"][step] = _TIE_BREAKS[name]
    record["takes"] = takes_by_colours(rules.takes_fewer == "free")
    rows = card_rows(catalogue)
    for level in LEVELS:
        of_level = [i for i, card in enumerate(rows) if card.level == level]
        record["level_start"][level - 1] = of_level[0]
        record["level_size"][level - 1] = len(of_level)
    for i, card in enumerate(rows):
        colour = COLOURS.index(card.bonus)
        record["card"][i] = (
            packed(card.cost),
            one.py_func(colour),
            colour,
            card.prestige,
            card.level,
            card.id,
        )
    record["nobles"] = len(catalogue.nobles)
    for i, noble in enumerate(catalogue.nobles):
        record["noble"][i] = (packed(noble.bonus), noble.prestige, noble.id)
    return array
