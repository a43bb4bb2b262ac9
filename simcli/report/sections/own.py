"""Section: the metrics that the user defined."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, counted, metric_text
from simcli.figures import changes
from simcli.metrics.metric import Metric
from simcli.report.model import Figure, Section
from simcli.report.sections.common import bounds, dot, dot_panel, figure, table


def build(answers: Sequence[SettingAnswer]) -> Section | None:
    """The section; None where the user defined no metric."""
    metrics = answers[0].own
    if not metrics:
        return None
    rows = [
        (
            metric.name,
            answer.label,
            metric_text(metric, value),
            count(value.n if value else 0),
            metric.definition,
        )
        for metric in metrics
        for answer in answers
        for value in [answer.values.get(metric.name)]
    ]
    numbers = table("Metric | Setting | Value | Counted | Definition", rows)
    figures = (_figure(metrics, answers),) if len(answers) > 1 else ()
    return Section("own-metrics", "Your metrics", (), figures, (numbers,))


def _figure(metrics: Sequence[Metric], answers: Sequence[SettingAnswer]) -> Figure:
    """Each metric by setting."""
    panels, rows = [], []
    for metric in metrics:
        values = [
            (answer.label, answer.values[metric.name]) for answer in answers if metric.name in answer.values
        ]
        rows += [(metric.name, label, *bounds(value), value.deals) for label, value in values]
        dots = [dot(label, value) for label, value in values]
        panels.append(dot_panel(metric.title, dots, changes.draw, base=None, share=metric.is_share))
    return figure(
        "own-metrics",
        f"{counted(len(metrics), 'metric')} of your own in {counted(len(answers), 'setting')}",
        "Whiskers are 95% intervals, clustered by deal. The table says what each metric counts.",
        [panel for panel in panels if panel],
        "metric setting value low high deals",
        rows,
        shows="Dots with whiskers by setting",
    )
