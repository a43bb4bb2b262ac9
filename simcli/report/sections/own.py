"""Section: the metrics that the user defined."""

import functools
from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, counted, metric_text
from simcli.figures import by_setting
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import bounds, seats_height


def build(answers: Sequence[SettingAnswer]) -> Section | None:
    """The section; None where the user defined none."""
    if not answers[0].own:
        return None
    rows = [
        (
            metric.name,
            answer.label,
            metric_text(metric, value),
            count(value.n) if value else "0",
            metric.definition,
        )
        for metric in answers[0].own
        for answer in answers
        for value in [answer.values.get(metric.name)]
    ]
    table = Table(("Metric", "Setting", "Value", "Counted", "Definition"), tuple(rows))
    figures = (_figure(answers),) if len(answers) > 1 else ()
    return Section("own-metrics", "Your metrics", (), figures, (table,))


def _figure(answers: Sequence[SettingAnswer]) -> Figure:
    """Each metric by setting."""
    metrics = answers[0].own
    panels, rows = [], []
    for metric in metrics:
        values = [
            (answer.label, answer.values[metric.name]) for answer in answers if metric.name in answer.values
        ]
        rows += [(metric.name, label, *bounds(value), value.deals) for label, value in values]
        marks = [(label, *bounds(value)) for label, value in values]
        draw = functools.partial(by_setting.draw, rows=marks, share=metric.is_share)
        panels.append(Panel(metric.title, draw, seats_height(len(marks))))
    title = f"{counted(len(metrics), 'metric')} of your own in {counted(len(answers), 'setting')}"
    caption = "Whiskers: 95% intervals, clustered by deal. " + " ".join(
        f"{metric.title}: {metric.definition}" for metric in metrics
    )
    alt = f"Dots with whiskers by setting. {title}."
    return Figure(
        "own-metrics",
        title,
        caption,
        alt,
        tuple(panels),
        ("metric", "setting", "value", "low", "high", "deals"),
        tuple(rows),
    )
