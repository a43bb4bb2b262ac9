"""All answers about some runs together: one pass over each run, then one answer per setting and topic."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis import (
    anomalies,
    cards,
    chances,
    contests,
    drama,
    endings,
    handicap,
    nobles,
    reserves,
    seats,
    strategies,
    tempo,
    tokens,
    vetoes,
)
from simcli.analysis.gather import Gathered, gather
from simcli.analysis.pooled import clustered_over_runs
from simcli.analysis.runs import Run, Setting, settings_of

SHORT = (seats.STUDY, handicap.STUDY, endings.STUDY, tempo.STUDY, nobles.STUDY, anomalies.STUDY)
STUDIES = (*SHORT, drama.STUDY, chances.STUDY, tokens.STUDY, reserves.STUDY)


@dataclass(frozen=True)
class ShortAnswer:
    """What the verdicts need to know about one setting."""

    setting: Setting
    games: int
    finished: int
    deals: int
    seats: seats.SeatAnswer
    endings: endings.EndingAnswer
    tempo: tempo.TempoAnswer
    nobles: nobles.NobleAnswer
    oddities: tuple[anomalies.Oddity, ...]

    @property
    def label(self) -> str:
        """The name of the setting in the report."""
        return self.setting.label


@dataclass(frozen=True)
class SettingAnswer(ShortAnswer):
    """Everything about one setting."""

    drama: drama.DramaAnswer
    chances: chances.ChanceAnswer
    tokens: tokens.TokenAnswer
    cards: cards.CardAnswer
    vetoes: vetoes.VetoAnswer
    contests: contests.ContestAnswer
    reserves: reserves.ReserveAnswer
    strategies: strategies.StrategyAnswer


@dataclass(frozen=True)
class Balance:
    """The answers for all settings, and the runs they come from."""

    runs: tuple[Run, ...]
    settings: tuple[SettingAnswer, ...]

    @property
    def games(self) -> int:
        """Games of all runs."""
        return sum(answer.games for answer in self.settings)


def analyse(runs: Sequence[Run]) -> Balance:
    """Read the runs and answer everything. Memory: one block of a run. Raises RunDataError for parts that cannot be read."""
    answers = []
    for setting in settings_of(runs):
        found = [gather(run, STUDIES) for run in setting.runs]
        short = _short(setting, found, [nobles.visits(run, nobles.shown_in(setting)) for run in setting.runs])
        answers.append(
            SettingAnswer(
                **clustered_over_runs(setting, short | {"drama": drama.answer(setting, found)}),
                chances=chances.answer(setting, found),
                tokens=tokens.answer(setting, found),
                cards=cards.answer(setting, found),
                vetoes=vetoes.answer(setting),
                contests=contests.answer(setting, found),
                reserves=reserves.answer(setting, found),
                strategies=strategies.answer(setting, found),
            )
        )
    return Balance(tuple(runs), tuple(answers))


def analyse_shortly(runs: Sequence[Run]) -> tuple[ShortAnswer, ...]:
    """What the verdicts need, from fewer columns."""
    answers = []
    for setting in settings_of(runs):
        answers.append(
            ShortAnswer(
                **clustered_over_runs(
                    setting, _short(setting, [gather(run, SHORT) for run in setting.runs], [])
                )
            )
        )
    return tuple(answers)


def _short(setting: Setting, found: Sequence[Gathered], seen: Sequence[nobles.Visits]) -> dict:
    return {
        "setting": setting,
        "games": sum(one.games for one in found),
        "finished": sum(one.finished for one in found),
        "deals": sum(one.deals for one in found),
        "seats": seats.answer(setting, found),
        "endings": endings.answer(setting, found),
        "tempo": tempo.answer(setting, found),
        "nobles": nobles.answer(setting, found, seen),
        "oddities": anomalies.answer(found),
    }
