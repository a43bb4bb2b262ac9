"""What a change of the rules does: one setting against another with as many players, measure by measure.

Runs of the two settings count as independent. Where they play the same deals (same seed), the true interval is narrower than the one given,
never wider in practice: what a deal favours, it favours under both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.sums import Estimate
from simcli.stats.clusters import TOO_FEW
from simcli.stats.results import Interval

MEASURES = {
    "first seat's (team's) share of the wins": "share",
    "rounds": "mean",
    "level on prestige": "share",
    "shared wins": "share",
    "nobles a game": "mean",
    "games that nobles turn": "share",
    "lead changes": "mean",
    "trigger overtaken": "share",
    "games without a winner": "share",
}


@dataclass(frozen=True)
class Change:
    """One measure in two settings and its difference (second less first); `kind`: share or mean; `common`: the line-ups are the same."""

    first: str
    second: str
    measure: str
    kind: str
    before: Estimate
    after: Estimate
    difference: Interval
    common: bool


def changes(answers: Sequence[SettingAnswer]) -> tuple[Change, ...]:
    """Every setting against the first one with as many players, with or without teams like it; empty where there are no two."""
    found = []
    bases: dict[tuple[int, bool], SettingAnswer] = {}
    for answer in answers:
        base = bases.setdefault((answer.setting.players, answer.setting.teams), answer)
        if base is answer:
            continue
        common = _line_ups(base) == _line_ups(answer)
        for (name, kind), before, after in zip(MEASURES.items(), _values(base), _values(answer), strict=True):
            if before is not None and after is not None:
                found.append(Change(base.label, answer.label, name, kind, before, after, _difference(before, after), common))
    return tuple(found)


def _line_ups(answer: SettingAnswer) -> list[tuple[str, ...]]:
    return sorted(run.line_up for run in answer.setting.runs)


def _values(answer: SettingAnswer) -> list[Estimate | None]:
    table = answer.seats.teams or answer.seats.headline
    unfinished = answer.endings.endings.get("target")
    if unfinished is not None and unfinished.known:
        unfinished = Estimate(1 - unfinished.value, 1 - unfinished.high, 1 - unfinished.low, unfinished.se, unfinished.n, unfinished.deals)
    return [
        table.rows[0].share if table else None,
        answer.tempo.rounds,
        answer.endings.tied,
        answer.endings.deciders.get("shared"),
        answer.nobles.a_game,
        answer.nobles.turned,
        answer.drama.changes,
        answer.tempo.overtaken,
        unfinished,
    ]


def _difference(before: Estimate, after: Estimate) -> Interval:
    """Second less first: the distances to the bounds combined by squares (Zou and Donner), which keeps the asymmetry of shares near 0."""
    gap = after.value - before.value
    deals = before.deals + after.deals
    if not before.known or not after.known:
        return Interval(gap, None, None, 0.95, deals, "difference", TOO_FEW)
    low = gap - ((after.value - after.low) ** 2 + (before.high - before.value) ** 2) ** 0.5
    high = gap + ((after.high - after.value) ** 2 + (before.value - before.low) ** 2) ** 0.5
    return Interval(gap, low, high, 0.95, deals, "difference")


def settled(change: Change) -> bool:
    """Does the interval of the difference leave out 0?"""
    return change.difference.contains(0.0) is False
