"""Write a report folder: index.html, report.md, report.json, and for every figure PNG, PDF and CSV."""

import csv
import io
import json
import os
import shutil
from pathlib import Path

from simcli.errors import BadInput
from simcli.report.build import FORMAT
from simcli.report.html import page
from simcli.report.markdown import markdown
from simcli.report.model import Figure, Report

PAGE, DATA, MARKDOWN, FIGURES = "index.html", "report.json", "report.md", "figures"


def check_target(folder: Path) -> None:
    """Refuse a folder that holds something other than a report, or that cannot be written. Raises BadInput; writes nothing."""
    if folder.exists():
        if not folder.is_dir():
            raise BadInput(f"{str(folder)!r} is a file; a report is a folder")
        if any(folder.iterdir()) and not _is_report(folder):
            raise BadInput(f"{str(folder)!r} holds something that is not a report; give another folder with --out, or empty it")
    above = next(parent for parent in (folder, *folder.absolute().parents) if parent.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise BadInput(f"{str(above)!r} cannot be written to; give another folder with --out")


def write(report: Report, folder: Path) -> Path:
    """Write everything and return the path of the page. Files of an older report in the same folder are replaced, its figures removed."""
    check_target(folder)
    figures = folder / FIGURES
    if figures.is_dir():
        shutil.rmtree(figures)
    figures.mkdir(parents=True)
    for section in report.sections:
        for figure in section.figures:
            _write_figure(figure, figures)
    (folder / DATA).write_text(as_json(report), encoding="utf-8")
    (folder / MARKDOWN).write_text(markdown(report), encoding="utf-8")
    (folder / PAGE).write_text(page(report), encoding="utf-8")
    return folder / PAGE


def as_json(report: Report) -> str:
    """report.json as text. Never NaN: a number that cannot be said is null."""
    return json.dumps(report.numbers, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _is_report(folder: Path) -> bool:
    try:
        held = json.loads((folder / DATA).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        return False
    return isinstance(held, dict) and held.get("format") == FORMAT


def _write_figure(figure: Figure, folder: Path) -> None:
    from simcli.figures.style import save_files

    save_files(figure.panels, figure.title, figure.caption, folder / figure.id)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(figure.columns)
    writer.writerows(figure.rows)
    (folder / f"{figure.id}.csv").write_text(stream.getvalue(), encoding="utf-8")
