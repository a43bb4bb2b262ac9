"""The comparison of a table of cards or nobles with the printed game: every difference by name, and
the checksums.

Tables number their cards as they like, so cards are matched by what is on them: equal ones first,
then the nearest.
"""

from collections import Counter
from dataclasses import dataclass

from simcli.base.words import COLOURS, LEVELS
from simcli.variant.catalogue import Card, Noble, load_catalogue

# A card's level and bonus say which card is meant better than a wrong number does.
_WRONG_LEVEL, _WRONG_BONUS = 12, 8

CARDS_OF_LEVEL = {1: 40, 2: 30, 3: 20}
CARDS_OF_BONUS = {1: 8, 2: 6, 3: 4}  # in each colour
PRESTIGE_OF_LEVEL = {1: 5, 2: 55, 3: 80}
COST_OF_LEVEL = {1: 33, 2: 41, 3: 43}  # in each colour
REQUIRED_OF_COLOUR = 17  # over the ten nobles, in each colour


@dataclass(frozen=True)
class Checksum:
    """A sum that the printed game is known by; `actual` equals `printed` where the table agrees."""

    name: str
    actual: list[int]
    printed: list[int]


@dataclass(frozen=True)
class Comparison:
    """Every difference in words (none: the printed game), and the checksums."""

    differences: list[str]
    checksums: list[Checksum]


def compare_with_printed(cards: tuple[Card, ...], nobles: tuple[Noble, ...] | None = None) -> Comparison:
    """Compare cards, and nobles where they are given, with the printed game."""
    printed = load_catalogue()
    differences = _differences(cards, printed.cards, _card_distance, _card_name, _card_changes)
    checksums = _card_checksums(cards)
    if nobles is not None:
        differences += _differences(nobles, printed.nobles, _noble_distance, _noble_name, _noble_changes)
        actual = [sum(noble.bonus[c] for noble in nobles) for c in range(len(COLOURS))]
        checksums.append(
            Checksum("nobles' requirements by colour", actual, [REQUIRED_OF_COLOUR] * len(COLOURS))
        )
    return Comparison(differences, checksums)


def _differences(ours, printed, distance, name, changes) -> list[str]:
    """One sentence for each tile that is not as printed, that is too many, or that is missing."""
    left, missing = _without_equals(ours, printed, distance)
    pairs = sorted(
        (distance(tile, other), i, j) for i, tile in enumerate(left) for j, other in enumerate(missing)
    )
    partner: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in partner and j not in partner.values():
            partner[i] = j
    sentences = []
    for i, tile in enumerate(left):
        if i in partner:
            sentences.append(f"{name(tile)}: {', '.join(changes(tile, missing[partner[i]]))}")
        else:
            sentences.append(f"{name(tile)}: not in the printed game")
    unmatched = [other for j, other in enumerate(missing) if j not in partner.values()]
    return sentences + [f"missing: {name(other, False)}" for other in unmatched]


def _without_equals(ours, printed, distance) -> tuple[list, list]:
    """What is left on each side when tiles with the same content are taken away in pairs."""
    left, missing = [], list(printed)
    for tile in ours:
        same = next((other for other in missing if distance(tile, other) == 0), None)
        if same is None:
            left.append(tile)
        else:
            missing.remove(same)
    return left, missing


def _apart(ours: tuple[int, ...], printed: tuple[int, ...]) -> int:
    return sum(abs(a - b) for a, b in zip(ours, printed, strict=True))


def _card_distance(card: Card, printed: Card) -> int:
    return (
        _apart(card.cost, printed.cost)
        + abs(card.prestige - printed.prestige)
        + _WRONG_LEVEL * (card.level != printed.level)
        + _WRONG_BONUS * (card.bonus != printed.bonus)
    )


def _noble_distance(noble: Noble, printed: Noble) -> int:
    return _apart(noble.bonus, printed.bonus) + abs(noble.prestige - printed.prestige)


def _amounts(amounts: tuple[int, ...]) -> str:
    return (
        " ".join(f"{colour} {amount}" for colour, amount in zip(COLOURS, amounts, strict=True) if amount)
        or "nothing"
    )


def _card_name(card: Card, ours: bool = True) -> str:
    name = f"level {card.level}, {card.bonus}, {card.prestige} prestige"
    return f"card {card.id} ({name})" if ours else f"{name}, costs {_amounts(card.cost)}"


def _noble_name(noble: Noble, ours: bool = True) -> str:
    return f"noble {noble.id} ({noble.name})" if ours else f"noble that requires {_amounts(noble.bonus)}"


def _changes(names, ours, printed) -> list[str]:
    return [f"{name} {a}, printed {b}" for name, a, b in zip(names, ours, printed, strict=True) if a != b]


def _card_changes(card: Card, printed: Card) -> list[str]:
    names = ("level", "bonus", "prestige", *COLOURS)
    ours = (card.level, card.bonus, card.prestige, *card.cost)
    return _changes(names, ours, (printed.level, printed.bonus, printed.prestige, *printed.cost))


def _noble_changes(noble: Noble, printed: Noble) -> list[str]:
    return _changes(
        ("prestige", *COLOURS), (noble.prestige, *noble.bonus), (printed.prestige, *printed.bonus)
    )


def _card_checksums(cards: tuple[Card, ...]) -> list[Checksum]:
    by_level = {level: [card for card in cards if card.level == level] for level in LEVELS}
    sums = [
        Checksum("cards by level", [len(by_level[level]) for level in LEVELS], list(CARDS_OF_LEVEL.values())),
        Checksum(
            "prestige by level",
            [sum(c.prestige for c in by_level[level]) for level in LEVELS],
            list(PRESTIGE_OF_LEVEL.values()),
        ),
    ]
    for level in LEVELS:
        bonuses = Counter(card.bonus for card in by_level[level])
        actual = [bonuses[colour] for colour in COLOURS]
        sums.append(
            Checksum(f"level {level}, cards by colour", actual, [CARDS_OF_BONUS[level]] * len(COLOURS))
        )
    for level in LEVELS:
        actual = [sum(card.cost[c] for card in by_level[level]) for c in range(len(COLOURS))]
        sums.append(Checksum(f"level {level}, cost by colour", actual, [COST_OF_LEVEL[level]] * len(COLOURS)))
    return sums
