"""Section: ties and margins."""

from collections.abc import Sequence

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import percent, share_text
from simcli.figures import histogram, tie_ladder
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import bounds, empty_panel, sample, tidy

NAMES = {
    "prestige": "prestige alone",
    "weakest_member": "weakest member of the team",
    "fewest_cards": "fewest cards",
    "shared": "shared win",
}
RULES = {
    "shared": "no tie-break at all",
    "fewest_cards": "fewest cards",
    "most_cards": "most cards",
    "most_nobles": "most nobles",
    "fewest_reserved": "fewest cards still reserved",
    "later_seat": "the later seat",
}


def build(answers: Sequence[SettingAnswer]) -> Section:
    """The section for all settings."""
    text = (
        (
            "Who has the most prestige wins; the printed tie-break is fewer purchased cards, and what is still level is "
            "shared. Below: how often each step decides."
        ),
    )
    return Section(
        "ties",
        "Ties and margins",
        text,
        (_ladder(answers), _margins(answers)),
        (_table(answers), _others(answers)),
    )


def _ladder(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.endings.deciders]
    bars = [
        (answer.label, {word: value.value for word, value in answer.endings.deciders.items()})
        for answer in known
    ]
    if known:
        panel = Panel(
            "", lambda axis: tie_ladder.draw(axis, bars, NAMES), height=1.3 + 0.42 * len(bars), width=5.2
        )
    else:
        panel = empty_panel("", "no game has a winner")
    rows = [
        (answer.label, word, *bounds(value), value.deals)
        for answer in known
        for word, value in answer.endings.deciders.items()
    ]
    most = max(known, key=lambda answer: answer.endings.tied.value, default=None)
    title = (
        f"Prestige is level in {share_text(most.endings.tied)} of the games with {most.label.lower()}"
        if most
        else "No game has a winner"
    )
    caption = (
        f"Share of the finished games that prestige alone did not decide; parts from left to right in the order of the names. {sample(answers)} "
        "Intervals are in the table."
    )
    alt = "Stacked bars. " + " ".join(
        f"{name}: " + ", ".join(f"{NAMES[word]} {percent(value)}" for word, value in shares.items()) + "."
        for name, shares in bars
    )
    return Figure(
        "tie-ladder",
        title,
        caption,
        alt,
        (panel,),
        ("setting", "decided_by", "share", "low", "high", "deals"),
        tuple(rows),
    )


def _margins(answers: Sequence[SettingAnswer]) -> Figure:
    panels, rows, top = [], [], 0.0
    for answer in answers:
        total = int(answer.endings.margins.sum())
        shares = [int(value) / total for value in answer.endings.margins] if total else []
        top = max([top, *shares])
        rows += [
            (answer.label, margin, int(answer.endings.margins[margin]), tidy(value))
            for margin, value in enumerate(shares)
            if value
        ]
    for answer in answers:
        mine = [(row[1], row[3]) for row in rows if row[0] == answer.label and row[1] <= 20]
        if not mine:
            panels.append(empty_panel(answer.label, "no game has a winner"))
            continue
        values, shares = [pair[0] for pair in mine], [pair[1] for pair in mine]
        panels.append(
            Panel(
                answer.label,
                lambda axis, v=values, s=shares: histogram.draw(
                    axis, v, s, "prestige ahead of the best other", marked=(0, 1), top=top
                ),
            )
        )
    known = [answer for answer in answers if answer.endings.close]
    closest = max(known, key=lambda answer: answer.endings.close.value, default=None)
    title = (
        f"{share_text(closest.endings.close)} of the games with {closest.label.lower()} end within one prestige"
        if closest
        else "No game has a winner"
    )
    caption = (
        f"Winner's prestige less that of the best other seat (team); the bars of 0 and 1 stand out. Margins above 20 are in the data "
        f"file. {sample(answers)}"
    )
    alt = "Bars by margin. " + " ".join(
        f"{answer.label}: {percent(answer.endings.close.value)} within one prestige." for answer in known
    )
    return Figure(
        "margins", title, caption, alt, tuple(panels), ("setting", "margin", "games", "share"), tuple(rows)
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        endings = answer.endings
        for word, value in endings.deciders.items():
            rows.append((answer.label, f"decided by {NAMES[word]}", share_text(value)))
        rows.append((answer.label, "level on prestige", share_text(endings.tied)))
        rows.append((answer.label, "won by at most one prestige", share_text(endings.close)))
    return Table(("Setting", "Finished games", "Share"), tuple(rows))


def _others(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for rule in answer.endings.other_rules:
            # Instead of itself a rule changes nothing.
            if answer.setting.runs[0].rules.get("tie_break") == [rule.name]:
                continue
            first = 100 * rule.first.value
            low, high = (100 * rule.first.low, 100 * rule.first.high) if rule.first.known else (first, first)
            rows.append(
                (
                    answer.label,
                    RULES[rule.name],
                    share_text(rule.changed),
                    share_text(rule.level),
                    f"{first + 0.0:+.2f} ({low + 0.0:+.2f} to {high + 0.0:+.2f})",
                )
            )
    head = (
        "Setting",
        "Instead of the tie-break",
        "Other winners in",
        "Still shared",
        "First seat or team gains, points",
    )
    note = (
        "What other tie-breaks would have decided, from the same final positions: play would have aimed at them, so "
        "the true change may differ."
    )
    return Table(head, tuple(rows), note)
