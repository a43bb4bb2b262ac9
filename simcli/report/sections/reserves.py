"""Figure and table of the section on tokens and reserves: whom a reserve keeps from a card, and what becomes of it."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, percent, share_text
from simcli.analysis.reserves import ReserveRow
from simcli.analysis.sums import Estimate
from simcli.figures import reserves
from simcli.figures.marks import shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Table
from simcli.report.sections.common import bounds, empty_panel, sample, seats_height

KINDS = ("all", "seat", "strategy", "level")
SPREAD = (
    "Those by level are half as wide again as if every reserve were independent, because the table of cards adds them up over deals; "
    "measured deal by deal, 0.95 to 1.5 times is needed."
)


def figure(answers: Sequence[SettingAnswer]) -> Figure:
    """Share of reserves from the table that block another, and of all reserves that are purchased later."""
    values = [
        end
        for answer in answers
        for row in answer.reserves.rows
        for of in (row.blocked, row.later)
        if of
        for end in (of.value, of.high)
    ]
    top = min(1.0, 1.06 * max((value for value in values if value is not None), default=1.0))
    panels = []
    for answer in answers:
        groups = [
            [(shortened(row.name), _share(row.blocked), _share(row.later)) for row in group]
            for kind in KINDS
            if (group := answer.reserves.of(kind))
        ]
        if not groups:
            panels.append(empty_panel(answer.label, "no card was reserved"))
            continue
        height = seats_height(sum(map(len, groups))) + 0.35
        panels.append(Panel(answer.label, lambda axis, g=groups: reserves.draw(axis, g, top), height))
    rows = [
        (answer.label, row.kind, row.name, row.table, row.deck, *bounds(row.blocked), *bounds(row.later))
        for answer in answers
        for row in answer.reserves.rows
    ]
    title = _finding(answers)
    caption = (
        f"Blocks: of the cards reserved from the table, those that a seat of another side could have paid for at that moment, "
        f"with tokens, bonuses and gold; whether it wanted the card, and whether the reserver meant to block, is not known. Purchased "
        f"later: of all reserved cards. By seat: line-ups in which every strategy sits in every seat as often. Whiskers: 95%, clustered by deal. {SPREAD} "
        f"{sample(answers)}"
    )
    alt = "Two marks a line, by seat, strategy and level: blocks another, purchased later. " + title + "."
    columns = (
        "setting",
        "kind",
        "name",
        "reserved_from_table",
        "reserved_from_deck",
        "blocked",
        "low",
        "high",
        "bought_later",
        "later_low",
        "later_high",
    )
    return Figure("blocking-reserves", title, caption, alt, tuple(panels), columns, tuple(rows))


def table(answers: Sequence[SettingAnswer]) -> Table:
    """The same in numbers."""
    rows = [
        (answer.label, row.name, count(row.table), count(row.deck), _text(row.blocked), _text(row.later))
        for answer in answers
        for row in answer.reserves.rows
    ]
    return Table(
        (
            "Setting",
            "Who, what",
            "Reserved from the table",
            "From a deck",
            "Of those from the table block another",
            "Purchased later",
        ),
        tuple(rows),
    )


def _share(estimate: Estimate | None) -> tuple[float, float | None, float | None] | None:
    return (estimate.value, estimate.low, estimate.high) if estimate else None


def _text(estimate: Estimate | None) -> str:
    return share_text(estimate) if estimate else "-"


def _finding(answers: Sequence[SettingAnswer]) -> str:
    known = [(answer, row) for answer in answers for row in answer.reserves.of("all") if row.blocked]
    if not known:
        return "No card was reserved from the table"
    title = "Of the cards reserved from the table, another could have paid at once for " + ", ".join(
        f"{percent(row.blocked.value)} ({answer.label.lower()})" for answer, row in known
    )
    apart = [(answer, *pair) for answer, _ in known if (pair := _furthest(answer.reserves.of("strategy")))]
    if not apart:
        return title
    answer, most, least = max(apart, key=lambda found: found[1].blocked.value - found[2].blocked.value)
    return (
        f"{title}; with {answer.label.lower()}, {most.name} blocks with {percent(most.blocked.value, 0)} of its reserves, {least.name} with "
        f"{percent(least.blocked.value, 0)}"
    )


def _furthest(rows: Sequence[ReserveRow]) -> tuple[ReserveRow, ReserveRow] | None:
    """The strategies that block most and least, where their intervals do not meet."""
    known = [row for row in rows if row.blocked and row.blocked.known]
    if len(known) < 2:
        return None
    most, least = (pick(known, key=lambda row: row.blocked.value) for pick in (max, min))
    return (most, least) if most.blocked.low > least.blocked.high else None
