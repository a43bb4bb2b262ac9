"""All answers about some runs together: one pass over each run, then one answer per setting and
topic."""

from collections.abc import Collection, Sequence
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
from simcli.analysis.evaluate import nobles_shown
from simcli.analysis.gather import Gathered, Study, gather
from simcli.analysis.runs import Run, Setting, settings_of
from simcli.analysis.sums import Estimate
from simcli.analysis.values import run_metrics, setting_values
from simcli.metrics.metric import Metric

SHORT = (seats.STUDY, handicap.STUDY, endings.STUDY, tempo.STUDY, nobles.STUDY, anomalies.STUDY)
# The metrics that the verdicts look at.
SHORT_METRICS = frozenset(
    (
        *(f"{who}{number}_share" for who in ("seat", "team") for number in range(1, 5)),
        *("target_rate", "stalemate_rate", "round_limit_rate", "tie_rate", "shared_victory_rate"),
        *("mean_rounds", "nobles_per_game", "no_noble_rate", "noble_turned_rate"),
    )
)
STUDIES = (*SHORT, drama.STUDY, chances.STUDY)


@dataclass(frozen=True)
class ShortAnswer:
    """What the verdicts need to know about one setting."""

    setting: Setting
    values: dict[str, Estimate]  # by name of the metric
    own: tuple[Metric, ...]  # metrics that the user defined
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


def analyse(runs: Sequence[Run], own: Sequence[Metric] = ()) -> Balance:
    """Read the runs and answer everything; `own`: metrics that the user defined. Memory: one block
    of a run. Raises RunDataError for parts that cannot be read."""
    answers = []
    for setting in settings_of(runs):
        found, values = _gathered(setting, STUDIES, own)
        visits = [nobles.visits(run, nobles_shown(run)) for run in setting.runs]
        answers.append(
            SettingAnswer(
                **_short(setting, found, values, visits, own),
                drama=drama.answer(setting, found, values),
                chances=chances.answer(setting, found),
                tokens=tokens.answer(found, values),
                cards=cards.answer(setting, found),
                vetoes=vetoes.answer(setting),
                contests=contests.answer(setting, values),
                reserves=reserves.answer(setting, values),
                strategies=strategies.answer(setting, found),
            )
        )
    return Balance(tuple(runs), tuple(answers))


def analyse_shortly(runs: Sequence[Run], own: Sequence[Metric] = ()) -> tuple[ShortAnswer, ...]:
    """What the verdicts need and the metrics that the user defined, from fewer columns."""
    answers = []
    for setting in settings_of(runs):
        found, values = _gathered(setting, SHORT, own, SHORT_METRICS | {metric.name for metric in own})
        answers.append(ShortAnswer(**_short(setting, found, values, own=own)))
    return tuple(answers)


def values_of(runs: Sequence[Run], names: Collection[str], own: Sequence[Metric] = ()) -> dict[str, Estimate]:
    """The values of some metrics, by name, over runs of one setting, reading only the columns that
    they need. Raises RunDataError."""
    (setting,) = settings_of(runs)
    return _gathered(setting, (), own, names)[1]


def _gathered(
    setting: Setting,
    studies: Sequence[Study],
    own: Sequence[Metric] = (),
    names: Collection[str] | None = None,
) -> tuple[list[Gathered], dict[str, Estimate]]:
    """What the runs of a setting left, and the values of its metrics: all of them, or those that
    `names` names."""
    found = []
    for run, metrics in zip(setting.runs, run_metrics(setting, own), strict=True):
        wanted = {name: metric for name, metric in metrics.items() if names is None or name in names}
        found.append(gather(run, studies, wanted))
    return found, setting_values(setting, found, own)


def _short(
    setting: Setting,
    found: Sequence[Gathered],
    values: dict[str, Estimate],
    visits: Sequence[nobles.Visits] = (),
    own: Sequence[Metric] = (),
) -> dict:
    return {
        "setting": setting,
        "values": values,
        "own": tuple(own),
        "games": sum(one.games for one in found),
        "finished": sum(one.finished for one in found),
        "deals": sum(one.deals for one in found),
        "seats": seats.answer(setting, found),
        "endings": endings.answer(setting, found, values),
        "tempo": tempo.answer(setting, found, values),
        "nobles": nobles.answer(setting, found, values, visits),
        "oddities": anomalies.answer(found),
    }
