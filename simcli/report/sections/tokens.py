"""Section: tokens, hand limit, reserves, and turns without gain."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import mean_text, percent
from simcli.base.words import TOKENS
from simcli.figures import token_scarcity, turns_by_round
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import reserves
from simcli.report.sections.common import empty_panel, sample, tidy

CURVES = {"bought": "purchase", "reserved": "reserve", "full_hands": "full hand", "returning": "gives back"}


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        (
            "What the bank lacks when a turn begins, and what turns are made of. Full hand: the turn ends with as many "
            "tokens as the limit allows. A reserve blocks if another could have paid for the card at once."
        ),
    )
    figures = (_scarcity(answers), _turns(answers), reserves.figure(answers))
    return Section(
        "tokens",
        "Tokens and reserves",
        text,
        figures,
        (_table(answers), _reserves(answers), reserves.table(answers)),
    )


def _scarcity(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, top = [], [], 0.0
    for answer in answers:
        frame = answer.tokens.rounds
        if len(frame):
            top = max(top, *(float(frame[f"empty_{token}"].max()) for token in TOKENS))
            for row in frame.iter_rows(named=True):
                rows.append(
                    (
                        answer.label,
                        row["round"],
                        row["turns"],
                        *(tidy(row[f"empty_{token}"]) for token in TOKENS),
                        tidy(row["short"]),
                    )
                )
    for answer in answers:
        frame = answer.tokens.rounds
        if not len(frame):
            panels.append(empty_panel(answer.label, "no turn was played"))
            continue
        rounds, shares = frame["round"].to_list(), [frame[f"empty_{token}"].to_list() for token in TOKENS]
        panels.append(
            Panel(
                answer.label,
                lambda axis, r=rounds, s=shares: token_scarcity.draw(axis, r, s, top),
                height=2.0,
            )
        )
    known = [answer for answer in answers if answer.tokens.empty]
    title = "No turn was played"
    if known:
        said = []
        for answer in known:
            token = max(TOKENS, key=lambda token: answer.tokens.empty[token])
            said.append(f"{token} ({percent(answer.tokens.empty[token])}, {answer.label.lower()})")
        title = "Most often missing when a turn begins: " + "; ".join(said)
    caption = (
        f"Share of the turns that begin with none of that kind in the bank; rounds with at least 200 turns. All turns "
        f"are counted, so no interval. {sample(answers)}"
    )
    alt = "Heat map, tokens by round; darker is scarcer. " + title + "."
    columns = (
        "setting",
        "round",
        "turns",
        *(f"empty_{token}" for token in TOKENS),
        "fewer_than_three_colours",
    )
    return Figure("token-scarcity", title, caption, alt, tuple(panels), columns, tuple(rows))


def _turns(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, top = [], [], 0.0
    for answer in answers:
        frame = answer.tokens.rounds
        for row in frame.iter_rows(named=True):
            rows.append(
                (
                    answer.label,
                    row["round"],
                    row["turns"],
                    *(tidy(row[name]) for name in CURVES),
                    tidy(row["forced_passes"], 9),
                )
            )
            top = max([top, *(row[name] for name in CURVES)])
    for answer in answers:
        frame = answer.tokens.rounds
        if not len(frame):
            panels.append(empty_panel(answer.label, "no turn was played"))
            continue
        rounds, curves = (
            frame["round"].to_list(),
            [(name, frame[key].to_list()) for key, name in CURVES.items()],
        )
        panels.append(
            Panel(
                answer.label, lambda axis, r=rounds, c=curves: turns_by_round.draw(axis, r, c, max(top, 0.05))
            )
        )
    known = [answer for answer in answers if answer.tokens.totals]
    most = max(known, key=lambda answer: answer.tokens.totals["full_hands"], default=None)
    title = (
        f"{percent(most.tokens.totals['full_hands'])} of the turns with {most.label.lower()} end with a full hand"
        if most
        else "No turn was played"
    )
    caption = f"Share of the turns of each round; rounds with at least 200 turns. All turns are counted, so no interval. {sample(answers)}"
    alt = "Curves by round of purchases, reserves, full hands and turns that give tokens back. " + title + "."
    columns = ("setting", "round", "turns", *CURVES, "forced_passes")
    return Figure("turns-by-round", title, caption, alt, tuple(panels), columns, tuple(rows))


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = [
        (
            answer.label,
            *(percent(answer.tokens.empty[token]) for token in TOKENS),
            percent(answer.tokens.totals["short"]),
        )
        for answer in answers
        if answer.tokens.empty
    ]
    return Table(
        ("Setting", *(f"no {token}" for token in TOKENS), "fewer than three colours"),
        tuple(rows),
        "Share of all turns that begin with so little in the bank.",
    )


def _reserves(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        tokens = answer.tokens
        values = (tokens.reserves_table, tokens.reserves_deck, tokens.gold_paid, tokens.returned)
        rows.append(
            (
                answer.label,
                *(mean_text(value) for value in values),
                mean_text(tokens.reservers),
                mean_text(tokens.others),
            )
        )
    head = (
        "Setting",
        "Reserved from table",
        "from deck",
        "Gold paid",
        "Tokens given back",
        "Win index with reserves",
        "without",
    )
    return Table(
        head,
        tuple(rows),
        "Means a seat and game. The two win indices are associations: who reserves differs in more than that.",
    )
