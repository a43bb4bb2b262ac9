"""The report as one self-contained page: styles and figures inside, no script, no network, light and dark."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from simcli.report.model import Cell, Figure, Report, Section, Table
from simcli.report.text import MARKS

# Longer tables stand behind a fold, so that the findings stay close together.
LONG = 14
INCH = 96


def page(report: Report) -> str:
    """The whole page as text. Draws every panel once."""
    style = files("simcli.report").joinpath("page.css").read_text(encoding="utf-8")
    body = [
        f'<header>\n<h1>{escape(report.title)}</h1>\n<p class="sub">{escape(report.subtitle)}.</p>\n',
        _verdicts(report.verdicts),
        _contents(report.sections),
        "</header>\n<main>\n",
        *(_section(section) for section in report.sections),
        f'<section aria-labelledby="manifest">\n<h2 id="manifest">Manifest</h2>\n{_table(report.manifest, code=(9,))}</section>\n',
        '</main>\n<footer><p>The same as <a href="report.pdf">PDF</a>, <a href="report.md">Markdown</a> and <a href="report.json">data</a>. '
        "Made by simcli. Not affiliated with or endorsed by the publisher of the game.</p></footer>\n",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(report.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{''.join(body)}</body>\n</html>\n"
    )


def _verdicts(found: Sequence) -> str:
    parts = ['<section class="verdicts" aria-label="Verdicts">\n']
    for verdict in found:
        lines = ""
        if len(verdict.lines) > 1:
            items = "".join(
                f'<li class="{line.status}"><b>{escape(line.setting)}</b> <span class="tone">{_sign(line.status)}</span> '
                f"{escape(line.text)}</li>\n"
                for line in verdict.others
            )
            lines = f"<ul>\n{items}</ul>\n"
        parts.append(
            f'<div class="verdict {verdict.status}">\n<div><span class="topic">{escape(verdict.topic)}</span> '
            f'<span class="mark">{_sign(verdict.status)} {MARKS[verdict.status]}</span></div>\n'
            f'<div><p class="sentence">{escape(_capital(verdict.sentence))}</p>\n{lines}</div>\n</div>\n'
        )
    return "".join(parts) + "</section>\n"


def _sign(status: str) -> str:
    """A shape beside the colour, for those who cannot tell the colours apart."""
    return {"good": "●", "watch": "▲", "bad": "■", "unknown": "○"}[status]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _contents(sections: Sequence[Section]) -> str:
    items = "".join(f'<li><a href="#{section.id}">{escape(section.title)}</a></li>\n' for section in sections)
    return f'<nav aria-label="Contents"><ol>\n{items}<li><a href="#manifest">Manifest</a></li>\n</ol></nav>\n'


def _section(section: Section) -> str:
    parts = [
        f'<section aria-labelledby="{section.id}">\n<h2 id="{section.id}">{escape(section.title)}</h2>\n'
    ]
    parts += [f"<p>{_prose(text)}</p>\n" for text in section.text]
    parts += [_figure(figure) for figure in section.figures]
    parts += [_table(table, code=(5,) if section.id == "anomalies" else ()) for table in section.tables]
    parts += [f'<p class="note">{escape(note)}</p>\n' for note in section.notes]
    return "".join(parts) + "</section>\n"


def _figure(figure: Figure) -> str:
    from simcli.figures.style import svg_text

    parts = []
    for number, panel in enumerate(figure.panels):
        alt = f"{panel.title}: {figure.title}" if panel.title else figure.alt
        head = f"<h4>{escape(panel.title)}</h4>\n" if panel.title else ""
        parts.append(f'<div class="panel">\n{head}{svg_text(panel, f"{figure.id}-{number}", alt)}</div>\n')
    # On a wide screen four panels of the usual width stand beside each other.
    width = max(panel.width for panel in figure.panels) * INCH * 0.9
    return (
        f'<figure id="{figure.id}" style="--panel: {width:.0f}px">\n<h3>{escape(figure.title)}</h3>\n'
        f'<div class="panels">\n{"".join(parts)}</div>\n'
        f'<figcaption>{escape(figure.caption)} <a href="figures/{figure.id}.csv">numbers</a> · <a href="figures/{figure.id}.png">PNG</a> · '
        f'<a href="figures/{figure.id}.pdf">PDF</a></figcaption>\n</figure>\n'
    )


def _table(table: Table, code: Sequence[int] = ()) -> str:
    if not table.rows:
        return ""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    lines, previous = [], table.rows[0][0]
    # Groups of rows are set apart; where every row is its own group there is nothing to set apart.
    grouped = len({row[0] for row in table.rows}) < len(table.rows)
    for row in table.rows:
        cells = "".join(f"<td>{_cell(cell, number in code)}</td>" for number, cell in enumerate(row))
        first = ' class="first"' if grouped and row[0] != previous else ""
        lines.append(f"<tr{first}>{cells}</tr>\n")
        previous = row[0]
    text = f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{"".join(lines)}</tbody>\n</table></div>\n'
    note = f'<p class="note">{_prose(table.note)}</p>\n' if table.note else ""
    if len(table.rows) > LONG and table.columns[0] == "Setting":
        return (
            f"<details><summary>Table: {escape(', '.join(table.columns[1:4]).lower())} … ({len(table.rows)} "
            f"lines)</summary>\n{text}{note}</details>\n"
        )
    return text + note


def _cell(cell: Cell, code: bool) -> str:
    text = "" if cell is None else str(cell)
    if code and text:
        return f"<code>{escape(text)}</code>"
    # An interval stays on one line.
    return re.sub(r"\([^()<>&]* to [^()<>&]*\)", r'<span class="whole">\g<0></span>', _prose(text))


def _prose(text: str) -> str:
    """Text with what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text).replace("&#x27;", "'"))
