"""All figures of a report in one PDF, after pages of text."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from simcli.figures.style import INK, MUTED, PAPER, SETTINGS

PAGE = (8.27, 11.69)
LINES, LETTERS = 62, 96
UNDATED = {"CreationDate": None, "Producer": None, "Creator": None}


def open_book(path: Path) -> PdfPages:
    """A PDF to add pages to, without date or program so that the same report gives the same file.
    Close it, or use it in a `with`."""
    return PdfPages(path, metadata=UNDATED)


def text_pages(book: PdfPages, title: str, subtitle: str, paragraphs: Sequence[tuple[str, str]]) -> None:
    """Pages of paragraphs, each a bold head (may be empty) and a text; as many pages as they
    need."""
    lines: list[tuple[str, bool]] = []
    for head, text in paragraphs:
        lines += [(head, True)] if head else []
        lines += [(line, False) for line in textwrap.wrap(text, LETTERS)]
        lines.append(("", False))
    for start in range(0, max(1, len(lines)), LINES):
        with matplotlib.rc_context(SETTINGS):
            figure = Figure(figsize=PAGE, facecolor=PAPER)
            FigureCanvasAgg(figure)
            if start == 0:
                figure.text(
                    0.08, 0.945, title, fontsize=14, fontweight="bold", color=INK, va="top", parse_math=False
                )
                figure.text(0.08, 0.918, subtitle, fontsize=9.5, color=MUTED, va="top", parse_math=False)
            for number, (line, bold) in enumerate(lines[start : start + LINES]):
                weight = "bold" if bold else "normal"
                figure.text(
                    0.08,
                    0.885 - 0.0132 * number,
                    line,
                    fontsize=9,
                    fontweight=weight,
                    color=INK,
                    va="top",
                    parse_math=False,
                )
            book.savefig(figure, facecolor=PAPER)
