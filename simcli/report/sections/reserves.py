"""Figure and table of the section on tokens and reserves: whom a reserve keeps from a card, and
what becomes of it."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import count, percent, share_text
from simcli.analysis.reserves import ReserveRow
from simcli.analysis.sums import Estimate
from simcli.figures import reserves
from simcli.figures.marks import Dot, shortened
from simcli.figures.style import Panel
from simcli.report.model import Figure, Table
from simcli.report.sections.common import bounds, by_setting, dot, figure, height_of, panels, sample, table

KINDS = ("all", "seat", "strategy", "level")
SPREAD = (
    "Intervals by level are half as wide again as those of independent reserves, "
    "because the table of cards adds them up over deals; measured "
    "deal by deal, 0.95 to 1.5 times is needed."
)


def blocking_figure(answers: Sequence[SettingAnswer]) -> Figure:
    """Share of reserves from the table that block another, and of all reserves that are purchased
    later."""
    rows = [(answer, row) for answer in answers for row in answer.reserves.rows]
    ends = [
        end
        for _, row in rows
        for share in (row.blocked, row.later)
        if share
        for end in (share.value, share.high)
        if end is not None
    ]
    top = min(1.0, 1.06 * max(ends, default=1.0))

    def panel(answer: SettingAnswer) -> Panel | None:
        groups = [
            [reserves.Row(shortened(row.name), _dot(row.blocked), _dot(row.later)) for row in group]
            for kind in KINDS
            if (group := answer.reserves.of(kind))
        ]
        height = height_of(sum(map(len, groups))) + 0.35
        return Panel(answer.label, partial(reserves.draw, groups=groups, top=top), height) if groups else None

    return figure(
        "blocking-reserves",
        _finding(answers),
        "Blocks: of the cards reserved from the table, those that a seat of another side "
        "could have paid for at that moment, with tokens, "
        "bonuses and gold; whether it wanted the card, and whether the reserver meant to "
        "block, is not known. Purchased later: of all reserved "
        "cards. By seat: line-ups in which every strategy sits in every seat equally "
        "often. Whiskers: 95%, clustered by deal. "
        f"{SPREAD} {sample(answers)}",
        panels(answers, panel, "no card was reserved"),
        (
            "setting kind name reserved_from_table reserved_from_deck blocked low high "
            "bought_later later_low later_high"
        ),
        [
            (
                *(answer.label, row.kind, row.name, row.table, row.deck),
                *(*bounds(row.blocked), *bounds(row.later)),
            )
            for answer, row in rows
        ],
        shows="Two marks a row, by seat, strategy and level: blocks another, purchased later",
    )


def blocking_table(answers: Sequence[SettingAnswer]) -> Table:
    """The same in numbers."""
    return table(
        (
            "Setting | Who, what | Reserved from the table | From a deck | Of those from the "
            "table, block another | Purchased later"
        ),
        [
            (answer.label, row.name, count(row.table), count(row.deck), _text(row.blocked), _text(row.later))
            for answer in answers
            for row in answer.reserves.rows
        ],
    )


def _dot(estimate: Estimate | None) -> Dot | None:
    return dot("", estimate) if estimate else None


def _text(estimate: Estimate | None) -> str:
    return share_text(estimate) if estimate else "-"


def _finding(answers: Sequence[SettingAnswer]) -> str:
    blocked = {
        answer.label: row.blocked for answer in answers for row in answer.reserves.of("all") if row.blocked
    }
    known = [answer for answer in answers if answer.label in blocked]
    if not known:
        return "No card was reserved from the table"
    shares = by_setting(known, lambda answer: percent(blocked[answer.label].value))
    title = f"Of the cards reserved from the table, another seat could have paid at once for {shares}"
    apart = [(answer, *pair) for answer in known if (pair := _furthest(answer.reserves.of("strategy")))]
    if not apart:
        return title
    answer, most, least = max(apart, key=lambda pair: pair[1].blocked.value - pair[2].blocked.value)
    return (
        f"{title}; with {answer.label.lower()}, {most.name} blocks with "
        f"{percent(most.blocked.value, 0)} of its reserves, {least.name} with "
        f"{percent(least.blocked.value, 0)}"
    )


def _furthest(rows: Sequence[ReserveRow]) -> tuple[ReserveRow, ReserveRow] | None:
    """The strategies that block most and least, where their intervals do not overlap."""
    known = [row for row in rows if row.blocked and row.blocked.known]
    if len(known) < 2:
        return None
    most, least = (pick(known, key=lambda row: row.blocked.value) for pick in (max, min))
    return (most, least) if most.blocked.low > least.blocked.high else None
