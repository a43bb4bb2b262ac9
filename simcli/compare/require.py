"""Requirements on the metrics of the balance report, such as `seat1_share in [0.49, 0.51]`, judged
on the interval and not on the point."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.metrics.metric import Metric
from simcli.metrics.registry import WITHOUT_INTERVAL, every_metric

_IN = re.compile(r"\s*(\w+)\s+in\s+\[\s*([^,\]]+?)\s*,\s*([^,\]]+?)\s*\]\s*")
_LESS = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\S+)\s*")
_HELP = "`simcli compare --list-metrics` lists what can be asked"


@dataclass(frozen=True)
class Requirement:
    """`low` <= metric <= `high`, as the user wrote it."""

    text: str
    metric: str
    low: float
    high: float
    meaning: str  # what the metric says, in words
    own: Metric | None = None  # the metric itself, where the user defined it


@dataclass(frozen=True)
class Judged:
    """A requirement and what came of it: `verdict` is pass, fail or inconclusive; the interval is
    None where the games say nothing."""

    requirement: Requirement
    players: int
    verdict: str
    value: float | None
    low: float | None
    high: float | None
    deals: int


def parse_requirement(text: str, own: Sequence[Metric] = ()) -> Requirement:
    """Read a requirement on a metric of simcli or on one of the user's `own`. Raises BadInput for
    an unknown metric or what is no interval or comparison with a number."""
    if found := _IN.fullmatch(text):
        metric, low, high = found[1], _number(found[2], text), _number(found[3], text)
    elif found := _LESS.fullmatch(text):
        limit = _number(found[3], text)
        metric, low, high = found[1], *((-inf, limit) if found[2] in ("<", "<=") else (limit, inf))
    else:
        raise BadInput(
            f"--require {text!r}: expected METRIC in [LOW, HIGH], METRIC < NUMBER or METRIC > NUMBER"
        )
    if metric in WITHOUT_INTERVAL:
        raise BadInput(
            f"--require {text!r}: the report gives {metric!r} without an interval, and a "
            f"requirement is judged on one; {_HELP}"
        )
    defined = {each.name: each for each in own}
    known = every_metric() | defined
    if metric not in known:
        raise BadInput(
            f"--require {text!r}: there is no metric "
            f"{metric!r}.{near_match(metric, known)} {_HELP[:1].upper()}{_HELP[1:]}."
        )
    if low > high:
        raise BadInput(f"--require {text!r}: the first bound must be the smaller")
    return Requirement(text, metric, low, high, known[metric].title, defined.get(metric))


def parse_requirements(texts: Sequence[str], own: Sequence[Metric] = ()) -> list[Requirement]:
    """Read all requirements. Raises BadInput also for a metric of the user's that none of them
    names."""
    requirements = [parse_requirement(text, own) for text in texts]
    for metric in own:
        if metric.name not in {requirement.metric for requirement in requirements}:
            raise BadInput(
                f"--metric {metric.name!r}: no --require asks for it; add --require '{metric.name} < NUMBER'"
            )
    return requirements


def _number(word: str, text: str) -> float:
    try:
        value = float(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ValueError:
        value = inf
    if not abs(value) < inf:
        raise BadInput(f"--require {text!r}: {word!r} is not a number")
    return value


def judge_requirements(plan, kernel, requirements: Sequence[Requirement], jobs: int = 0) -> list[Judged]:
    """Play a run of the plan into a folder that is then removed, and judge every requirement on the
    interval of its metric."""
    from simcli.analysis.balance import values_of
    from simcli.analysis.runs import open_runs
    from simcli.runs.folder import open_run
    from simcli.runs.play import play_run

    with tempfile.TemporaryDirectory(prefix="simcli-require-") as folder:
        run = Path(folder) / "run"
        manifest = open_run(plan, run, False, "simcli compare --require")
        play_run(plan, run, kernel, jobs, manifest=manifest)
        names = {requirement.metric for requirement in requirements}
        own = {each.own.name: each.own for each in requirements if each.own}
        values = values_of(open_runs([run]), names, tuple(own.values()))
    return [
        _judge(requirement, len(plan.strategies), values.get(requirement.metric))
        for requirement in requirements
    ]


def list_text() -> str:
    """All metrics that a requirement may name, with what they mean, a line each."""
    metrics = every_metric().values()
    width = max(len(metric.name) for metric in metrics)
    return "\n".join(f"{metric.name:<{width}}  {metric.title}" for metric in metrics)


def _judge(requirement: Requirement, players: int, estimate) -> Judged:
    if estimate is None or estimate.low is None:
        value = None if estimate is None else estimate.value
        return Judged(
            requirement, players, "inconclusive", value, None, None, 0 if estimate is None else estimate.deals
        )
    verdict = "inconclusive"
    if requirement.low <= estimate.low and estimate.high <= requirement.high:
        verdict = "pass"
    elif estimate.low > requirement.high or estimate.high < requirement.low:
        verdict = "fail"
    return Judged(requirement, players, verdict, estimate.value, estimate.low, estimate.high, estimate.deals)
