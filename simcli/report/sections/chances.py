"""Section: when is a game decided?"""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, percent, plain
from simcli.figures import calibration, decided
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import empty_panel, sample, tidy

# A tenth of the chances with fewer sides than this says little.
THIN = 200
WHY = "too few games still running at a noted round"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        (
            "A model says each side's chance of winning from its lead in prestige, its lead in purchased cards and its "
            "seat. It is fitted on every other "
            "deal and judged on the rest: what it calls 70% should happen in 70% of the games. It knows nothing of tokens, "
            "reserved cards or nobles in reach."
        ),
    )
    title = "When is a game decided?"
    if not any(answer.chances.rounds for answer in answers):
        return Section("decided", title, (*text, f"Here nothing can be said: {WHY}."))
    return Section("decided", title, text, (_decided(answers), _calibration(answers)), (_table(answers),))


def _decided(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        points = [(one.round, one.sure) for one in answer.chances.rounds]
        rows += [
            (answer.label, one.round, round(one.games), tidy(one.sure), tidy(one.holds))
            for one in answer.chances.rounds
        ]
        panels.append(
            Panel(answer.label, lambda axis, p=points: decided.draw(axis, p))
            if points
            else empty_panel(answer.label, WHY)
        )
    late = [row for row in rows if row[1] == 15]
    title = "Nothing can be said about when games are decided"
    if late:
        most = max(late, key=lambda row: row[3])
        size = percent(most[3], 0) if most[3] >= 0.005 else "Hardly any"
        title = f"{size} of the games with {most[0].lower()} are decided after round 15: one side's chance is 90% or more"
    caption = f"Share of the running games in which one side's fitted chance is 90% or more; deals that were not fitted. {sample(answers)}"
    alt = "Bars by round. " + title + "."
    return Figure(
        "decided-by-round",
        title,
        caption,
        alt,
        tuple(panels),
        ("setting", "round", "games", "decided", "favourite_wins"),
        tuple(rows),
    )


def _calibration(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows = [], []
    for answer in answers:
        points = [(said, won, n >= THIN) for said, won, n in answer.chances.bins]
        rows += [(answer.label, tidy(said), tidy(won), n) for said, won, n in answer.chances.bins]
        panels.append(
            Panel(answer.label, lambda axis, p=points: calibration.draw(axis, p))
            if points
            else empty_panel(answer.label, WHY)
        )
    off = max((abs(row[1] - row[2]) for row in rows if row[3] >= THIN), default=None)
    title = (
        "There is no model to judge"
        if off is None
        else f"In no tenth are the fitted chances further than {100 * off:.1f} points off"
    )
    caption = (
        f"Chance said against share won, in tenths of the chance, all noted rounds together; deals that were not fitted. Rings: fewer than {THIN} sides, "
        f"left out of the title. {sample(answers)}"
    )
    return Figure(
        "calibration",
        title,
        caption,
        "Dots near the diagonal. " + title + ".",
        tuple(panels),
        ("setting", "said", "won", "sides"),
        tuple(rows),
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for one in answer.chances.rounds:
            decided = round(one.sure * one.games)
            holds = f"{percent(one.holds)} of {count(decided)}" if one.holds is not None and decided else "-"
            odds = ["-" if value is None else plain(value) for value in (one.per_lead, one.per_card)]
            rows.append(
                (
                    answer.label,
                    str(one.round),
                    percent(one.sure),
                    holds,
                    plain(one.brier, 3),
                    plain(one.skill),
                    *odds,
                )
            )
    head = (
        "Setting",
        "After round",
        "Decided",
        "Favourite then wins, of the decided",
        "Brier score",
        "Skill over par",
        "Odds per prestige",
        "Odds per card",
    )
    note = (
        "Odds per prestige: how many times the odds of winning grow with one prestige more of lead, cards and seat "
        "being equal (association)."
    )
    return Table(head, tuple(rows), note)
