"""Requirements on the metrics of the balance report, such as `seat1_share in [0.49, 0.51]`, judged on the interval and not on the point."""

import re
import tempfile
from dataclasses import dataclass
from math import inf
from pathlib import Path

from simcli.errors import BadInput, near_match

_IN = re.compile(r"\s*(\w+)\s+in\s+\[\s*([^,\]]+?)\s*,\s*([^,\]]+?)\s*\]\s*")
_LESS = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\S+)\s*")
METRICS = {
    "seat1_share": "share of the wins of seat 1",
    "seat2_share": "share of the wins of seat 2",
    "seat3_share": "share of the wins of seat 3",
    "seat4_share": "share of the wins of seat 4",
    "team1_share": "share of the wins of the first team",
    "team2_share": "share of the wins of the second team",
    "tie_rate": "games level on prestige, that need a tie-break",
    "shared_victory_rate": "games whose victory is shared",
    "fewest_cards_rate": "games decided by fewest cards",
    "weakest_member_rate": "games decided by the weakest member",
    "target_rate": "games that end by the target",
    "stalemate_rate": "games that end in stalemate",
    "round_limit_rate": "games that hit the round limit",
    "mean_rounds": "rounds of a finished game",
    "nobles_per_game": "nobles that come in a game",
    "no_noble_rate": "games without a noble",
    "trigger_win_rate": "wins that go to whoever reached the target first",
}


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
        raise BadInput(f"--require {text!r}: METRIC in [LOW, HIGH], METRIC < NUMBER or METRIC > NUMBER is wanted")
    if metric not in METRICS:
        raise BadInput(f"--require {text!r}: there is no metric {metric!r}.{near_match(metric, METRICS)} There are {', '.join(METRICS)}.")
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
    from simcli.analysis.balance import analyse_shortly
    from simcli.analysis.runs import open_runs
    from simcli.run import play_run
    from simcli.run_folder import open_run

    with tempfile.TemporaryDirectory(prefix="simcli-require-") as folder:
        run = Path(folder) / "run"
        manifest = open_run(plan, run, False, "simcli compare --require")
        play_run(plan, run, kernel, jobs, manifest=manifest)
        (answer,) = analyse_shortly(open_runs([run]))
    metrics = _metrics(answer)
    return [_judge(requirement, len(plan.strategies), metrics.get(requirement.metric)) for requirement in requirements]


def _metrics(answer) -> dict:
    """Every metric that these games have, by name."""
    found = {}
    if answer.seats.headline:
        found |= {f"seat{seat}_share": row.share for seat, row in enumerate(answer.seats.headline.rows, 1)}
    if answer.seats.teams:
        found |= {f"team{team}_share": row.share for team, row in enumerate(answer.seats.teams.rows, 1)}
    endings = answer.endings
    found["tie_rate"] = endings.tied
    found |= {"shared_victory_rate": endings.deciders.get("shared"), "fewest_cards_rate": endings.deciders.get("fewest_cards")}
    found["weakest_member_rate"] = endings.deciders.get("weakest_member")
    found |= {f"{word}_rate": endings.endings.get(word) for word in ("target", "stalemate", "round_limit")}
    found |= {"mean_rounds": answer.tempo.rounds, "trigger_win_rate": answer.tempo.won}
    found |= {"nobles_per_game": answer.nobles.a_game, "no_noble_rate": answer.nobles.without}
    return found


def _judge(requirement: Requirement, players: int, estimate) -> Judged:
    if estimate is None or estimate.low is None:
        value = None if estimate is None else estimate.value
        return Judged(requirement, players, "inconclusive", value, None, None, 0 if estimate is None else estimate.deals)
    verdict = "inconclusive"
    if requirement.low <= estimate.low and estimate.high <= requirement.high:
        verdict = "pass"
    elif estimate.low > requirement.high or estimate.high < requirement.low:
        verdict = "fail"
    return Judged(requirement, players, verdict, estimate.value, estimate.low, estimate.high, estimate.deals)
