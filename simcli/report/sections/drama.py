"""Section: is it a race?"""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.drama import REACH
from simcli.analysis.phrases import count, mean_text, percent, share_text
from simcli.base.words import NOTED_ROUNDS
from simcli.figures import fates, lead_to_win
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, figure, panels, sample, table
from simcli.report.sections.spread import histograms

# A cell with fewer seats than this is hatched: its share says little.
THIN = 200
SHOWN = 7
SHORT = "no finished game lasted five rounds"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A race is open as long as players who are behind can still win. Prestige is "
        "noted after rounds 5, 10, 15 and 20; with teams it is "
        "the team's prestige."
    )
    figures = (_fates(answers), _leads(answers), _changes(answers))
    return Section("race", "Lead, comeback and snowball", (text,), figures, (_table(answers),))


def _fates(answers: Sequence[SettingAnswer]) -> Figure:
    kinds = [
        (answer, name, fates_)
        for answer in answers
        for name, fates_ in (
            ("sole leader", answer.drama.leader),
            ("most cards", answer.drama.cards),
            ("sole last", answer.drama.last),
        )
        if fates_
    ]

    def panel(answer: SettingAnswer) -> Panel | None:
        curves = {
            name: [fates.Point(fate.round, *_ends(fate.wins)) for fate in fates_]
            for other, name, fates_ in kinds
            if other is answer
        }
        return (
            Panel(answer.label, partial(fates.draw, curves=curves, fair=answer.drama.fair))
            if curves
            else None
        )

    title = "Nothing can be said about comebacks"
    late = [(answer, fate) for answer in answers for fate in answer.drama.last if fate.round == 15]
    if late:
        answer, fate = max(late, key=lambda pair: pair[1].wins.value / pair[0].drama.fair)
        title = (
            f"With {answer.label.lower()}, whoever is alone in last place after round 15 "
            f"still wins {share_text(fate.wins)} of the games"
        )
    return figure(
        "comebacks",
        title,
        "Share of wins of the seat (team) alone in first or last place in prestige, or "
        "alone in first place in purchased cards; dashed: par. "
        f"{INTERVALS} {sample(answers)}",
        panels(answers, panel, SHORT),
        "setting position round happens happens_low happens_high wins low high deals",
        [
            (answer.label, name, fate.round, *bounds(fate.happens), *bounds(fate.wins), fate.wins.deals)
            for answer, name, fates_ in kinds
            for fate in fates_
        ],
        shows="Curves by round for the sole leader, the one with most cards, and the sole last",
        details=" ".join(
            f"{answer.label}: "
            + ", ".join(
                f"leader after {fate.round}: {percent(fate.wins.value)}" for fate in answer.drama.leader
            )
            + "."
            for answer in answers
        ),
    )


def _ends(estimate) -> tuple[float, float | None, float | None]:
    return estimate.value, estimate.low, estimate.high


def _leads(answers: Sequence[SettingAnswer]) -> Figure:
    rows = []
    for answer in answers:
        for number, seats, wins in zip(NOTED_ROUNDS, answer.drama.leads, answer.drama.lead_wins, strict=True):
            rows += [
                (answer.label, number, lead - REACH, int(n), float(won / n))
                for lead, (n, won) in enumerate(zip(seats, wins, strict=True))
                if n
            ]

    def panel(answer: SettingAnswer) -> Panel | None:
        known = {
            (number, lead): (n, share) for label, number, lead, n, share in rows if label == answer.label
        }
        if not known:
            return None
        leads = range(-SHOWN, SHOWN + 1)
        cells = [[known.get((number, lead), (0, None)) for lead in leads] for number in NOTED_ROUNDS]
        looks = {
            "shares": [[share for _, share in line] for line in cells],
            "thin": [[n < THIN for n, _ in line] for line in cells],
        }
        draw = partial(lead_to_win.draw, rounds=NOTED_ROUNDS, leads=leads, fair=answer.drama.fair, **looks)
        return Panel(answer.label, draw, height=1.75, width=5.0)

    known = [row for row in rows if row[1:3] == (10, 3) and row[3] >= THIN]
    title = "Too few games to say what a lead of three prestige after round 10 is worth"
    if known:
        label, _, _, n, share = max(known, key=lambda row: row[4])
        title = (
            f"With {label.lower()}, a lead of three prestige after round 10 wins "
            f"{percent(share)} of the games ({count(n)} seats)"
        )
    return figure(
        "lead-to-win",
        title,
        "Share of wins by lead over the best other after a noted round; par is white; "
        f"hatched: fewer than {THIN} seats. No intervals; the "
        f"numbers of seats are in the data file. {sample(answers)}",
        panels(answers, panel, SHORT),
        "setting round lead seats share",
        rows,
        shows="Heat map of win share by lead and round",
    )


def _changes(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.drama.changes]
    title = "No game has a winner"
    if known:
        most = max(known, key=lambda answer: answer.drama.changes.value)
        title = f"The lead changes {mean_text(most.drama.changes)} times a game with {most.label.lower()}"
    drawn, rows = histograms(
        answers,
        lambda answer: answer.drama.histogram,
        "lead changes",
        mean_of=lambda answer: answer.drama.changes.value,
    )
    return figure(
        "lead-changes",
        title,
        "How often the sole leader in prestige changed, judged at the end of each round; "
        "in a tie the old leader stays. The line is the mean. "
        f"{sample(answers)}",
        drawn,
        "setting lead_changes games share",
        rows,
        shows="Bars by number of lead changes",
        details=" ".join(f"{answer.label}: mean {mean_text(answer.drama.changes)}." for answer in known),
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        drama = answer.drama
        cards = next((fate.wins for fate in drama.cards if fate.round == 10), None)
        shares = (share_text(cards), share_text(drama.first_noble), percent(drama.fair))
        rows.append((answer.label, mean_text(drama.changes), *shares))
    return table(
        (
            "Setting | Lead changes per game | Wins with most cards after round 10 | Wins "
            "with the first noble | Par"
        ),
        rows,
        (
            "The one ahead is often the one who plays better that day: these are "
            "associations, not effects of the card or noble."
        ),
    )
