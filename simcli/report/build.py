"""Put a report together: verdicts, sections, methods, manifest, and every number as data."""

from collections.abc import Sequence

from simcli.analysis.balance import Balance
from simcli.analysis.phrases import count, counted
from simcli.analysis.runs import Run, different_deals
from simcli.analysis.verdicts import verdicts
from simcli.report.glossary import limits, terms
from simcli.report.model import Figure, Report, Section, Table
from simcli.report.rules import rules_table
from simcli.report.sections import (
    cards,
    chances,
    changes,
    drama,
    endings,
    nobles,
    oddities,
    own,
    seats,
    strategies,
    tempo,
    tokens,
    vetoes,
)
from simcli.variant.rule_changes import changed, rules_text

FORMAT = "simcli-report/1"
TOPICS = (
    seats,
    changes,
    endings,
    tempo,
    drama,
    chances,
    nobles,
    cards,
    vetoes,
    tokens,
    strategies,
    own,
    oddities,
)


def build(balance: Balance) -> Report:
    """The whole report as text, figures and tables; nothing is drawn or written yet."""
    sections = tuple(section for topic in TOPICS if (section := topic.build(balance.settings)))
    deals = min(different_deals(balance.runs), sum(answer.deals for answer in balance.settings))
    kind = "different deal" if len(balance.runs) > 1 else "deal"
    subtitle = (
        f"{counted(balance.games, 'game')} on {counted(deals, kind)} in {counted(len(balance.runs), 'run')}"
    )
    others = dict.fromkeys(
        rules_text(run.rules, run.players) for run in balance.runs if changed(run.rules, run.players)
    )
    subtitle += f"; rules {'; '.join(others)}" if others else ""
    manifest = _manifest(balance.runs)
    judged = verdicts(balance.settings)
    report = Report(_title(balance.runs), subtitle, judged, (*sections, _methods(balance)), manifest, {})
    report.numbers.update(_numbers(report, balance))
    return report


def _title(runs: Sequence[Run]) -> str:
    titles = list(dict.fromkeys(str(run.rules.get("title", "")) for run in runs))
    return f"Balance report: {titles[0]}" if len(titles) == 1 else "Balance report: " + "; ".join(titles)


def _methods(balance: Balance) -> Section:
    glossary = Table(
        ("Metric", "Version", "Definition"),
        tuple((name, str(version), text) for name, version, text in terms(balance.settings)),
    )
    return Section(
        "methods",
        "Methods, limits and glossary",
        limits(),
        (),
        (glossary, rules_table([answer.setting for answer in balance.settings])),
    )


def _manifest(runs: Sequence[Run]) -> Table:
    rows = []
    for run in runs:
        config, versions = run.manifest["config"], run.manifest.get("versions", {})
        progress = run.manifest.get("progress", {})
        rows.append(
            (
                run.name,
                run.id,
                run.line_up_text,
                rules_text(run.rules, run.players),
                count(progress.get("games", 0)),
                count(run.deals),
                str(run.seed),
                run.state,
                f"simcli {versions.get('simcli', '?')}, engine {config.get('engine', '?')}",
                str(run.manifest.get("command", "")),
            )
        )
    return Table(
        ("Run", "Id", "Line-up", "Rules", "Games", "Deals", "Seed", "State", "Versions", "Command"),
        tuple(rows),
        code="Command",
    )


def _numbers(report: Report, balance: Balance) -> dict:
    """report.json: the verdicts, every figure's numbers, every table, and the manifest."""
    return {
        "format": FORMAT,
        "title": report.title,
        "games": balance.games,
        "settings": [
            {
                "label": answer.label,
                "players": answer.setting.players,
                "games": answer.games,
                "finished": answer.finished,
                "deals": answer.deals,
            }
            for answer in balance.settings
        ],
        "verdicts": [
            {
                "topic": verdict.topic,
                "status": verdict.status,
                "sentence": verdict.sentence,
                "settings": [
                    {"setting": line.setting, "status": line.status, "text": line.text}
                    for line in verdict.lines
                ],
            }
            for verdict in report.verdicts
        ],
        "figures": [_figure(figure) for figure in report.figures],
        "tables": [
            {
                "section": section.id,
                "columns": list(table.columns),
                "rows": [list(row) for row in table.rows],
                "note": table.note,
            }
            for section in report.sections
            for table in section.tables
        ],
        "metrics": [
            {"name": name, "version": version, "definition": text}
            for name, version, text in terms(balance.settings)
        ],
        "runs": [
            {
                "folder": run.name,
                "id": run.id,
                "line_up": list(run.line_up),
                "seed": run.seed,
                "deals": run.deals,
                "rules": run.rules,
                "state": run.state,
                "versions": run.manifest.get("versions", {}),
                "command": run.manifest.get("command", ""),
            }
            for run in balance.runs
        ],
    }


def _figure(figure: Figure) -> dict:
    return {
        "id": figure.id,
        "finding": figure.title,
        "caption": figure.caption,
        "columns": list(figure.columns),
        "rows": [list(row) for row in figure.rows],
    }
