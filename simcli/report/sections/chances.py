"""Section: when is a game decided?"""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, percent, plain
from simcli.figures import calibration, decided
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import figure, panels, sample, table

# A tenth of the chances with fewer sides than this says little.
THIN = 200
WHY = "too few games still running at a noted round"


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        "A model estimates each side's chance of winning from its lead in prestige, its "
        "lead in purchased cards and its seat. It is fitted "
        "on every other deal and judged on the rest: what it calls 70% should happen in "
        "70% of the games. It knows nothing of tokens, "
        "reserved cards or nobles within reach."
    )
    title = "When is a game decided?"
    if not any(answer.chances.rounds for answer in answers):
        return Section("decided", title, (text, f"Nothing can be said here: {WHY}."))
    return Section("decided", title, (text,), (_decided(answers), _calibration(answers)), (_table(answers),))


def _decided(answers: Sequence[SettingAnswer]) -> Figure:
    def panel(answer: SettingAnswer) -> Panel | None:
        if not (noted := answer.chances.rounds):
            return None
        rounds, shares = [one.round for one in noted], [one.sure for one in noted]
        return Panel(answer.label, partial(decided.draw, rounds=rounds, shares=shares))

    late = [(answer, one) for answer in answers for one in answer.chances.rounds if one.round == 15]
    title = "Nothing can be said about when games are decided"
    if late:
        answer, most = max(late, key=lambda pair: pair[1].sure)
        size = percent(most.sure, 0) if most.sure >= 0.005 else "Hardly any"
        title = (
            f"{size} of the games with {answer.label.lower()} are decided after round 15: one "
            "side's chance is 90% or more"
        )
    return figure(
        "decided-by-round",
        title,
        "Share of the games still running in which one side's estimated chance is 90% or "
        "more, on deals that the model was not fitted on. "
        f"{sample(answers)}",
        panels(answers, panel, WHY),
        "setting round games decided favourite_wins",
        [
            (answer.label, one.round, round(one.games), one.sure, one.holds)
            for answer in answers
            for one in answer.chances.rounds
        ],
        shows="Bars by round",
    )


def _calibration(answers: Sequence[SettingAnswer]) -> Figure:
    def panel(answer: SettingAnswer) -> Panel | None:
        if not answer.chances.bins:
            return None
        said, won, sides = zip(*answer.chances.bins, strict=True)
        enough = [number >= THIN for number in sides]
        return Panel(answer.label, partial(calibration.draw, said=said, won=won, enough=enough))

    tenths = [(answer.label, *tenth) for answer in answers for tenth in answer.chances.bins]
    off = max((abs(said - won) for _, said, won, sides in tenths if sides >= THIN), default=None)
    title = "There is no model to judge"
    if off is not None:
        title = f"In no tenth are the estimated chances off by more than {100 * off:.1f} points"
    return figure(
        "calibration",
        title,
        "Predicted chance against the share that won, by tenths of the chance, over all "
        "noted rounds, on deals that the model was not fitted "
        f"on. Rings: fewer than {THIN} sides, not counted in the title. {sample(answers)}",
        panels(answers, panel, WHY),
        "setting said won sides",
        tenths,
        shows="Dots near the diagonal",
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for one in answer.chances.rounds:
            number = round(one.sure * one.games)
            holds = f"{percent(one.holds)} of {count(number)}" if one.holds is not None and number else "-"
            odds = ["-" if value is None else plain(value) for value in (one.per_lead, one.per_card)]
            skill = (plain(one.brier, 3), plain(one.skill))
            rows.append((answer.label, str(one.round), percent(one.sure), holds, *skill, *odds))
    return table(
        (
            "Setting | After round | Decided | Of those, the favourite wins | Brier score | "
            "Skill over par | Odds per prestige | Odds per card"
        ),
        rows,
        "Odds per prestige: the factor by which the odds of winning grow with one more "
        "prestige of lead, cards and seat being equal "
        "(association).",
    )
