"""Section: development cards, as associations."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.cards import CardRow
from simcli.analysis.phrases import count, percent, plain
from simcli.base.words import COLOURS, LETTERS
from simcli.figures import card_demand, card_lift
from simcli.figures.marks import Dot
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import WIDE, dot_panel, figure, panels, sample, table
from simcli.stats.normal import z_of

SHOWN = 8
NAMING = "Cards by number, level, bonus, prestige (p) and price; W white, U blue, G green, R red, K black."


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "Which cards are in demand, and do their buyers win more? The second is an "
        "association, not an effect: players who are ahead buy "
        "more, and long games see more cards. Adjusted means that buyers are compared "
        "with others in the same run, place and seat "
        "only. The next section measures the effect itself, where a run forbade cards at random."
    )
    return Section(
        "cards", "Development cards", (text,), (_demand(answers), _lift(answers)), (_levels(answers),)
    )


def _demand(answers: Sequence[SettingAnswer]) -> Figure:
    faced = {answer.label: [row for row in answer.cards.rows if row.demand is not None] for answer in answers}
    every = [(label, row) for label, rows in faced.items() for row in rows]
    top = max((row.demand for _, row in every), default=1.0)

    def panel(answer: SettingAnswer) -> Panel | None:
        dots = [card_demand.Row(row.level, row.price, row.demand) for row in faced[answer.label]]
        return Panel(answer.label, partial(card_demand.draw, rows=dots, top=top)) if dots else None

    title = "No card was faced in a finished game"
    if every:
        (label, best), (other, least) = (pick(every, key=lambda pair: pair[1].demand) for pick in (max, min))
        where = f"with {other.lower()}, " if other != label else ""
        title = (
            f"With {label.lower()}, {_named(best)} is purchased by {percent(best.demand, 0)} "
            f"of the {count(best.faced)} seats that face it, "
            f"{where}{_named(least)} by {percent(least.demand, 0)} of {count(least.faced)}"
        )
    return figure(
        "card-demand",
        title,
        (
            "Of the seats that had the card face up on one of their turns, the share that "
            f"purchased it in that game, by price. {sample(answers)}"
        ),
        panels(answers, panel, "no card was faced in a finished game"),
        (
            "setting card level bonus prestige price seats_faced purchases demand mean_round "
            "from_reserve rounds_face_up"
        ),
        [
            (
                *(label, row.id, row.level, row.bonus, row.prestige, row.price, row.faced, row.bought),
                *(row.demand, row.round, row.reserved, row.lies),
            )
            for label, row in every
        ],
        shows="Dots by price, one for each card, by level",
        digits={"mean_round": 3, "rounds_face_up": 3},
    )


def _named(row: CardRow) -> str:
    return f"card {row.id} (level {row.level} {row.bonus})"


def _lift(answers: Sequence[SettingAnswer]) -> Figure:
    known = {
        answer.label: sorted(
            (row for row in answer.cards.rows if None not in (row.adjusted, row.error, row.shrunk)),
            key=lambda row: -row.shrunk,
        )
        for answer in answers
    }
    z = z_of(0.95)
    shown = {
        label: [
            card_lift.Row(
                Dot(name_of(row), row.adjusted, row.adjusted - z * row.error, row.adjusted + z * row.error),
                row.naive,
                row.discovery,
            )
            for row in first_and_last(rows)
        ]
        for label, rows in known.items()
    }
    ends = [end for rows in shown.values() for row in rows for end in (row.naive, *row.dot.ends)]
    low, high = (min(ends) - 0.02, max(ends) + 0.02) if ends else (-1.0, 1.0)
    every = [(label, row) for label, rows in known.items() for row in rows]
    title = "Too few purchases to compare cards"
    if every:
        marks = of_settings([(label, row.discovery) for label, row in every])
        title = f"Cards whose buyers fare differently from those of other cards: {marks}"
    return figure(
        "card-lift",
        title,
        f"{NAMING} The {SHOWN} cards with the highest and the lowest shrunk lift. Bar: "
        "naive; dot: adjusted, with a 95% interval that treats "
        "seats as independent. Filled: differs from the mean card after false-discovery "
        "control (Benjamini-Hochberg, 5%, within a setting). "
        f"Association, not effect. {sample(answers)}",
        panels(
            answers,
            lambda answer: dot_panel(
                answer.label, shown[answer.label], card_lift.draw, WIDE, low=low, high=high
            ),
            "too few purchases to compare",
        ),
        "setting card level bonus naive_lift adjusted_lift standard_error shrunk_lift discovery purchases",
        [
            (
                *(label, row.id, row.level, row.bonus, row.naive, row.adjusted, row.error, row.shrunk),
                *(row.discovery, row.bought),
            )
            for label, row in every
        ],
        shows="Dots with whiskers by card",
        details=f"{title}. The numbers of all cards are in the data file.",
    )


def first_and_last(rows: Sequence) -> list:
    """The first and the last rows, as many as are shown; all where they are few."""
    return list(rows) if len(rows) <= 2 * SHOWN else [*rows[:SHOWN], *rows[-SHOWN:]]


def of_settings(marks: Sequence[tuple[str, bool]]) -> str:
    """How many of each setting's cards are marked: `20 of 90 (2 players), 31 of 90 (3 players)`;
    `marks`: (setting, is it marked) by card."""
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
                numbers = (
                    plain(bought / answer.games),
                    plain(rounds / bought, 1),
                    percent(reserved / bought),
                )
                rows.append(
                    (answer.label, str(level), *numbers, "never taken" if lies is None else plain(lies, 1))
                )
    return table(
        (
            "Setting | Level | Purchases per game, all seats | Mean round of purchase | "
            "Purchased from the reserve | Rounds face up per card taken"
        ),
        rows,
        "Rounds face up: the time that all cards of the level lay on the table, divided "
        "by the number of times one was taken; cards still there "
        "at the end count with the time they lay, so it can exceed the length of a game.",
    )
