"""Section: how long it lasts and how it ends."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import mean_text, percent, plain, share_text
from simcli.figures import histogram, trigger
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, empty_panel, row_of, sample, seats_height, tidy


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        (
            "Length is counted in rounds of finished games. Whoever first reaches the target triggers the last round; "
            "later seats of that round can still overtake."
        ),
    )
    return Section(
        "length",
        "Length and the last round",
        text,
        (_length(answers), _trigger(answers)),
        (_table(answers), _ends(answers)),
    )


def _length(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, top = [], [], 0.0
    for answer in answers:
        total = int(answer.tempo.histogram.sum())
        for number, games in enumerate(answer.tempo.histogram):
            if games:
                rows.append((answer.label, number, int(games), tidy(games / total)))
                top = max(top, games / total)
    for answer in answers:
        mine = [(row[1], row[3]) for row in rows if row[0] == answer.label]
        if not mine:
            panels.append(empty_panel(answer.label, "no game has a winner"))
            continue
        values, shares, middle = (
            [pair[0] for pair in mine],
            [pair[1] for pair in mine],
            answer.tempo.rounds.value,
        )
        panels.append(
            Panel(
                answer.label,
                lambda axis, v=values, s=shares, m=middle: histogram.draw(axis, v, s, "rounds", m, top=top),
            )
        )
    known = [answer for answer in answers if answer.tempo.rounds]
    title = "No game has a winner"
    if known:
        ends = sorted(known, key=lambda answer: answer.tempo.rounds.value)
        title = f"Games take {mean_text(ends[0].tempo.rounds)} rounds on average with {ends[0].label.lower()}"
        title += (
            f", {mean_text(ends[-1].tempo.rounds)} with {ends[-1].label.lower()}" if len(ends) > 1 else ""
        )
    caption = f"Finished games by rounds; the line is the mean. {sample(answers)}"
    alt = "Bars by rounds. " + " ".join(
        f"{answer.label}: mean {plain(answer.tempo.rounds.value, 1)} rounds." for answer in known
    )
    return Figure(
        "game-length",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "rounds", "games", "share"),
        tuple(rows),
    )


def _trigger(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        won = answer.tempo.trigger_won
        if not won:
            panels.append(empty_panel(answer.label, "no game reached the target"))
            continue
        dots = [row_of(f"Seat {seat}", value) for seat, value in won.items()]
        panels.append(
            Panel(answer.label, lambda axis, dots=dots: trigger.draw(axis, dots), seats_height(len(dots)))
        )
        for seat, value in won.items():
            rows.append(
                (answer.label, seat, *bounds(answer.tempo.trigger.get(seat)), *bounds(value), value.deals)
            )
    known = [answer for answer in answers if answer.tempo.overtaken]
    most = max(known, key=lambda answer: answer.tempo.overtaken.value, default=None)
    title = (
        f"Who triggers the end is overtaken in {'up to ' if len(known) > 1 else ''}{share_text(most.tempo.overtaken)} of the games "
        f"({most.label.lower()})"
        if most
        else "No game reached the target"
    )
    caption = (
        f"Share of the win that goes to the seat (or its team) that reached the target first, by that seat. {INTERVALS} "
        f"The axis does not start at 0. {sample(answers)}"
    )
    alt = "Dots by seat. " + " ".join(
        f"{answer.label}: overtaken in {percent(answer.tempo.overtaken.value)}." for answer in known
    )
    columns = (
        "setting",
        "seat",
        "triggers",
        "triggers_low",
        "triggers_high",
        "then_wins",
        "low",
        "high",
        "deals",
    )
    return Figure("trigger", title, caption, alt, tuple(panels), columns, tuple(rows))


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        tempo = answer.tempo
        ends = [str(tempo.quantiles[q]) for q in (0.05, 0.5, 0.95)] if tempo.quantiles else ["-"] * 3
        rows.append(
            (
                answer.label,
                mean_text(tempo.rounds),
                plain(tempo.sd, 2) if tempo.sd is not None else "-",
                *ends,
                share_text(tempo.overtaken),
            )
        )
    return Table(
        (
            "Setting",
            "Rounds, mean",
            "Spread (s.d.)",
            "5% end by",
            "Half end by",
            "95% end by",
            "Trigger overtaken",
        ),
        tuple(rows),
    )


def _ends(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        endings = answer.endings.endings
        rows.append(
            (
                answer.label,
                *(share_text(endings.get(word)) for word in ("target", "stalemate", "round_limit")),
                mean_text(answer.endings.passes),
                *(share_text(answer.tempo.decks.get(level)) for level in (1, 2, 3)),
            )
        )
    head = (
        "Setting",
        "Reach the target",
        "Stalemate",
        "Round limit",
        "Forced passes per 1,000 turns",
        "Level-1 deck empty",
        "Level-2",
        "Level-3",
    )
    return Table(
        head,
        tuple(rows),
        "Stalemates and games at the round limit have no winner and are left out of win shares and lengths.",
    )
