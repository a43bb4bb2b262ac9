"""Section: ties and margins."""

from collections.abc import Sequence
from functools import partial

from simcli.analysis.balance import SettingAnswer
from simcli.analysis.phrases import percent, share_text, signed
from simcli.figures import tie_ladder
from simcli.figures.style import Panel
from simcli.report.model import Figure, Section, Table
from simcli.report.sections.common import NO_WINNER, bounds, empty_panel, figure, sample, table
from simcli.report.sections.spread import histograms

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
        "The player with the most prestige wins; the printed tie-break is fewer "
        "purchased cards, and players who are still tied share the win. "
        "Below: how often each step decides."
    )
    figures, tables = (_ladder(answers), _margins(answers)), (_table(answers), _others(answers))
    return Section("ties", "Ties and margins", (text,), figures, tables)


def _ladder(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.endings.deciders]
    bars = [{word: share.value for word, share in answer.endings.deciders.items()} for answer in known]
    title, panel = "No game has a winner", empty_panel("", NO_WINNER)
    if known:
        most = max(known, key=lambda answer: answer.endings.tied.value)
        title = f"{share_text(most.endings.tied)} of the games with {most.label.lower()} are tied on prestige"
        draw = partial(tie_ladder.draw, labels=[answer.label for answer in known], shares=bars, names=NAMES)
        panel = Panel("", draw, height=1.3 + 0.42 * len(bars), width=5.2)
    return figure(
        "tie-ladder",
        title,
        "Share of finished games that prestige alone did not decide; parts from left to "
        "right in the order of the names. "
        f"{sample(answers)} Intervals are in the table.",
        [panel],
        "setting decided_by share low high deals",
        [
            (answer.label, word, *bounds(share), share.deals)
            for answer in known
            for word, share in answer.endings.deciders.items()
        ],
        shows="Stacked bars",
        details=" ".join(
            f"{answer.label}: "
            + ", ".join(f"{NAMES[word]} {percent(share)}" for word, share in bar.items())
            + "."
            for answer, bar in zip(known, bars, strict=True)
        ),
    )


def _margins(answers: Sequence[SettingAnswer]) -> Figure:
    known = [answer for answer in answers if answer.endings.close]
    title = "No game has a winner"
    if known:
        closest = max(known, key=lambda answer: answer.endings.close.value)
        title = (
            f"{share_text(closest.endings.close)} of the games with {closest.label.lower()} "
            "end within one prestige"
        )
    drawn, rows = histograms(
        answers,
        lambda answer: answer.endings.margins,
        "prestige ahead of the best other",
        marked=(0, 1),
        last=20,
    )
    return figure(
        "margins",
        title,
        "Winner's prestige minus that of the best other seat (team); the bars of 0 and 1 "
        "stand out. Margins above 20 are in the data file. "
        f"{sample(answers)}",
        drawn,
        "setting margin games share",
        rows,
        shows="Bars by margin",
        details=" ".join(
            f"{answer.label}: {percent(answer.endings.close.value)} within one prestige." for answer in known
        ),
    )


def _table(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        shares = {f"decided by {NAMES[word]}": share for word, share in answer.endings.deciders.items()}
        shares |= {
            "tied on prestige": answer.endings.tied,
            "won by at most one prestige": answer.endings.close,
        }
        rows += [(answer.label, name, share_text(share)) for name, share in shares.items()]
    return table("Setting | Finished games | Share", rows)


def _others(answers: Sequence[SettingAnswer]) -> Table:
    rows = []
    for answer in answers:
        for rule in answer.endings.other_rules:
            # Instead of itself a rule changes nothing.
            if answer.setting.runs[0].rules.get("tie_break") == [rule.name]:
                continue
            gain = rule.first
            value, low, high = (
                signed(100 * end)
                for end in (gain.value, *((gain.low, gain.high) if gain.known else (gain.value,) * 2))
            )
            shares = (share_text(rule.changed), share_text(rule.level))
            rows.append((answer.label, RULES[rule.name], *shares, f"{value} ({low} to {high})"))
    return table(
        (
            "Setting | Instead of the tie-break | Different winner in | Still shared | First "
            "seat or team gains, points"
        ),
        rows,
        "What other tie-breaks would have decided, from the same final positions: "
        "players would have aimed at them, so the true change may "
        "differ.",
    )
