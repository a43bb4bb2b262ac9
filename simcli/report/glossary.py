"""The words of the report, from glossary.toml beside this file and from the registry of metrics."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from simcli.analysis.balance import SettingAnswer
from simcli.metrics.registry import every_metric, glossary


@cache
def _texts() -> dict:
    return tomllib.loads(files("simcli.report").joinpath("glossary.toml").read_text(encoding="utf-8"))


def limits() -> tuple[str, ...]:
    """What a reader has to know before trusting the numbers, a paragraph each."""
    return tuple(_one_line(limit["text"]) for limit in _texts()["limits"])


def terms(answers: Sequence[SettingAnswer]) -> list[tuple[str, int, str]]:
    """Name, version and definition of the terms, and of all metrics that have a value in the
    report."""
    counted = {name for answer in answers for name in answer.values}
    known = every_metric() | {metric.name: metric for answer in answers for metric in answer.own}
    general = [(term["name"], term["version"], _one_line(term["definition"])) for term in _texts()["terms"]]
    return [*general, *glossary(metric for name, metric in known.items() if name in counted)]


def _one_line(text: str) -> str:
    return " ".join(text.split())
