"""Requirements on the metrics of the balance report, such as `seat1_share in [0.49, 0.51]`, judged on the interval and not on the point."""

import re
import tempfile
from dataclasses import dataclass
from math import inf
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.compare.metrics import METRICS, SHORT, WITHOUT_INTERVAL, all_values, short_values

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


@dataclass(frozen=True)
class Judged:
    """A requirement and what came of it: `verdict` is pass, fail or inconclusive; the interval is None where the games say nothing."""

    requirement: Requirement
    players: int
    verdict: str
    value: float | None
    low: float | None
    high: float | None
    deals: int


def parse_requirement(text: str) -> Requirement:
    """Read a requirement. Raises BadInput for an unknown metric or what is no interval or comparison with a number."""
    if found := _IN.fullmatch(text):
        metric, low, high = found[1], _number(found[2], text), _number(found[3], text)
    elif found := _LESS.fullmatch(text):
        limit = _number(found[3], text)
        metric, low, high = found[1], *((-inf, limit) if found[2] in ("<", "<=") else (limit, inf))
    else:
        raise BadInput(
            f"--require {text!r}: METRIC in [LOW, HIGH], METRIC < NUMBER or METRIC > NUMBER is wanted"
        )
    if metric in WITHOUT_INTERVAL:
        raise BadInput(
            f"--require {text!r}: the report gives {metric!r} without an interval, and a requirement is judged on one; {_HELP}"
        )
    if metric not in METRICS:
        raise BadInput(
            f"--require {text!r}: there is no metric {metric!r}.{near_match(metric, METRICS)} {_HELP[:1].upper()}{_HELP[1:]}."
        )
    if low > high:
        raise BadInput(f"--require {text!r}: the first bound must be the smaller")
    return Requirement(text, metric, low, high)


def _number(word: str, text: str) -> float:
    try:
        value = float(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ValueError:
        value = inf
    if not abs(value) < inf:
        raise BadInput(f"--require {text!r}: {word!r} is not a number")
    return value


def judge_requirements(plan, kernel, requirements: list[Requirement], jobs: int = 0) -> list[Judged]:
    """Play a run of the plan into a folder that is then removed, and judge every requirement on the interval of its metric."""
    from simcli.analysis.balance import analyse, analyse_shortly
    from simcli.analysis.runs import open_runs
    from simcli.runs.folder import open_run
    from simcli.runs.play import play_run

    with tempfile.TemporaryDirectory(prefix="simcli-require-") as folder:
        run = Path(folder) / "run"
        manifest = open_run(plan, run, False, "simcli compare --require")
        play_run(plan, run, kernel, jobs, manifest=manifest)
        runs = open_runs([run])
        short = all(requirement.metric in SHORT for requirement in requirements)
        values = short_values(*analyse_shortly(runs)) if short else all_values(*analyse(runs).settings)
    return [
        _judge(requirement, len(plan.strategies), values.get(requirement.metric))
        for requirement in requirements
    ]


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
