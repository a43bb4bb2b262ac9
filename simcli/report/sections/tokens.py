"""Section: tokens, hand limit, reserves, and turns without gain."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import mean_text, percent
from simcli.base.words import TOKENS
from simcli.figures import token_scarcity, turns_by_round
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections import reserves
from simcli.report.sections.common import by_setting, figure, panels, sample, table

CURVES = {"bought": "purchase", "reserved": "reserve", "full_hands": "full hand", "returning": "gives back"}
EMPTY = [f"empty_{token}" for token in TOKENS]
NO_TURN = "no turn was played"
COUNTED = "rounds with at least 200 turns. All turns are counted, so there is no interval."


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "What the bank lacks when a turn begins, and what turns consist of. Full hand: "
        "the turn ends with as many tokens as the limit allows. A "
        "reserve blocks if another seat could have paid for the card at once."
    )
    figures = (_scarcity(answers), _turns(answers), reserves.blocking_figure(answers))
    tables = (_table(answers), _reserves(answers), reserves.blocking_table(answers))
    return Section("tokens", "Tokens and reserves", (text,), figures, tables)


def _numbers(answers: Sequence[SettingAnswer], names: Sequence[str]) -> list[tuple]:
    """Setting, round, turns and the columns `names` of every round."""
    rows = []
    for answer in answers:
        if len(frame := answer.tokens.rounds):
            rows += [(answer.label, *row) for row in frame.select("round", "turns", *names).iter_rows()]
    return rows


def _highest(answers: Sequence[SettingAnswer], names: Sequence[str]) -> float:
    frames = [answer.tokens.rounds for answer in answers if len(answer.tokens.rounds)]
    return max((float(frame[name].max()) for frame in frames for name in names), default=0.0)


def _scarcity(answers: Sequence[SettingAnswer]) -> Figure:
    top = _highest(answers, EMPTY)

    def panel(answer: SettingAnswer) -> Panel | None:
        frame = answer.tokens.rounds
        if not len(frame):
            return None
        shares = [frame[name].to_list() for name in EMPTY]
        draw = partial(token_scarcity.draw, rounds=frame["round"].to_list(), shares=shares, top=top)
        return Panel(answer.label, draw, height=2.0)

    title = "No turn was played"
    if known := [answer for answer in answers if answer.tokens.empty]:
        title = "Most often missing when a turn begins: " + by_setting(known, _scarcest)
    return figure(
        "token-scarcity",
        title,
        f"Share of turns that begin with none of that kind in the bank; {COUNTED} {sample(answers)}",
        panels(answers, panel, NO_TURN),
        f"setting round turns {' '.join(EMPTY)} fewer_than_three_colours",
        _numbers(answers, [*EMPTY, "short"]),
        shows="Heat map, tokens by round; darker is scarcer",
    )


def _scarcest(answer: SettingAnswer) -> str:
    token = max(TOKENS, key=lambda token: answer.tokens.empty[token])
    return f"{token} in {percent(answer.tokens.empty[token])} of turns"


def _turns(answers: Sequence[SettingAnswer]) -> Figure:
    top = max(_highest(answers, list(CURVES)), 0.05)

    def panel(answer: SettingAnswer) -> Panel | None:
        frame = answer.tokens.rounds
        if not len(frame):
            return None
        curves = {name: frame[key].to_list() for key, name in CURVES.items()}
        draw = partial(turns_by_round.draw, rounds=frame["round"].to_list(), curves=curves, top=top)
        return Panel(answer.label, draw)

    title = "No turn was played"
    if known := [answer for answer in answers if answer.tokens.totals]:
        most = max(known, key=lambda answer: answer.tokens.totals["full_hands"])
        title = (
            f"{percent(most.tokens.totals['full_hands'])} of turns with {most.label.lower()} "
            "end with a full hand"
        )
    return figure(
        "turns-by-round",
        title,
        f"Share of the turns of each round; {COUNTED} {sample(answers)}",
        panels(answers, panel, NO_TURN),
        f"setting round turns {' '.join(CURVES)} forced_passes",
        _numbers(answers, [*CURVES, "forced_passes"]),
        shows="Curves by round of purchases, reserves, full hands and turns that give tokens back",
        digits={"forced_passes": 9},
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        if tokens := answer.tokens.empty:
            shares = [percent(tokens[token]) for token in TOKENS]
            rows.append((answer.label, *shares, percent(answer.tokens.totals["short"])))
    return table(
        f"Setting | {' | '.join(f'no {token}' for token in TOKENS)} | fewer than three colours",
        rows,
        "Share of all turns that begin with so little in the bank.",
    )


def _reserves(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        tokens = answer.tokens
        means = (tokens.reserves_table, tokens.reserves_deck, tokens.gold_paid, tokens.returned)
        rows.append((answer.label, *map(mean_text, (*means, tokens.reservers, tokens.others))))
    return table(
        (
            "Setting | Reserved from table | from deck | Gold paid | Tokens given back | Win "
            "index with reserves | without"
        ),
        rows,
        (
            "Means per seat and game. The two win indices are associations: seats that "
            "reserve differ in other ways too."
        ),
    )
