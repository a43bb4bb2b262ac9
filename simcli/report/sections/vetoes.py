"""Section: what a card is worth, by an experiment with a random veto."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.cards import CardRow
from simcli.analysis.phrases import count, listed, percent
from simcli.analysis.vetoes import LEAST_UPTAKE, Effect, VetoRow
from simcli.figures import card_dumbbell, card_effect
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.cards import NAMING, name_of, of_settings
from simcli.report.sections.common import empty_panel, sample, seats_height, tidy

SHOWN = 8
TITLE = "What a card is worth"
NO_VETO = (
    "No run of this report had a veto, so what a card is worth could only be guessed from who purchases it. "
    "`simcli run ... --veto 0.02` forbids each seat each card with that chance, drawn at random; the report of such a run measures the "
    "effect of every card."
)


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    if not any(answer.vetoes.runs for answer in answers):
        return Section("effects", TITLE, (NO_VETO,))
    rates = sorted({rate for answer in answers for rate in answer.vetoes.rates})
    without = [answer.label for answer in answers if not answer.vetoes.runs]
    text = (
        f"An experiment: in {listed(f'{100 * rate:g}%' for rate in rates)} of the cases a seat was forbidden to purchase a card for the "
        "whole game, drawn at random and for each card alone. Seats that were free and seats that were not differ by that draw only, so "
        "the difference of their win indices is an effect, not an association.",
    )
    notes = (f"No run had a veto: {', '.join(without)}.",) if without else ()
    known = [answer for answer in answers if answer.vetoes.runs]
    return Section("effects", TITLE, text, (_effects(known), _three_ways(known)), (_table(known),), notes)


def _cards(answer: SettingAnswer) -> dict[int, CardRow]:
    return {row.id: row for row in answer.cards.rows}


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """Ends of an axis that holds all values and 0, with a little room."""
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.04 * (high - low) or 1.0
    return low - room, high + room


def _first_and_last(rows: Sequence) -> list:
    return list(rows) if len(rows) <= 2 * SHOWN else [*rows[:SHOWN], *rows[-SHOWN:]]


def _panels(shown: dict[str, list], draw, nothing: str) -> list[Panel]:
    """A panel a setting: `draw(axis, dots)` where there are dots, the words `nothing` where there are none."""
    return [
        Panel(label, lambda axis, d=dots: draw(axis, d), seats_height(len(dots)), 4.2)
        if dots
        else empty_panel(label, nothing)
        for label, dots in shown.items()
    ]


def _effects(answers: Sequence[SettingAnswer]) -> Figure:
    shown, rows = {}, []
    for answer in answers:
        cards = _cards(answer)
        picked = _first_and_last(answer.vetoes.judged)
        shown[answer.label] = [
            (
                name_of(cards[row.card]),
                row.option.value,
                row.option.low,
                row.option.high,
                row.shrunk,
                row.discovery,
            )
            for row in picked
        ]
        rows += [_numbers(answer, row) for row in answer.vetoes.rows]
    low, high = _ends([bound for dots in shown.values() for row in dots for bound in row[1:5]])
    panels = _panels(
        shown,
        lambda axis, dots: card_effect.draw(axis, dots, low, high),
        "too few games with a forbidden card",
    )
    judged = [row for answer in answers for row in answer.vetoes.judged]
    found = [row for row in judged if row.discovery]
    title = "Too few games with a forbidden card to judge any"
    if judged:
        marks = [(answer.label, row.discovery) for answer in answers for row in answer.vetoes.judged]
        gain = sum(row.option.value > 0 for row in found)
        title = f"Cards with an effect that survives the false-discovery control: {of_settings(marks)}"
        title += f"; {gain} help and {len(found) - gain} hurt who may purchase them" if found else ""
    caption = (
        f"{NAMING} Win index of seats that were free to purchase a card and had it face up at a turn of theirs, less that of seats to whom it was "
        f"forbidden. Dot: raw, with 95% intervals (Neyman); bar: after empirical Bayes. Filled: survives Benjamini-Hochberg at 5% within "
        f"the setting. Highest and lowest {SHOWN} by the shrunk effect; all are in the table. {sample(answers)}"
    )
    columns = (
        "setting",
        "card",
        "level",
        "bonus",
        "prestige",
        "free",
        "vetoed",
        "uptake",
        "effect",
        "low",
        "high",
        "standard_error",
    )
    columns += ("shrunk", "p", "q", "discovery", "per_purchase", "per_purchase_low", "per_purchase_high")
    alt = "Dots with whiskers by card. " + title + "."
    return Figure("card-effects", title, caption, alt, tuple(panels), columns, tuple(rows))


def _numbers(answer: SettingAnswer, row: VetoRow) -> tuple:
    card, option, bought = _cards(answer)[row.card], row.option, row.purchase
    effect = (option.value, option.low, option.high, option.error) if option else (None,) * 4
    purchase = (bought.value, bought.low, bought.high) if bought else (None,) * 3
    return (
        answer.label,
        row.card,
        card.level,
        card.bonus,
        card.prestige,
        row.free,
        row.vetoed,
        tidy(row.uptake),
        *map(tidy, effect),
        tidy(row.shrunk),
        tidy(row.p, 9),
        tidy(row.q, 9),
        row.discovery,
        *map(tidy, purchase),
    )


def _three_ways(answers: Sequence[SettingAnswer]) -> Figure:
    shown, rows = {}, []
    for answer in answers:
        cards = _cards(answer)
        known = [row for row in answer.vetoes.judged if row.purchase and cards[row.card].adjusted is not None]
        lines = [
            (cards[row.card], row.purchase)
            for row in sorted(known, key=lambda row: (row.purchase.error, row.card))[: 2 * SHOWN]
        ]
        lines.sort(key=lambda line: -line[1].value)
        shown[answer.label] = [
            (name_of(card), card.naive, card.adjusted, effect.value, effect.low, effect.high)
            for card, effect in lines
        ]
        rows += [(answer.label, row.card, *map(tidy, _ways(cards[row.card], row.purchase))) for row in known]
    low, high = _ends([value for dots in shown.values() for row in dots for value in row[1:]])
    panels = _panels(
        shown,
        lambda axis, dots: card_dumbbell.draw(axis, dots, low, high),
        "too few purchases and forbidden cards to compare",
    )
    title = "Nothing to compare"
    if rows:
        marks = [(row[0], row[5] <= row[3] <= row[6]) for row in rows]
        title = f"Cards whose adjusted lift lies within the interval of the effect: {of_settings(marks)}"
    caption = (
        f"{NAMING} One purchase of a card: win index of buyers less that of others who faced it (naive; adjusted for run, place and seat), and "
        f"the effect by the veto (over the share of the free who purchase it; not shown below {percent(LEAST_UPTAKE, 0)}), with its 95% "
        f"interval. The {2 * SHOWN} cards with the surest effect; all are in the data file. {sample(answers)}"
    )
    columns = ("setting", "card", "naive", "adjusted", "per_purchase", "low", "high")
    alt = "Three marks by card: naive, adjusted and by the veto. " + title + "."
    return Figure("card-three-ways", title, caption, alt, tuple(panels), columns, tuple(rows))


def _ways(card: CardRow, effect: Effect) -> tuple[float | None, ...]:
    return card.naive, card.adjusted, effect.value, effect.low, effect.high


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        cards = _cards(answer)
        for row in answer.vetoes.judged:
            rows.append(
                (
                    answer.label,
                    name_of(cards[row.card]),
                    _text(row.option),
                    f"{row.shrunk:+.3f}",
                    "yes" if row.discovery else "no",
                    percent(row.uptake, 0),
                    _text(row.purchase) if row.purchase else "-",
                    count(row.vetoed),
                )
            )
    head = (
        "Setting",
        "Card",
        "Effect of being free to purchase it",
        "Shrunk",
        "Survives",
        "Of the free purchase it",
    )
    head += ("Effect of a purchase", "Forbidden")
    note = (
        "In points of the win index; its par is 1. Largest shrunk effect first. The effect of a purchase is that for seats that purchase "
        "the card if they may; intervals of rare purchases are wide."
    )
    return Table(head, tuple(rows), note)


def _text(effect: Effect) -> str:
    return f"{effect.value:+.3f} ({effect.low:+.3f} to {effect.high:+.3f})"
