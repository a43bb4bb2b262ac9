"""Section: is it a race?"""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.drama import REACH, Fate
from simcli.analysis.phrases import count, mean_text, percent, share_text
from simcli.base.words import NOTED_ROUNDS
from simcli.figures import fates, histogram, lead_to_win
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, empty_panel, sample, tidy

# A cell with fewer seats than this is hatched: its share says little.
THIN = 200
SHOWN = 7


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        (
            "A race is open as long as who is behind can still win. Prestige is noted after rounds 5, 10, 15 and 20; where "
            "there are teams, it is the team's prestige."
        ),
    )
    return Section(
        "race",
        "Lead, comeback and snowball",
        text,
        (_fates(answers), _leads(answers), _changes(answers)),
        (_table(answers),),
    )


def _curve(found: Sequence[Fate]) -> list[tuple]:
    return [(fate.round, fate.wins.value, fate.wins.low, fate.wins.high) for fate in found]


def _fates(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        drama = answer.drama
        kinds = {"sole leader": drama.leader, "most cards": drama.cards, "sole last": drama.last}
        curves = [(name, _curve(found)) for name, found in kinds.items() if found]
        for name, found in kinds.items():
            rows += [
                (answer.label, name, fate.round, *bounds(fate.happens), *bounds(fate.wins), fate.wins.deals)
                for fate in found
            ]
        if curves:
            panels.append(Panel(answer.label, lambda axis, c=curves, f=drama.fair: fates.draw(axis, c, f)))
        else:
            panels.append(empty_panel(answer.label, "no finished game lasted five rounds"))
    title = "Nothing can be said about comebacks"
    late = [(answer, fate) for answer in answers for fate in answer.drama.last if fate.round == 15]
    if late:
        answer, fate = max(late, key=lambda pair: pair[1].wins.value / pair[0].drama.fair)
        title = f"Who is alone in last place after round 15 still wins {share_text(fate.wins)} of the games with {answer.label.lower()}"
    caption = (
        f"Share of the wins of the seat (team) alone in front or behind in prestige, or alone in front in purchased "
        f"cards; dashed: par. {INTERVALS} {sample(answers)}"
    )
    alt = "Curves by round for the sole leader, the one with most cards, and the sole last. " + " ".join(
        f"{answer.label}: "
        + ", ".join(f"leader after {fate.round}: {percent(fate.wins.value)}" for fate in answer.drama.leader)
        + "."
        for answer in answers
    )
    columns = (
        "setting",
        "position",
        "round",
        "happens",
        "happens_low",
        "happens_high",
        "wins",
        "low",
        "high",
        "deals",
    )
    return Figure("comebacks", title, caption, alt, tuple(panels), columns, tuple(rows))


def _leads(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    leads = list(range(-SHOWN, SHOWN + 1))
    for answer in answers:
        counts, wins = answer.drama.leads, answer.drama.lead_wins
        shares, thin = [], []
        for row, number in enumerate(NOTED_ROUNDS):
            cells = [
                (int(counts[row, lead + REACH]), float(wins[row, lead + REACH]))
                for lead in range(-REACH, REACH + 1)
            ]
            rows += [
                (answer.label, number, lead - REACH, n, tidy(w / n)) for lead, (n, w) in enumerate(cells) if n
            ]
            shown = cells[REACH - SHOWN : REACH + SHOWN + 1]
            shares.append([w / n if n else None for n, w in shown])
            thin.append([n < THIN for n, _ in shown])
        if counts.sum():
            panels.append(
                Panel(
                    answer.label,
                    lambda axis, s=shares, t=thin, f=answer.drama.fair: lead_to_win.draw(
                        axis, NOTED_ROUNDS, leads, s, t, f
                    ),
                    height=1.75,
                    width=5.0,
                )
            )
        else:
            panels.append(empty_panel(answer.label, "no finished game lasted five rounds"))
    known = [row for row in rows if row[1] == 10 and row[2] == 3 and row[3] >= THIN]
    best = max(known, key=lambda row: row[4], default=None)
    title = (
        f"Who leads by three prestige after round 10 wins {percent(best[4])} of the games with {best[0].lower()} ({count(best[3])} seats)"
        if best
        else "Too few games to say what a lead of three prestige after round 10 is worth"
    )
    caption = (
        f"Share of the wins by lead over the best other after a noted round; par is white, hatched: fewer than {THIN} "
        f"seats; no intervals, the seats are counted in the data file. {sample(answers)}"
    )
    alt = "Heat map of win share by lead and round; " + (title[0].lower() + title[1:]) + "."
    return Figure(
        "lead-to-win",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "round", "lead", "seats", "share"),
        tuple(rows),
    )


def _changes(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, top = [], [], 0.0
    for answer in answers:
        total = int(answer.drama.histogram.sum())
        rows += [
            (answer.label, number, int(n), tidy(n / total))
            for number, n in enumerate(answer.drama.histogram)
            if n
        ]
    top = max((row[3] for row in rows), default=0.0)
    for answer in answers:
        mine = [row for row in rows if row[0] == answer.label]
        if not mine:
            panels.append(empty_panel(answer.label, "no game has a winner"))
            continue
        values, shares = [row[1] for row in mine], [row[3] for row in mine]
        panels.append(
            Panel(
                answer.label,
                lambda axis, v=values, s=shares, m=answer.drama.changes.value: histogram.draw(
                    axis, v, s, "lead changes", m, top=top
                ),
            )
        )
    known = [answer for answer in answers if answer.drama.changes]
    most = max(known, key=lambda answer: answer.drama.changes.value, default=None)
    title = (
        f"The lead changes {mean_text(most.drama.changes)} times a game with {most.label.lower()}"
        if most
        else "No game has a winner"
    )
    caption = (
        f"How often the sole leader in prestige became another, over the ends of rounds; ties keep the old leader. The "
        f"line is the mean. {sample(answers)}"
    )
    alt = "Bars by number of lead changes. " + " ".join(
        f"{answer.label}: mean {mean_text(answer.drama.changes)}." for answer in known
    )
    return Figure(
        "lead-changes",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "lead_changes", "games", "share"),
        tuple(rows),
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        drama = answer.drama
        by_round = {fate.round: fate for fate in drama.cards}
        cards = share_text(by_round[10].wins) if 10 in by_round else "cannot be said"
        rows.append(
            (
                answer.label,
                mean_text(drama.changes),
                cards,
                share_text(drama.first_noble),
                percent(drama.fair),
            )
        )
    head = (
        "Setting",
        "Lead changes a game",
        "Wins of who has most cards after round 10",
        "Wins of who has the first noble",
        "Par",
    )
    return Table(
        head,
        tuple(rows),
        "Who is ahead is often the better player of the day: these are associations, not effects of the card or noble.",
    )
