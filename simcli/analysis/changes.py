"""What a change of the rules does: one setting against another with as many players, measure by
measure.

Only the line-ups that both settings played are compared, where there are any. Runs that share a
seed play the same deals, and differences are then taken deal by deal (`paired`); else the settings
count as independent."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.evaluate import metrics_of
from simcli.analysis.paired import Contrast, contrasts
from simcli.analysis.runs import Run
from simcli.metrics.registry import compared

# Of the metrics of sweeps those that a report compares.
HEADLINES = (
    "starting-team",
    "seat-1",
    "rounds",
    "tied",
    "shared",
    "margin",
    "nobles",
    "turned",
    "lead-changes",
    "overtaken",
    "unfinished",
)


@dataclass(frozen=True)
class Change:
    """One metric in two settings, second less first. `line_up`: the one that it is about, empty for
    all together; `common`: both settings are compared in the same line-ups; `alone`: line-ups that
    only one of them played and that are therefore left out."""

    first: str
    second: str
    line_up: str
    contrast: Contrast
    common: bool
    alone: tuple[str, ...] = ()


def changes(answers: Sequence[SettingAnswer]) -> tuple[Change, ...]:
    """Every setting against the first one with as many players, with or without teams like it: all
    line-ups together, and where there are several each for itself. Empty where there are no two.
    Reads the runs again. Raises RunDataError."""
    found = []
    bases: dict[tuple[int, bool], SettingAnswer] = {}
    for answer in answers:
        base = bases.setdefault((answer.setting.players, answer.setting.teams), answer)
        if base is not answer:
            found += _changes(base, answer)
    return tuple(found)


def _changes(base: SettingAnswer, answer: SettingAnswer) -> list[Change]:
    one, two = _by_line_up(base), _by_line_up(answer)
    shared = [key for key in one if key in two]
    alone = tuple(
        runs[0].line_up_text
        for group, other in ((one, two), (two, one))
        for key, runs in group.items()
        if key not in other
    )
    if not shared:
        pairs = [
            (
                "",
                [run for runs in one.values() for run in runs],
                [run for runs in two.values() for run in runs],
            )
        ]
        alone = ()
    else:
        pairs = [
            ("", [run for key in shared for run in one[key]], [run for key in shared for run in two[key]])
        ]
        pairs += [(one[key][0].line_up_text, one[key], two[key]) for key in shared if len(shared) > 1]
    metrics = [
        metric
        for metric in compared(metrics_of(base.setting.runs[0]))
        if metric.sweep_name in HEADLINES and not (base.setting.teams and metric.sweep_name == "seat-1")
    ]
    return [
        Change(base.label, answer.label, name, contrast, bool(shared), alone)
        for name, first, second in pairs
        for contrast in contrasts(
            first, second, [*metrics, *base.own], tell_of_seats(first, second), own=base.own
        )
    ]


def _by_line_up(answer: SettingAnswer) -> dict[tuple, list[Run]]:
    groups: dict[tuple, list[Run]] = {}
    for run in answer.setting.runs:
        groups.setdefault((run.line_up, run.seatings), []).append(run)
    return groups


def tell_of_seats(first: Sequence[Run], second: Sequence[Run]) -> tuple[list[bool], list[bool]]:
    """For each run of two settings whether its seats are compared: those with one strategy in all
    seats if both settings have such, else those in which every strategy sits everywhere equally
    often."""
    mirrors = all(any(run.mirror for run in runs) for runs in (first, second))
    return tuple([run.mirror if mirrors else run.balanced for run in runs] for runs in (first, second))
