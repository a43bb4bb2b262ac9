"""Section: development cards, as associations."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.cards import CardRow
from simcli.analysis.phrases import count, percent, plain
from simcli.base.words import COLOURS, LETTERS
from simcli.figures import card_demand, card_lift
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import empty_panel, sample, seats_height, tidy
from simcli.stats.normal import z_of

SHOWN = 8
NAMING = "Cards by number, level, bonus, prestige (p) and price; W white, U blue, G green, R red, K black."


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "Which cards are wanted, and whether their buyers win more. The second is an association, not an effect: who "
        "is ahead buys more, long games see more cards. "
        "Adjusted means compared within the same run, place and seat only. The next section measures the effect itself, where a run "
        "forbade cards at random.",
    )
    return Section(
        "cards", "Development cards", text, (_demand(answers), _lift(answers)), (_levels(answers),)
    )


def _demand(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        for row in answer.cards.rows:
            if row.demand is not None:
                rows.append(
                    (
                        answer.label,
                        row.id,
                        row.level,
                        row.bonus,
                        row.prestige,
                        row.price,
                        row.faced,
                        row.bought,
                        tidy(row.demand),
                        tidy(row.round, 3),
                        tidy(row.reserved),
                        tidy(row.lies, 3),
                    )
                )
    top = max((row[8] for row in rows), default=1.0)
    for answer in answers:
        dots = [(row.level, row.price, row.demand) for row in answer.cards.rows if row.demand is not None]
        if not dots:
            panels.append(empty_panel(answer.label, "no card was faced in a finished game"))
            continue
        panels.append(Panel(answer.label, lambda axis, d=dots: card_demand.draw(axis, d, top)))
    title = "No card was faced in a finished game"
    if rows:
        best, least = max(rows, key=lambda row: row[8]), min(rows, key=lambda row: row[8])
        title = (
            f"With {best[0].lower()}, card {best[1]} (level {best[2]} {best[3]}) is purchased by {percent(best[8], 0)} of the {count(best[6])} seats "
            f"that face it, "
            f"{f'with {least[0].lower()}, ' if least[0] != best[0] else ''}card {least[1]} (level {least[2]} {least[3]}) by "
            f"{percent(least[8], 0)} of {count(least[6])}"
        )
    caption = (
        f"Share of the seats with the card face up at one of their turns that purchased it in that game, by price. "
        f"{sample(answers)}"
    )
    alt = "Dots by price, one for each card, by level. " + title + "."
    columns = (
        "setting",
        "card",
        "level",
        "bonus",
        "prestige",
        "price",
        "seats_faced",
        "purchases",
        "demand",
        "mean_round",
        "from_reserve",
    )
    columns += ("rounds_face_up",)
    return Figure("card-demand", title, caption, alt, tuple(panels), columns, tuple(rows))


def _lift(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, shown = [], [], {}
    z = z_of(0.95)
    for answer in answers:
        known = sorted(
            (
                row
                for row in answer.cards.rows
                if row.adjusted is not None and row.error is not None and row.shrunk is not None
            ),
            key=lambda row: -row.shrunk,
        )
        picked = known if len(known) <= 2 * SHOWN else known[:SHOWN] + known[-SHOWN:]
        shown[answer.label] = [
            (
                name_of(row),
                row.naive,
                row.adjusted,
                row.adjusted - z * row.error,
                row.adjusted + z * row.error,
                row.discovery,
            )
            for row in picked
        ]
        for row in known:
            rows.append(
                (
                    answer.label,
                    row.id,
                    row.level,
                    row.bonus,
                    tidy(row.naive),
                    tidy(row.adjusted),
                    tidy(row.error),
                    tidy(row.shrunk),
                    row.discovery,
                    row.bought,
                )
            )
    ends = [bound for dots in shown.values() for row in dots for bound in row[1:5]]
    low, high = (min(ends) - 0.02, max(ends) + 0.02) if ends else (-1.0, 1.0)
    for answer in answers:
        dots = shown[answer.label]
        if not dots:
            panels.append(empty_panel(answer.label, "too few purchases to compare"))
            continue
        panels.append(
            Panel(
                answer.label,
                lambda axis, d=dots: card_lift.draw(axis, d, low, high),
                seats_height(len(dots)),
                4.2,
            )
        )
    title = "Too few purchases to compare cards"
    if rows:
        title = "Cards that differ from the rest in how their buyers fare: " + of_settings(
            [(row[0], row[8]) for row in rows]
        )
    caption = (
        f"{NAMING} Highest and lowest {SHOWN} by shrunk lift. Bar: naive; dot: adjusted, with a 95% interval that takes seats as "
        f"independent. Filled: differs from the mean card "
        f"after false-discovery control (Benjamini-Hochberg, 5%, within a setting). Association, not effect. {sample(answers)}"
    )
    alt = "Dots with whiskers by card. " + title + ". The numbers of all cards are in the data file."
    columns = (
        "setting",
        "card",
        "level",
        "bonus",
        "naive_lift",
        "adjusted_lift",
        "standard_error",
        "shrunk_lift",
        "discovery",
        "purchases",
    )
    return Figure("card-lift", title, caption, alt, tuple(panels), columns, tuple(rows))


def of_settings(marks: Sequence[tuple[str, bool]]) -> str:
    """How many of each setting's cards are marked: `20 of 90 (2 players), 31 of 90 (3 players)`; `marks`: (setting, is it marked) by card."""
    labels = dict.fromkeys(label for label, _ in marks)
    groups = [(label, [mark for other, mark in marks if other == label]) for label in labels]
    return ", ".join(f"{sum(group)} of {len(group)} ({label.lower()})" for label, group in groups)


def name_of(row: CardRow) -> str:
    """A card on one short line: id, level, bonus, prestige, price."""
    price = "".join(f"{row.cost[colour]}{LETTERS[colour]}" for colour in COLOURS if colour in row.cost)
    return f"{row.id}: L{row.level} {LETTERS[row.bonus]} {row.prestige}p  {price}"


def _levels(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for level in sorted({row.level for row in answer.cards.rows}):
            mine = [row for row in answer.cards.rows if row.level == level]
            bought = sum(row.bought for row in mine)
            rounds = sum(row.round * row.bought for row in mine if row.round is not None)
            reserved = sum(row.reserved * row.bought for row in mine if row.reserved is not None)
            if bought and answer.games:
                lies = answer.cards.lies.get(level)
                told = (
                    plain(rounds / bought, 1),
                    percent(reserved / bought),
                    plain(lies, 1) if lies is not None else "never taken",
                )
                rows.append((answer.label, str(level), plain(bought / answer.games), *told))
    head = (
        "Setting",
        "Level",
        "Purchases a game, all seats",
        "Mean round of purchase",
        "Of them out of the reserve",
    )
    note = (
        "Rounds face up: how long all cards of the level lay on the table over how often one was taken from it; cards that still lie at "
        "the end count with the time they lay, so it can exceed the length of a game."
    )
    return Table((*head, "Rounds face up for each one taken"), tuple(rows), note)
