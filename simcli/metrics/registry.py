"""All metrics of a run, by name: the one list that reports, requirements, sweeps, comparisons and
summaries read."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from simcli.base.words import NOTED_ROUNDS, TOKENS
from simcli.metrics import contests, endings, nobles, race, reserves, tempo, tokens, winners
from simcli.metrics.metric import Metric
from simcli.metrics.setup import Setup

# In the order in which sweeps and lists show them.
_TOPICS = (
    winners.metrics,
    tempo.length,
    endings.metrics,
    nobles.visits,
    race.lead_changes,
    tempo.metrics,
    endings.without_winner,
    nobles.metrics,
    contests.metrics,
    race.metrics,
    tokens.metrics,
    reserves.metrics,
)
_BY_STRATEGY = (winners.strategy_metrics, contests.strategy_metrics, reserves.strategy_metrics)

# Numbers of the report that have no interval, so that nothing can be required of them.
WITHOUT_INTERVAL = (
    *(f"rounds_q{percent}" for percent in ("05", "25", "50", "75", "95")),
    "median_rounds",
    "rounds_sd",
    "half_noble_round",
    *(f"empty_{token}_rate" for token in TOKENS),
    *(f"{word}{number}" for number in NOTED_ROUNDS for word in ("sure_rate", "brier", "skill")),
)


def registry(setup: Setup, labels: Sequence[str] = (), own: Iterable[Metric] = ()) -> dict[str, Metric]:
    """Every metric that a run has, by name. `labels`: with the metrics of each of these strategies,
    numbered from 1 in this order (the same for all runs that are put together); `own`: those that
    the user defined."""
    labels = tuple(labels)
    found = [metric for topic in _BY_STRATEGY if labels for metric in topic(setup, labels)]
    found += [metric for topic in _TOPICS for metric in topic(setup)]
    return {metric.name: metric for metric in (*found, *own)}


def every_metric() -> dict[str, Metric]:
    """The metrics that some game can have: those of four seats and those of two teams."""
    return registry(Setup(4, (1, 2, 2, 1))) | registry(Setup(4))


def compared(metrics: dict[str, Metric]) -> tuple[Metric, ...]:
    """Those of some metrics that sweeps and compared settings show."""
    return tuple(metric for metric in metrics.values() if metric.sweep_name)


def glossary(metrics: Iterable[Metric]) -> list[tuple[str, int, str]]:
    """Title, version and definition of some metrics; those of one definition are told once, under
    what their titles share."""
    families: dict[str, list[Metric]] = {}
    for metric in metrics:
        families.setdefault(metric.definition, []).append(metric)
    return [
        (_common_title([metric.title for metric in family]), family[0].version, definition)
        for definition, family in families.items()
    ]


def _common_title(titles: Sequence[str]) -> str:
    """`wins of ...` for `wins of seat 1` and `wins of seat 2`."""
    if len(set(titles)) == 1:
        return titles[0]
    words = [title.split() for title in titles]
    start = _common_start(words)
    end = _common_start([each[: len(start) - 1 : -1] if start else each[::-1] for each in words])
    return " ".join([*start, "...", *reversed(end)])


def _common_start(lists: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all lists begin."""
    return [at[0] for at in takewhile(lambda at: len(set(at)) == 1, zip(*lists, strict=False))]
