"""The values of all metrics of a setting: each run clustered by deal, and where runs share deals,
some metrics over all runs together.

Runs with one seed play the same deals, whatever their line-up, and a deal that makes games long
makes them long for all. To count such runs as independent makes the interval of the mean length
almost half as wide as it is (fourteen line-ups on the same deals: standard errors 1.9 times as
large for rounds, 1.8 for nobles, 1.5 for margins; 1.02 for win shares by seat)."""

from collections.abc import Sequence
from dataclasses import replace

from simcli.analysis.evaluate import card_values, metrics_of
from simcli.analysis.gather import Gathered, estimate
from simcli.analysis.paired import estimates
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate
from simcli.metrics.metric import ACROSS_RUNS, Metric


def shares_deals(setting: Setting) -> bool:
    """Do two of its runs have the same seed?"""
    return len({run.seed for run in setting.runs}) < len(setting.runs)


def setting_values(
    setting: Setting, found: Sequence[Gathered], own: Sequence[Metric] = ()
) -> dict[str, Estimate]:
    """Every metric that counted something, by name; `own`: those that the user defined. Reads the
    runs once more where they share deals. Raises RunDataError."""
    metrics = {name: metric for one in found for name, metric in one.metrics.items()}
    values = {name: value for name in metrics if (value := estimate(found, name)) is not None}
    values |= card_values(setting, metrics, sum(one.deals for one in found))
    across = [
        metric for name, metric in metrics.items() if metric.clustering == ACROSS_RUNS and name in values
    ]
    if across and shares_deals(setting):
        for name, value in estimates(setting.runs, across, own=own).items():
            values[name] = replace(value, value=values[name].value, n=values[name].n)
    return values


def run_metrics(setting: Setting, own: Sequence[Metric] = ()) -> list[dict[str, Metric]]:
    """The metrics of each run of a setting, with those of its strategies where there are
    several."""
    labels = setting.strategies if len(setting.strategies) > 1 else ()
    return [metrics_of(run, labels, own) for run in setting.runs]
