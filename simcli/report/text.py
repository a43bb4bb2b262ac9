"""The verdicts in the terminal: after a run, and for `simcli report --text`."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

from simcli.analysis.balance import ShortAnswer, analyse_shortly
from simcli.analysis.phrases import metric_text
from simcli.analysis.runs import Run, open_runs
from simcli.analysis.verdicts import Verdict, verdicts
from simcli.metrics.metric import Metric

MARKS = {"good": "fine", "watch": "worth a look", "bad": "a problem", "unknown": "not yet known"}


def summary_text(runs: Sequence[Run | str | Path], width: int = 80, own: Sequence[Metric] = ()) -> str:
    """The verdicts on some runs (folders, or runs already opened) and the metrics that the user
    defined, as plain text without a final newline. Reads a few columns of each run, once."""
    opened = [run for run in runs if isinstance(run, Run)]
    folders = [run for run in runs if not isinstance(run, Run)]
    answers = analyse_shortly((*opened, *(open_runs(folders) if folders else ())), own)
    return "\n".join([verdict_text(verdicts(answers), width), *_own_text(answers)])


def verdict_text(judged: Sequence[Verdict], width: int = 80) -> str:
    """Topic, mark and sentence of each verdict, one line for each setting where there are
    several."""
    lines = []
    for verdict in judged:
        head = f"{verdict.topic:<10} {MARKS[verdict.status]:<14} "
        if len(verdict.lines) < 2:
            lines += _wrapped(head, verdict.sentence, width)
            continue
        lines.append(head.rstrip())
        for line in verdict.lines:
            lines += _wrapped(f"  {line.setting}: ", line.text, width, 4)
    return "\n".join(lines)


def _own_text(answers: Sequence[ShortAnswer]) -> list[str]:
    """A line for each metric of the user's and setting."""
    return [
        f"{metric.title:<10} {answer.label}: {metric_text(metric, answer.values.get(metric.name))}"
        for answer in answers
        for metric in answer.own
    ]


def _wrapped(head: str, text: str, width: int, indent: int | None = None) -> list[str]:
    hang = len(head) if indent is None else indent
    return textwrap.wrap(head + text, width, subsequent_indent=" " * hang)
