"""Section: how long games last and how they end."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import mean_text, percent, plain, share_text
from simcli.figures import trigger
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, dot, dot_panel, figure, panels, sample, table
from simcli.report.sections.spread import histograms


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "Length is counted in rounds of finished games. The seat that first reaches the "
        "target triggers the last round; later seats of that "
        "round can still overtake it."
    )
    figures, tables = (_length(answers), _trigger(answers)), (_table(answers), _ends(answers))
    return Section("length", "Length and the last round", (text,), figures, tables)


def _length(answers: Sequence[SettingAnswer]) -> Figure:
    known = sorted(
        (answer for answer in answers if answer.tempo.rounds), key=lambda answer: answer.tempo.rounds.value
    )
    title = "No game has a winner"
    if known:
        title = (
            f"Games take {mean_text(known[0].tempo.rounds)} rounds on average with {known[0].label.lower()}"
        )
    if len(known) > 1:
        title += f", {mean_text(known[-1].tempo.rounds)} with {known[-1].label.lower()}"
    drawn, rows = histograms(
        answers,
        lambda answer: answer.tempo.histogram,
        "rounds",
        mean_of=lambda answer: answer.tempo.rounds.value,
    )
    return figure(
        "game-length",
        title,
        f"Finished games by number of rounds; the line is the mean. {sample(answers)}",
        drawn,
        "setting rounds games share",
        rows,
        shows="Bars by rounds",
        details=" ".join(
            f"{answer.label}: mean {plain(answer.tempo.rounds.value, 1)} rounds."
            for answer in answers
            if answer.tempo.rounds
        ),
    )


def _trigger(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.tempo.overtaken]
    title = "No game reached the target"
    if known:
        most = max(known, key=lambda answer: answer.tempo.overtaken.value)
        most_of = "up to " if len(known) > 1 else ""
        title = (
            "The seat that triggers the end is overtaken in "
            f"{most_of}{share_text(most.tempo.overtaken)} of the games ({most.label.lower()})"
        )
    dots = {
        answer.label: [dot(f"Seat {seat}", won) for seat, won in answer.tempo.trigger_won.items()]
        for answer in answers
    }
    return figure(
        "trigger",
        title,
        "How often the seat (or its team) that reached the target first goes on to win, "
        "by that seat; a shared win counts in parts. "
        f"{INTERVALS} The axis does not start at 0. {sample(answers)}",
        panels(
            answers,
            lambda answer: dot_panel(answer.label, dots[answer.label], trigger.draw),
            "no game reached the target",
        ),
        "setting seat triggers triggers_low triggers_high then_wins low high deals",
        [
            (answer.label, seat, *bounds(answer.tempo.trigger.get(seat)), *bounds(won), won.deals)
            for answer in answers
            for seat, won in answer.tempo.trigger_won.items()
        ],
        shows="Dots by seat",
        details=" ".join(
            f"{answer.label}: overtaken in {percent(answer.tempo.overtaken.value)}." for answer in known
        ),
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        tempo = answer.tempo
        ends = [str(tempo.quantiles[q]) for q in (0.05, 0.5, 0.95)] if tempo.quantiles else ["-"] * 3
        spread = "-" if tempo.sd is None else plain(tempo.sd, 2)
        rows.append((answer.label, mean_text(tempo.rounds), spread, *ends, share_text(tempo.overtaken)))
    return table(
        "Setting | Rounds, mean | Spread (s.d.) | 5% end by | Half end by | 95% end by | Trigger overtaken",
        rows,
    )


def _ends(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        ways = (share_text(answer.endings.endings.get(way)) for way in ("target", "stalemate", "round_limit"))
        decks = (share_text(answer.tempo.decks.get(level)) for level in (1, 2, 3))
        rows.append((answer.label, *ways, mean_text(answer.endings.passes), *decks))
    return table(
        (
            "Setting | Reach the target | Stalemate | Round limit | Forced passes per 1,000 "
            "turns | Level-1 deck empty | Level-2 | Level-3"
        ),
        rows,
        "Stalemates and games at the round limit have no winner and are left out of win shares and lengths.",
    )
