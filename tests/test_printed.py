"""The comparison with the printed game: the shipped tables are it, and every kind of difference has
a name."""

from dataclasses import replace

import pytest

from simcli.base.words import COLOURS, LEVELS
from simcli.variant.catalogue import Card, load_catalogue
from simcli.variant.printed import compare_with_printed

CATALOGUE = load_catalogue()
CARDS, NOBLES = CATALOGUE.cards, CATALOGUE.nobles


def changed(card_id, **values):
    return tuple(replace(card, **values) if card.id == card_id else card for card in CARDS)


def the_card(card_id):
    return next(card for card in CARDS if card.id == card_id)


def test_the_shipped_tables_are_as_printed():
    comparison = compare_with_printed(CARDS, NOBLES)
    assert comparison.differences == []
    assert len(comparison.checksums) == 9
    assert all(sum_.actual == sum_.printed for sum_ in comparison.checksums)


@pytest.mark.parametrize("level", LEVELS)
def test_each_colour_has_the_same_prices_within_a_level(level):
    prices = [
        sorted(
            (card.prestige, sorted(card.cost))
            for card in CARDS
            if (card.level, card.bonus) == (level, colour)
        )
        for colour in COLOURS
    ]
    assert all(of_colour == prices[0] for of_colour in prices)


def test_nobles_are_symmetric_in_the_colours():
    wanted = sorted(noble.bonus for noble in NOBLES)
    assert wanted == sorted(bonus[1:] + bonus[:1] for bonus in wanted)


@pytest.mark.parametrize(
    "level, bonus, prestige, cost",
    [(2, "red", 1, (2, 0, 0, 2, 3)), (1, "red", 0, (0, 2, 1, 0, 0)), (3, "red", 3, (3, 5, 3, 0, 3))],
)
def test_cards_known_from_elsewhere_are_there(level, bonus, prestige, cost):
    assert any(
        (card.level, card.bonus, card.prestige, card.cost) == (level, bonus, prestige, cost) for card in CARDS
    )


def test_numbers_and_order_of_the_cards_do_not_matter():
    renumbered = tuple(replace(card, id=1000 + n) for n, card in enumerate(reversed(CARDS)))
    assert compare_with_printed(renumbered).differences == []


def test_a_wrong_cost_is_named_and_shows_in_the_sums():
    comparison = compare_with_printed(changed(83, cost=(3, 5, 3, 0, 5)))
    assert comparison.differences == ["card 83 (level 3, red, 3 prestige): black 5, printed 3"]
    off = [(sum_.name, sum_.actual) for sum_ in comparison.checksums if sum_.actual != sum_.printed]
    assert off == [("level 3, cost by colour", [43, 43, 43, 43, 45])]


def test_costs_in_the_wrong_columns_are_named_one_by_one():
    card = the_card(1)
    (difference,) = compare_with_printed(changed(1, cost=(0, 0, 2, 0, 1))).differences
    assert card.cost == (0, 0, 0, 2, 1)
    assert difference == "card 1 (level 1, white, 0 prestige): green 2, printed 0, red 0, printed 2"


def test_wrong_prestige_bonus_and_level_are_named():
    assert compare_with_printed(changed(83, prestige=4)).differences == [
        "card 83 (level 3, red, 4 prestige): prestige 4, printed 3"
    ]
    assert compare_with_printed(changed(83, bonus="blue")).differences == [
        "card 83 (level 3, blue, 3 prestige): bonus blue, printed red"
    ]
    assert compare_with_printed(changed(83, level=2)).differences == [
        "card 83 (level 2, red, 3 prestige): level 2, printed 3"
    ]


def test_a_missing_card_and_one_too_many_are_named():
    fewer = tuple(card for card in CARDS if card.id != 83)
    assert compare_with_printed(fewer).differences == [
        "missing: level 3, red, 3 prestige, costs white 3 blue 5 green 3 black 3"
    ]
    more = (*CARDS, Card(91, 1, "red", 0, (1, 0, 0, 0, 0)), replace(the_card(83), id=92))
    assert compare_with_printed(more).differences == [
        "card 91 (level 1, red, 0 prestige): not in the printed game",
        "card 92 (level 3, red, 3 prestige): not in the printed game",
    ]


def test_nobles_are_compared_where_they_are_given():
    ours = (replace(NOBLES[0], bonus=(4, 3, 0, 0, 0)), *NOBLES[1:-1])
    comparison = compare_with_printed(CARDS, ours)
    assert comparison.differences == [
        "noble 1 (Macchiavelli): blue 3, printed 4",
        "missing: noble that requires white 3 blue 3 black 3",
    ]
    assert compare_with_printed(CARDS).differences == []
