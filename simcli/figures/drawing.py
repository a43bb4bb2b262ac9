"""Drawing a figure: all its panels are drawn and arranged once, then saved as SVG for the page and
as PNG and PDF files.

No pyplot, so that nothing stays in memory.
"""

import io
import re
import textwrap
from collections.abc import Sequence
from html import escape
from pathlib import Path

import matplotlib
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from simcli.figures import style
from simcli.figures.style import ABOVE, INK, MUTED, PAPER, SETTINGS, Panel

# Of the PNG files; figures are also arranged at it, where letters are nearly as wide as they are on
# a page of any size.
DPI = 200
# Inches around a panel that is cut out for the page.
MARGIN = 0.03
LETTERS_PER_INCH = 14.5
# The colours that change with the look of the page, by the name of their CSS variable.
_VARIABLES = {
    getattr(style, name.upper()): name
    for name in ("ink", "muted", "grid", "paper", "band", "blue", "orange", "green", "purple", "sky", "red")
}
_NO_METADATA = {
    "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
    "png": {"Software": None},
    "pdf": dict.fromkeys(("CreationDate", "Producer", "Creator")),
}


class Drawing:
    """All panels of a figure in one picture, in rows of two or three, with title and caption around
    them."""

    def __init__(self, panels: Sequence[Panel], title: str, caption: str) -> None:
        columns = min(len(panels), 2 if len(panels) in (2, 4) else 3)
        rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
        heights = [max(panel.height for panel in row) for row in rows]
        width = 1.06 * columns * max(panel.width for panel in panels)
        letters = int(width * LETTERS_PER_INCH)
        title, caption = textwrap.fill(title, int(letters * 0.65)), textwrap.fill(caption, letters)
        around = 0.45 + 0.19 * (title.count("\n") + 1) + 0.13 * (caption.count("\n") + 1)
        with matplotlib.rc_context(SETTINGS):
            self.figure = Figure(
                (width, 1.06 * sum(heights) + max(1.25, around)),
                layout="constrained",
                dpi=DPI,
                facecolor=PAPER,
            )
            FigureCanvasAgg(self.figure)
            grid = self.figure.subplots(len(rows), columns, squeeze=False, height_ratios=heights)
            self._axes: list[Axes] = list(grid.flat)[: len(panels)]
            # Titles and caption, which the page writes itself.
            self._lettering = [
                self.figure.suptitle(title, x=0.02, ha="left", fontsize=11, fontweight="bold"),
                self.figure.supxlabel(caption, x=0.02, ha="left", fontsize=7.5, color=MUTED),
            ]
            for axis, panel in zip(self._axes, panels, strict=True):
                panel.draw(axis)
                # With `y` given, matplotlib does not look for a free place above the axis at every
                # drawing.
                title = axis.set_title(
                    panel.title, loc="left", y=1.0, color=INK, fontweight="bold", pad=_room_above(axis)
                )
                self._lettering.append(title)
            for axis in grid.flat[len(panels) :]:
                axis.remove()
            # Arranged once and kept: savefig would otherwise draw everything a second time for each
            # file.
            self.figure.get_layout_engine().execute(self.figure)
            self.figure.set_layout_engine(None)

    def save(self, stem: Path, book: PdfPages) -> None:
        """Write `stem`.png and `stem`.pdf, and add a page to `book`."""
        with matplotlib.rc_context(SETTINGS):
            for kind in ("png", "pdf"):
                path = stem.with_suffix(f".{kind}")
                self.figure.savefig(path, dpi=DPI, metadata=_NO_METADATA[kind], facecolor=PAPER)
            book.savefig(self.figure, facecolor=PAPER)

    def svg(self, prefix: str, alts: Sequence[str]) -> list[str]:
        """Each panel without its title as an SVG element for a page: colours are CSS variables, ids
        are unique by `prefix`, and `alts` has the label of each."""
        _show(self._lettering, False)
        boxes = self._boxes()
        _show(self._axes, False)
        texts = []
        for number, (axis, box, alt) in enumerate(zip(self._axes, boxes, alts, strict=True)):
            stream = io.StringIO()
            axis.set_visible(True)
            with matplotlib.rc_context(SETTINGS):
                self.figure.savefig(
                    stream, format="svg", bbox_inches=box, metadata=_NO_METADATA["svg"], facecolor="none"
                )
            axis.set_visible(False)
            texts.append(_for_page(stream.getvalue(), f"{prefix}-{number}", alt))
        _show([*self._axes, *self._lettering], True)
        return texts

    def _boxes(self) -> list[Bbox]:
        """What each panel covers, in inches; all of one width, so that lettering has one size on
        the page, and panels of one column start at one place."""
        inches = self.figure.dpi_scale_trans.inverted()
        boxes = [axis.get_tightbbox().transformed(inches).padded(MARGIN) for axis in self._axes]
        columns = [axis.get_subplotspec().colspan.start for axis in self._axes]
        spans = [
            (min(box.x0 for box in column), max(box.x1 for box in column))
            for place in range(max(columns) + 1)
            if (column := [box for box, other in zip(boxes, columns, strict=True) if other == place])
        ]
        width = max(end - start for start, end in spans)
        return [
            Bbox.from_bounds(spans[column][0], box.y0, width, box.height)
            for box, column in zip(boxes, columns, strict=True)
        ]


def _show(artists: Sequence[Artist], visible: bool) -> None:
    for artist in artists:
        artist.set_visible(visible)


def _room_above(axis: Axes) -> int:
    """Points between an axis and the title of its panel, which stands above what is lettered
    there."""
    if legend := axis.get_legend():
        return 8 + 12 * -(-len(legend.get_texts()) // 3)
    return 16 if any(text.get_gid() == ABOVE for text in axis.texts) else 6


def _for_page(text: str, prefix: str, alt: str) -> str:
    """Cut the prologue, keep only ids that are used, make them unique, and turn the colours into
    variables."""
    text = re.sub(
        r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*", "", text[text.index("<svg") :], flags=re.DOTALL
    )
    used = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text))
    text = re.sub(r' id="([^"]+)"', lambda id_: f' id="{prefix}-{id_[1]}"' if id_[1] in used else "", text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", text)
    text = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{prefix}-\1"', text)
    for colour, name in _VARIABLES.items():
        text = text.replace(colour, f"var(--{name})")
    head, body = text.split(">", 1)
    box = re.search(r'viewBox="([^"]+)"', head)[1]
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(alt, quote=True)}">{body.strip()}'
