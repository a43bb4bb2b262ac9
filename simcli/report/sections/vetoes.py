"""Section: what a card is worth, by an experiment with a random veto."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.cards import CardRow
from simcli.analysis.phrases import count, listed, percent
from simcli.analysis.vetoes import LEAST_UPTAKE, Effect, VetoRow
from simcli.figures import card_dumbbell, card_effect
from simcli.figures.marks import Dot
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.cards import NAMING, SHOWN, first_and_last, name_of, of_settings
from simcli.report.sections.common import WIDE, dot_panel, figure, panels, sample, table

TITLE = "What a card is worth"
NO_VETO = (
    "No run of this report had a veto, so what a card is worth could only be guessed "
    "from who purchases it. `simcli run ... --veto 0.02` forbids "
    "each seat each card with that chance, drawn at random; the report of such a run "
    "measures the effect of every card."
)


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    known = [answer for answer in answers if answer.vetoes.runs]
    if not known:
        return Section("effects", TITLE, (NO_VETO,))
    rates = sorted({rate for answer in known for rate in answer.vetoes.rates})
    text = (
        f"An experiment: in {listed(f'{100 * rate:g}%' for rate in rates)} of the cases a "
        "seat was forbidden to purchase a card for the whole "
        "game, drawn at random and for each card separately. Seats that were free and "
        "seats that were not differ only by that draw, so the "
        "difference of their win indices is an effect, not an association."
    )
    without = [answer.label for answer in answers if not answer.vetoes.runs]
    notes = (f"No run had a veto: {', '.join(without)}.",) if without else ()
    return Section("effects", TITLE, (text,), (_effects(known), _three_ways(known)), (_table(known),), notes)


def _cards(answer: SettingAnswer) -> dict[int, CardRow]:
    return {row.id: row for row in answer.cards.rows}


def _axis(values: Sequence[float]) -> dict[str, float]:
    """Ends of an axis that holds all values and 0, with a little room."""
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.04 * (high - low) or 1.0
    return {"low": low - room, "high": high + room}


def _dot(card: CardRow, effect: Effect) -> Dot:
    return Dot(name_of(card), effect.value, effect.low, effect.high)


def _effects(answers: Sequence[SettingAnswer]) -> Figure:
    shown = {}
    for answer in answers:
        cards = _cards(answer)
        shown[answer.label] = [
            card_effect.Row(_dot(cards[row.card], row.option), row.shrunk, row.discovery)
            for row in first_and_last(answer.vetoes.judged)
        ]
    ends = _axis([end for rows in shown.values() for row in rows for end in (*row.dot.ends, row.shrunk)])
    judged = [(answer.label, row) for answer in answers for row in answer.vetoes.judged]
    title = "Too few games with a forbidden card to judge any"
    if judged:
        marks = of_settings([(label, row.discovery) for label, row in judged])
        title = f"Cards with an effect that survives the false-discovery control: {marks}"
        gains = [row.option.value > 0 for _, row in judged if row.discovery]
        if gains:
            title += f"; {sum(gains)} help and {len(gains) - sum(gains)} hurt those who may purchase them"
    return figure(
        "card-effects",
        title,
        f"{NAMING} Win index of seats that were free to purchase a card and had it face "
        "up on one of their turns, minus that of seats for which it "
        "was forbidden. Dot: raw, with 95% intervals (Neyman); bar: after empirical "
        "Bayes. Filled: survives Benjamini-Hochberg at 5% within the "
        f"setting. The {SHOWN} highest and lowest by the shrunk effect; all are in the "
        f"table. {sample(answers)}",
        panels(
            answers,
            lambda answer: dot_panel(answer.label, shown[answer.label], card_effect.draw, WIDE, **ends),
            "too few games with a forbidden card",
        ),
        "setting card level bonus prestige free vetoed uptake effect low high "
        "standard_error shrunk p q discovery per_purchase "
        "per_purchase_low per_purchase_high",
        [
            (answer.label, *_numbers(_cards(answer)[row.card], row))
            for answer in answers
            for row in answer.vetoes.rows
        ],
        shows="Dots with whiskers by card",
        digits={"p": 9, "q": 9},
    )


def _numbers(card: CardRow, row: VetoRow) -> tuple:
    option, purchase = row.option, row.purchase
    return (
        *(row.card, card.level, card.bonus, card.prestige, row.free, row.vetoed, row.uptake),
        *((option.value, option.low, option.high, option.error) if option else (None,) * 4),
        *(row.shrunk, row.p, row.q, row.discovery),
        *((purchase.value, purchase.low, purchase.high) if purchase else (None,) * 3),
    )


def _three_ways(answers: Sequence[SettingAnswer]) -> Figure:
    shown, every = {}, []
    for answer in answers:
        cards = _cards(answer)
        known = [row for row in answer.vetoes.judged if row.purchase and cards[row.card].adjusted is not None]
        every += [(answer.label, cards[row.card], row.purchase) for row in known]
        surest = sorted(known, key=lambda row: (row.purchase.error, row.card))[: 2 * SHOWN]
        shown[answer.label] = [
            card_dumbbell.Row(_dot(card, row.purchase), card.naive, card.adjusted)
            for row in sorted(surest, key=lambda row: -row.purchase.value)
            for card in (cards[row.card],)
        ]
    ends = _axis(
        [end for rows in shown.values() for row in rows for end in (*row.dot.ends, row.naive, row.adjusted)]
    )
    title = "Nothing to compare"
    if every:
        marks = of_settings([(label, use.low <= card.adjusted <= use.high) for label, card, use in every])
        title = f"Cards whose adjusted lift lies within the interval of the effect: {marks}"
    return figure(
        "card-three-ways",
        title,
        f"{NAMING} One purchase of a card: win index of buyers minus that of others who "
        "faced it (naive; adjusted for run, place and seat), and "
        "the effect by the veto (divided by the share of the free who purchase it; not shown below "
        f"{percent(LEAST_UPTAKE, 0)}), with its 95% interval. The {2 * SHOWN} cards with "
        "the most precise effect; all are in the data file. "
        f"{sample(answers)}",
        panels(
            answers,
            lambda answer: dot_panel(answer.label, shown[answer.label], card_dumbbell.draw, WIDE, **ends),
            "too few purchases and forbidden cards to compare",
        ),
        "setting card naive adjusted per_purchase low high",
        [
            (label, card.id, card.naive, card.adjusted, use.value, use.low, use.high)
            for label, card, use in every
        ],
        shows="Three marks by card: naive, adjusted and by the veto",
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        cards = _cards(answer)
        for row in answer.vetoes.judged:
            effect = (_text(row.option), f"{row.shrunk:+.3f}", "yes" if row.discovery else "no")
            use = (percent(row.uptake, 0), _text(row.purchase) if row.purchase else "-", count(row.vetoed))
            rows.append((answer.label, name_of(cards[row.card]), *effect, *use))
    return table(
        (
            "Setting | Card | Effect of being free to purchase it | Shrunk | Survives | Of "
            "the free, purchase it | Effect of a purchase | Forbidden"
        ),
        rows,
        "In points of the win index; its par is 1. Largest shrunk effect first. The "
        "effect of a purchase is that for seats that purchase the card "
        "if they may; intervals of rare purchases are wide.",
    )


def _text(effect: Effect) -> str:
    return f"{effect.value:+.3f} ({effect.low:+.3f} to {effect.high:+.3f})"
