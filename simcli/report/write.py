"""Write a report folder: index.html, report.md, report.json, report.pdf, and for every figure PNG,
PDF and CSV."""

import csv
import io
import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from simcli.base.errors import BadInput
from simcli.base.paths import obstacle
from simcli.report.build import FORMAT
from simcli.report.html import page
from simcli.report.markdown import markdown
from simcli.report.model import Figure, Report
from simcli.report.text import MARKS

PAGE, DATA, MARKDOWN, BOOK, FIGURES = "index.html", "report.json", "report.md", "report.pdf", "figures"


def check_target(folder: Path) -> None:
    """Refuse a folder that holds something other than a report, or that cannot be written. Raises
    BadInput; writes nothing."""
    if folder.exists():
        if not folder.is_dir():
            raise BadInput(f"{str(folder)!r} is a file; a report is a folder")
        if any(folder.iterdir()) and not _is_report(folder):
            raise BadInput(
                f"{str(folder)!r} holds something that is not a report; give another folder with "
                "--out, or empty it"
            )
    if blocked := obstacle(folder):
        above, why = blocked
        raise BadInput(f"{str(above)!r} cannot be written to ({why}); give another folder with --out")


def write(report: Report, folder: Path) -> Path:
    """Write everything and return the path of the page. An older report in the folder is replaced
    and its figures are removed."""
    check_target(folder)
    figures = folder / FIGURES
    if figures.is_dir():
        shutil.rmtree(figures)
    figures.mkdir(parents=True)
    # First, so that a folder whose writing was stopped is still known as a report and can be
    # written again.
    (folder / DATA).write_text(as_json(report), encoding="utf-8")
    drawings = _write_figures(report, folder)
    (folder / MARKDOWN).write_text(markdown(report), encoding="utf-8")
    (folder / PAGE).write_text(page(report, drawings), encoding="utf-8")
    return folder / PAGE


def as_json(report: Report) -> str:
    """report.json as text. Never NaN: an unknown number is null."""
    return json.dumps(report.numbers, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def csv_text(columns: Sequence[str], rows: Iterable[Sequence]) -> str:
    """A table of numbers as CSV text."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


def _is_report(folder: Path) -> bool:
    try:
        held = json.loads((folder / DATA).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        return False
    return isinstance(held, dict) and held.get("format") == FORMAT


def _write_figures(report: Report, folder: Path) -> dict[str, list[str]]:
    """The figures as files of their own, and all of them in one PDF after the verdicts and before
    the methods. Returns the SVG elements of each figure's panels by the figure's id."""
    from simcli.figures.book import open_book, text_pages

    with open_book(folder / BOOK) as book:
        text_pages(book, report.title, report.subtitle + ".", _front(report))
        drawings = {figure.id: _write_figure(figure, folder / FIGURES, book) for figure in report.figures}
        methods = report.sections[-1]
        glossary = [(str(row[0]), str(row[2])) for row in methods.tables[0].rows]
        text_pages(book, methods.title, "", [*(("", text) for text in methods.text), *glossary])
    return drawings


def _front(report: Report) -> list[tuple[str, str]]:
    paragraphs = []
    for verdict in report.verdicts:
        paragraphs.append((f"{verdict.topic}: {MARKS[verdict.status]}", verdict.sentence))
        paragraphs += [("", f"{line.setting}: {line.text}") for line in verdict.others]
    return paragraphs


def _write_figure(figure: Figure, folder: Path, book) -> list[str]:
    from simcli.figures.drawing import Drawing

    drawing = Drawing(figure.panels, figure.title, figure.caption)
    drawing.save(folder / figure.id, book)
    (folder / f"{figure.id}.csv").write_text(csv_text(figure.columns, figure.rows), encoding="utf-8")
    alts = [f"{panel.title}: {figure.title}" if panel.title else figure.alt for panel in figure.panels]
    return drawing.svg(figure.id, alts)
