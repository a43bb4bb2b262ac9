"""Section: what a change of the rules does. Only where two settings have as many players."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.changes import Change, changes, settled
from simcli.analysis.phrases import mean_text, plain, share_text
from simcli.figures import changes as picture
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, row_of, sample, seats_height, tidy


def build(answers: Sequence[SettingAnswer]) -> Section | None:
    """The section, or None where there is nothing to compare."""
    found = changes(answers)
    if not found:
        return None
    text = ("Settings with as many players, each against the first of them. A difference is settled if its interval leaves out zero.",)
    notes = [
        f"{one.first} and {one.second} were not played by the same line-ups: their difference is that of the players too."
        for one in found
        if not one.common and one.measure == found[0].measure
    ]
    if any(one.common for one in found):
        notes.append("Intervals take the settings as independent; where they play the same deals, the difference is surer than that.")
    return Section("changes", "What a change does", text, (_figure(answers, found),), (_table(found),), tuple(notes))


def _figure(answers: Sequence[SettingAnswer], found: Sequence[Change]) -> Figure:
    panels, rows = [], []
    for first, name in dict.fromkeys((one.first, one.measure) for one in found):
        mine = [one for one in found if (one.first, one.measure) == (first, name)]
        dots = [row_of(first, mine[0].before), *(row_of(one.second, one.after) for one in mine)]
        share = mine[0].kind == "share"
        base = mine[0].before.value
        panels.append(Panel(name, lambda axis, d=dots, b=base, s=share: picture.draw(axis, d, b, s), seats_height(len(dots)), 4.2))
    for one in found:
        rows.append((one.first, one.second, one.measure, *bounds(one.before), *bounds(one.after), *_gap(one), settled(one)))
    known = [one for one in found if settled(one)]
    title = f"{len(known)} of {len(found)} differences are settled"
    seats = [one for one in found if one.kind == "share" and one.measure.startswith("first seat")]
    if seats:
        most = max(seats, key=lambda one: abs(one.difference.estimate))
        title += (
            f"; the first seat (team) wins {share_text(most.after)} with {most.second.lower()}, {share_text(most.before)} "
            f"with {most.first.lower()}"
        )
    columns = ("first", "second", "measure", "before", "before_low", "before_high", "after", "after_low", "after_high")
    columns += ("difference", "low", "high", "settled")
    caption = f"Each measure in each setting; the dashed line is the first setting. {INTERVALS} {sample(answers)}"
    return Figure(
        "changes", title, caption, "Dots with whiskers by setting for each measure. " + title + ".", tuple(panels), columns, tuple(rows)
    )


def _gap(one: Change) -> tuple[float | None, float | None, float | None]:
    return tidy(one.difference.estimate), tidy(one.difference.low), tidy(one.difference.high)


def _table(found: Sequence[Change]) -> Table:
    rows = []
    for one in found:
        write, scale, unit = (share_text, 100, " points") if one.kind == "share" else (mean_text, 1, "")
        gap = f"{plain(scale * one.difference.estimate)}{unit}"
        if one.difference.low is not None and one.difference.high is not None:
            gap += f" ({plain(scale * one.difference.low)} to {plain(scale * one.difference.high)})"
        rows.append((one.second, one.measure, write(one.before), write(one.after), gap, "yes" if settled(one) else "no"))
    return Table(
        (
            "Setting",
            "Measure",
            f"Before ({found[0].first})" if len({one.first for one in found}) == 1 else "Before",
            "After",
            "Difference",
            "Settled",
        ),
        tuple(rows),
    )
