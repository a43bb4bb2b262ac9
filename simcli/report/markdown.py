"""The report as Markdown: the same sentences and tables, figures as links to the PNG files."""

from simcli.report.model import Cell, Report, Section, Table
from simcli.report.text import MARKS


def markdown(report: Report) -> str:
    """The whole report as one Markdown text; figures are expected under `figures/`."""
    parts = [
        f"# {_safe(report.title)}",
        _safe(report.subtitle) + ".",
        *(["## Verdicts"] if report.verdicts else []),
    ]
    for verdict in report.verdicts:
        parts.append(f"**{verdict.topic}** ({MARKS[verdict.status]}): {_safe(verdict.sentence)}")
        if verdict.others and len(verdict.lines) > 1:
            parts.append(
                "\n".join(
                    f"- {_safe(line.setting)} ({MARKS[line.status]}): {_safe(line.text)}"
                    for line in verdict.others
                )
            )
    parts += [part for section in report.sections for part in _section(section)]
    parts += ["## Manifest", _table(report.manifest)]
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> list[str]:
    parts = [f"## {_safe(section.title)}", *map(_safe, section.text)]
    for figure in section.figures:
        parts += [
            f"### {_safe(figure.title)}",
            f"![{_safe(figure.alt)}](figures/{figure.id}.png)",
            f"*{_safe(figure.caption)}*",
        ]
    for table in section.tables:
        if table.rows:
            parts.append(_table(table))
            if table.note:
                parts.append(_safe(table.note))
    return parts + [_safe(note) for note in section.notes]


def _table(table: Table) -> str:
    lines = ["| " + " | ".join(map(_cell, table.columns)) + " |", "|" + " --- |" * len(table.columns)]
    lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table.rows]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    return "" if cell is None else _safe(str(cell)).replace("\n", " ")


def _safe(text: str) -> str:
    """Labels may come from outside: no character of theirs may act as Markdown."""
    for sign in ("\\", "`", "*", "_", "|", "<", "[", "]"):
        text = text.replace(sign, "\\" + sign)
    return text
