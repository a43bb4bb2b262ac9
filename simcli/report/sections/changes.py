"""Section: what a change of the rules does. Only where two settings have as many players."""

from collections.abc import Sequence
from math import floor, log10

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.changes import Change, changes
from simcli.analysis.paired import INDEPENDENT, PAIRED, Contrast
from simcli.analysis.phrases import count, counted, listed, mean_text, plain, share_text
from simcli.figures import changes as picture
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import INTERVALS, bounds, row_of, sample, seats_height, tidy

BY_LINE_UP = ("starting-team", "seat-1", "rounds")


def build(answers: Sequence[SettingAnswer]) -> Section | None:
    """The section, or None where there is nothing to compare. Reads the runs once more."""
    found = changes(answers)
    if not found:
        return None
    whole = [one for one in found if not one.line_up]
    single = [one for one in found if one.line_up and one.contrast.metric.id in BY_LINE_UP]
    figures, tables = [_figure(answers, whole)], [_table(whole)]
    if single:
        figures.append(_by_line_up(whole, single))
        tables.append(_line_up_table(single))
    return Section(
        "changes",
        "What a change does",
        (_text(), *_pairing(whole)),
        tuple(figures),
        tuple(tables),
        tuple(_notes(whole)),
    )


def _text() -> str:
    return (
        "Settings with as many players, each against the first of them. A difference is settled if its 95% interval leaves out zero; "
        "of twenty differences that are none, one is settled by chance."
    )


def _pairs(found: Sequence[Change]) -> list[Change]:
    """One change for each two settings."""
    return [
        one
        for number, one in enumerate(found)
        if (one.first, one.second) not in {(o.first, o.second) for o in found[:number]}
    ]


def _pairing(found: Sequence[Change]) -> list[str]:
    """How the differences of each two settings were taken, one sentence for each way."""
    return [
        pairing_text(
            way,
            [one for one in found if one.contrast.pairing == way],
            len({one.contrast.pairing for one in found}) > 1,
        )
        for way in dict.fromkeys(one.contrast.pairing for one in found)
    ]


def pairing_text(way: str, found: Sequence[Change], named: bool) -> str:
    """The method of some differences in words; `named`: say of which settings."""
    who = listed(dict.fromkeys(f"{one.first} and {one.second}" for one in found)) if named else "The settings"
    if way == INDEPENDENT:
        return f"{who} share no deal (their runs have other seeds), so their differences are those of independent samples."
    gains = sorted(one.contrast.gain for one in found if one.contrast.gain)
    worth = (
        f"; a shared deal is worth {1 / gains[-1]:.1f} to {1 / gains[0]:.1f} separate ones, depending on the measure"
        if gains
        else ""
    )
    deals = max(one.contrast.difference.n for one in found)
    if way == PAIRED:
        return f"{who} played the same {count(deals)} deals, and every difference is taken deal by deal (paired{worth})."
    return (
        f"{who} share {count(deals)} of their deals; differences are taken deal by deal there (paired{worth}), and the other deals "
        "count as independent."
    )


def _notes(found: Sequence[Change]) -> list[str]:
    notes = []
    for one in _pairs(found):
        if not one.common:
            notes.append(
                f"{one.first} and {one.second} were not played by the same line-ups: their difference is that of the players too."
            )
        elif one.alone:
            names = [
                f"{name} ({one.alone.count(name)} times)" if one.alone.count(name) > 1 else name
                for name in dict.fromkeys(one.alone)
            ]
            notes.append(
                f"{one.first} and {one.second}: left out what only one of them has: {'; '.join(names)}."
            )
    return notes


def _figure(answers: Sequence[SettingAnswer], found: Sequence[Change]) -> Figure:
    panels, rows = [], []
    for first, id_ in dict.fromkeys((one.first, one.contrast.metric.id) for one in found):
        mine = [one for one in found if (one.first, one.contrast.metric.id) == (first, id_)]
        base = mine[0].contrast
        dots = [row_of(first, base.before), *(row_of(one.second, one.contrast.after) for one in mine)]
        share = base.metric.is_share
        panels.append(
            Panel(
                base.metric.title,
                lambda axis, d=dots, b=base.before.value, s=share: picture.draw(axis, d, b, s),
                seats_height(len(dots)),
                4.2,
            )
        )
    for one in found:
        rows.append((one.first, one.second, *numbers(one.contrast)))
    known = [one for one in found if one.contrast.settled]
    title = f"{len(known)} of {len(found)} differences {'is' if len(known) == 1 else 'are'} settled"
    firsts = [one for one in found if one.contrast.metric.id in ("starting-team", "seat-1")]
    if firsts:
        most = max(firsts, key=lambda one: abs(one.contrast.difference.estimate))
        who = "starting team" if most.contrast.metric.id == "starting-team" else "first seat"
        title += (
            f"; the {who} wins {share_text(most.contrast.after)} with {most.second.lower()}, {share_text(most.contrast.before)} "
            f"with {most.first.lower()}"
        )
    ways = listed(dict.fromkeys(one.contrast.pairing for one in found))
    caption = (
        f"Each measure in each setting; the dashed line is the first setting. {INTERVALS} They are those of each setting alone; the "
        f"differences in the table are {ways} by deal. {sample(answers)}"
    )
    alt = "Dots with whiskers by setting for each measure. " + title + "."
    return Figure("changes", title, caption, alt, tuple(panels), ("first", "second", *NUMBERS), tuple(rows))


NUMBERS = ("measure", "before", "before_low", "before_high", "after", "after_low", "after_high")
NUMBERS += ("difference", "low", "high", "settled", "pairing", "deals", "gain")


def numbers(one: Contrast) -> tuple:
    """A contrast as a row for the data files, under the heads NUMBERS. `gain`: variance over that on separate deals."""
    gap = one.difference
    bounds_of_gap = (tidy(gap.estimate), tidy(gap.low), tidy(gap.high))
    return (
        one.metric.title,
        *bounds(one.before),
        *bounds(one.after),
        *bounds_of_gap,
        one.settled,
        one.pairing,
        gap.n,
        tidy(one.gain),
    )


def gap_text(one: Contrast) -> str:
    """The difference for a reader: `+1.20 points (+1.05 to +1.35)`."""
    scale, unit = (100, " points") if one.metric.is_share else (1, "")
    gap = one.difference
    if gap.low is None or gap.high is None:
        return f"{_signed(scale * gap.estimate, 2)}{unit} (no interval: {gap.note})"
    digits = min(4, max(1, 1 - floor(log10(scale * gap.half_width)))) if gap.half_width else 2
    return f"{_signed(scale * gap.estimate, digits)}{unit} ({_signed(scale * gap.low, digits)} to {_signed(scale * gap.high, digits)})"


def _signed(value: float, digits: int) -> str:
    text = plain(value, digits)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def _written(one: Contrast) -> tuple[str, str, str, str]:
    write = share_text if one.metric.is_share else mean_text
    return write(one.before), write(one.after), gap_text(one), "yes" if one.settled else "no"


def _table(found: Sequence[Change]) -> Table:
    rows = tuple((one.second, one.contrast.metric.title, *_written(one.contrast)) for one in found)
    before = f"Before ({found[0].first})" if len({one.first for one in found}) == 1 else "Before"
    return Table(("Setting", "Measure", before, "After", "Difference", "Settled"), rows)


def _by_line_up(whole: Sequence[Change], single: Sequence[Change]) -> Figure:
    panels = []
    for first, second, id_ in dict.fromkeys(
        (one.first, one.second, one.contrast.metric.id) for one in single
    ):
        mine = [
            one
            for one in (*whole, *single)
            if (one.first, one.second, one.contrast.metric.id) == (first, second, id_)
        ]
        share = mine[0].contrast.metric.is_share
        dots = [
            (
                one.line_up or "all together",
                one.contrast.difference.estimate,
                one.contrast.difference.low,
                one.contrast.difference.high,
            )
            for one in mine
        ]
        title = f"{mine[0].contrast.metric.title}: {second}"
        panels.append(
            Panel(
                title,
                lambda axis, d=dots, s=share: picture.draw_gaps(axis, d, s),
                seats_height(len(dots)),
                5.2,
            )
        )
    rows = tuple((one.first, one.second, one.line_up, *numbers(one.contrast)) for one in single)
    ups = [one for one in single if one.contrast.metric.id != "rounds"]
    more = sum(one.contrast.settled and one.contrast.difference.estimate > 0 for one in ups)
    less = sum(one.contrast.settled and one.contrast.difference.estimate < 0 for one in ups)
    title = f"Of {counted(len(ups), 'line-up')} the first seat (team) wins more for sure after the change in {more}, less in {less}"
    caption = f"Difference from the first setting by line-up, {listed(dict.fromkeys(one.contrast.pairing for one in single))} by deal. {INTERVALS}"
    alt = "Dots with whiskers by line-up. " + title + "."
    return Figure(
        "changes-by-line-up",
        title,
        caption,
        alt,
        tuple(panels),
        ("first", "second", "line_up", *NUMBERS),
        rows,
    )


def _line_up_table(found: Sequence[Change]) -> Table:
    rows = tuple(
        (one.second, one.line_up, one.contrast.metric.title, *_written(one.contrast)) for one in found
    )
    return Table(("Setting", "Line-up", "Measure", "Before", "After", "Difference", "Settled"), rows)
