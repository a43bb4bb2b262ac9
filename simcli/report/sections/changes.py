"""Section: what a change of the rules does. Only where two settings have the same number of
players."""

from collections.abc import Sequence
from math import floor, log10

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.changes import Change, changes
from simcli.analysis.paired import INDEPENDENT, PAIRED, Contrast
from simcli.analysis.phrases import count, counted, listed, mean_text, plain, share_text
from simcli.figures import changes as picture
from simcli.figures.marks import Dot
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, WIDE, bounds, dot, dot_panel, figure, sample, table, tidy

BY_LINE_UP = ("starting-team", "seat-1", "rounds")
NUMBERS = (
    "measure before before_low before_high after after_low after_high difference low "
    "high settled pairing deals gain"
)
TEXT = (
    "Settings with the same number of players, each compared with the first of them. "
    "A difference is settled if its 95% interval leaves "
    "out zero; of twenty differences that do not exist, one is settled by chance."
)


def build(answers: Sequence[SettingAnswer]) -> Section | None:
    """The section, or None where there is nothing to compare. Reads the runs once more."""
    every = changes(answers)
    if not every:
        return None
    whole = [change for change in every if not change.line_up]
    single = [change for change in every if change.line_up and change.contrast.metric.id in BY_LINE_UP]
    figures, tables = [_figure(answers, whole)], [_table(whole)]
    if single:
        figures.append(_by_line_up(whole, single))
        tables.append(_line_up_table(single))
    text = (TEXT, *_pairing(whole))
    return Section("changes", "What a change does", text, tuple(figures), tuple(tables), tuple(_notes(whole)))


def _pairing(whole: Sequence[Change]) -> list[str]:
    """How the differences of each two settings were taken, one sentence for each way."""
    ways = _ways(whole)
    return [
        pairing_text(way, [change for change in whole if change.contrast.pairing == way], len(ways) > 1)
        for way in ways
    ]


def _ways(some: Sequence[Change]) -> list[str]:
    return list(dict.fromkeys(change.contrast.pairing for change in some))


def pairing_text(way: str, some: Sequence[Change], named: bool) -> str:
    """The method of some differences in words; `named`: say of which settings."""
    who = "The settings"
    if named:
        who = listed(dict.fromkeys(f"{change.first} and {change.second}" for change in some))
    if way == INDEPENDENT:
        return (
            f"{who} share no deal (their runs have different seeds), so their differences are "
            "those of independent samples."
        )
    gains = sorted(change.contrast.gain for change in some if change.contrast.gain)
    worth = ""
    if gains:
        worth = (
            f"; a shared deal is worth {1 / gains[-1]:.1f} to {1 / gains[0]:.1f} separate "
            "ones, depending on the measure"
        )
    deals = count(max(change.contrast.difference.n for change in some))
    if way == PAIRED:
        return (
            f"{who} played the same {deals} deals, and every difference is taken deal by deal "
            f"(paired{worth})."
        )
    return (
        f"{who} share {deals} of their deals; there, differences are taken deal by deal "
        f"(paired{worth}), and the other deals count as independent."
    )


def _notes(whole: Sequence[Change]) -> list[str]:
    notes, pairs = [], {}
    for change in whole:
        pairs.setdefault((change.first, change.second), change)
    for change in pairs.values():
        both = f"{change.first} and {change.second}"
        if not change.common:
            notes.append(
                f"{both} were played by different line-ups: their difference includes that of the players."
            )
        elif change.alone:
            times = {name: change.alone.count(name) for name in change.alone}
            names = [f"{name} ({number} times)" if number > 1 else name for name, number in times.items()]
            notes.append(f"{both}: line-ups that only one of them has are left out: {'; '.join(names)}.")
    return notes


def _figure(answers: Sequence[SettingAnswer], whole: Sequence[Change]) -> Figure:
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in whole:
        groups.setdefault((change.first, change.contrast.metric.id), []).append(change)
    drawn = []
    for (first, _), mine in groups.items():
        base = mine[0].contrast
        dots = [dot(first, base.before), *(dot(change.second, change.contrast.after) for change in mine)]
        looks = {"base": base.before.value, "share": base.metric.is_share}
        drawn.append(dot_panel(base.metric.title, dots, picture.draw, WIDE, **looks))
    settled = sum(change.contrast.settled for change in whole)
    title = f"{settled} of {len(whole)} differences {'is' if settled == 1 else 'are'} settled"
    firsts = [change for change in whole if change.contrast.metric.id in ("starting-team", "seat-1")]
    if firsts:
        most = max(firsts, key=lambda change: abs(change.contrast.difference.estimate))
        who = "starting team" if most.contrast.metric.id == "starting-team" else "first seat"
        title += (
            f"; the {who} wins {share_text(most.contrast.after)} with {most.second.lower()}, "
            f"{share_text(most.contrast.before)} "
            f"with {most.first.lower()}"
        )
    return figure(
        "changes",
        title,
        f"Each measure in each setting; the dashed line is the first setting. {INTERVALS} "
        "They are those of each setting alone; the "
        f"differences in the table are {listed(_ways(whole))} by deal. {sample(answers)}",
        drawn,
        f"first second {NUMBERS}",
        [(change.first, change.second, *numbers(change.contrast)) for change in whole],
        shows="Dots with whiskers by setting for each measure",
    )


def numbers(contrast: Contrast) -> tuple:
    """A contrast as a row for the data files, under the heads NUMBERS. `gain`: variance over that
    on separate deals."""
    gap = contrast.difference
    return (
        contrast.metric.title,
        *bounds(contrast.before),
        *bounds(contrast.after),
        *map(tidy, (gap.estimate, gap.low, gap.high)),
        *(contrast.settled, contrast.pairing, gap.n, tidy(contrast.gain)),
    )


def gap_text(contrast: Contrast) -> str:
    """The difference for a reader: `+1.20 points (+1.05 to +1.35)`."""
    scale, unit = (100, " points") if contrast.metric.is_share else (1, "")
    gap = contrast.difference
    if gap.low is None or gap.high is None:
        return f"{_signed(scale * gap.estimate, 2)}{unit} (no interval: {gap.note})"
    digits = min(4, max(1, 1 - floor(log10(scale * gap.half_width)))) if gap.half_width else 2
    value, low, high = (_signed(scale * size, digits) for size in (gap.estimate, gap.low, gap.high))
    return f"{value}{unit} ({low} to {high})"


def _signed(value: float, digits: int) -> str:
    text = plain(value, digits)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def _written(contrast: Contrast) -> tuple[str, str, str, str]:
    write = share_text if contrast.metric.is_share else mean_text
    return (
        write(contrast.before),
        write(contrast.after),
        gap_text(contrast),
        "yes" if contrast.settled else "no",
    )


def _table(whole: Sequence[Change]) -> Table:
    before = f"Before ({whole[0].first})" if len({change.first for change in whole}) == 1 else "Before"
    return table(
        f"Setting | Measure | {before} | After | Difference | Settled",
        [(change.second, change.contrast.metric.title, *_written(change.contrast)) for change in whole],
    )


def _by_line_up(whole: Sequence[Change], single: Sequence[Change]) -> Figure:
    groups: dict[tuple[str, str, str], list[Change]] = {
        (change.first, change.second, change.contrast.metric.id): [] for change in single
    }
    for change in (*whole, *single):
        groups.get((change.first, change.second, change.contrast.metric.id), []).append(change)
    drawn = []
    for (_, second, _), mine in groups.items():
        metric = mine[0].contrast.metric
        scale, unit = (100, "percentage points") if metric.is_share else (1, "rounds")
        dots = [_gap(change, scale) for change in mine]
        drawn.append(dot_panel(f"{metric.title}: {second}", dots, picture.draw_gaps, 5.2, unit=unit))
    ups = [change.contrast for change in single if change.contrast.metric.id != "rounds"]
    more = sum(contrast.settled and contrast.difference.estimate > 0 for contrast in ups)
    less = sum(contrast.settled and contrast.difference.estimate < 0 for contrast in ups)
    return figure(
        "changes-by-line-up",
        (
            f"In {more} of {counted(len(ups), 'line-up')} the first seat (team) wins more "
            f"after the change, in {less} less, with 95% confidence"
        ),
        f"Difference from the first setting by line-up, {listed(_ways(single))} by deal. {INTERVALS}",
        drawn,
        f"first second line_up {NUMBERS}",
        [(change.first, change.second, change.line_up, *numbers(change.contrast)) for change in single],
        shows="Dots with whiskers by line-up",
    )


def _gap(change: Change, scale: float) -> Dot:
    gap = change.contrast.difference
    ends = (None if end is None else scale * end for end in (gap.estimate, gap.low, gap.high))
    return Dot(change.line_up or "all together", *ends)


def _line_up_table(single: Sequence[Change]) -> Table:
    return table(
        "Setting | Line-up | Measure | Before | After | Difference | Settled",
        [
            (change.second, change.line_up, change.contrast.metric.title, *_written(change.contrast))
            for change in single
        ],
    )
