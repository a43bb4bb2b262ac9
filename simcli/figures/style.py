"""One look for all figures, and the ways out: SVG for the page, PNG and PDF for files. No pyplot, so nothing stays in memory.

Colours are few and named; on the page they become CSS variables (`svg_text`), so that a figure follows the light and the dark look of the
page. The series colours are those of Okabe and Ito (2008), told apart by people with any kind of colour vision; gems have their own colours
and always their letter beside it.
"""

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER, BAND = "#1f2430", "#667080", "#d9dde3", "#fefefd", "#dcebe2"
BLUE, ORANGE, GREEN, PURPLE, SKY, RED = "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"
SERIES = (BLUE, ORANGE, GREEN, PURPLE, RED, SKY)
GEMS = {
    "white": "#f2efe6",
    "blue": "#2a62b8",
    "green": "#1f8a4c",
    "red": "#c0392b",
    "black": "#3a3a3e",
    "gold": "#d9a514",
}
# Diverging around par: blue is less, orange is more; the middle is the page's own colour.
LESS, MORE = (0.0, 0.447, 0.698), (0.902, 0.55, 0.0)

_VARIABLES = {
    INK: "ink",
    MUTED: "muted",
    GRID: "grid",
    PAPER: "paper",
    BAND: "band",
    BLUE: "blue",
    ORANGE: "orange",
    GREEN: "green",
}
_VARIABLES |= {PURPLE: "purple", SKY: "sky", RED: "red"}

WIDTH, HEIGHT = 3.0, 2.15
# Marks lettering that stands above an axis, so that the title of the panel makes room for it.
ABOVE = "above"
# Of the PNG files; figures are also arranged at it, where letters are nearly as wide as they are on a page of any size.
DPI = 200
SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.labelsize": 8.5,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",
    "svg.hashsalt": "simcli",
    "pdf.fonttype": 3,
    "axes.unicode_minus": False,
}


@dataclass(frozen=True)
class Panel:
    """One small picture: its title (a setting or a series) and the function that draws it on an axis. `height` in inches."""

    title: str
    draw: Callable[[Axes], None]
    height: float = HEIGHT
    width: float = WIDTH


def svg_text(panel: Panel, prefix: str, alt: str) -> str:
    """The panel as an SVG element to put into a page: colours as CSS variables, ids unique by `prefix`, `alt` as its label."""
    with matplotlib.rc_context(SETTINGS):
        figure, axis = _figure(panel.width, panel.height)
        panel.draw(axis)
        _arrange(figure)
        stream = io.StringIO()
        figure.savefig(
            stream, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
    return _tidy(stream.getvalue(), prefix, alt)


def save_files(panels: Sequence[Panel], title: str, caption: str, stem: Path, book=None) -> list[Path]:
    """All panels of a figure in one picture with title and caption, as `stem`.png and `stem`.pdf, and as a page of `book` (PdfPages) if one is
    given. Returns the files written.
    """
    columns = min(len(panels), 2 if len(panels) in (2, 4) else 3)
    rows = -(-len(panels) // columns)
    width = columns * panels[0].width * 1.06
    letters = int(width * 14.5)
    title, caption = _wrap(title, int(letters * 0.65)), _wrap(caption, letters)
    around = 0.45 + 0.19 * (title.count("\n") + 1) + 0.13 * (caption.count("\n") + 1)
    height = rows * max(panel.height for panel in panels) * 1.06 + max(1.25, around)
    written = []
    with matplotlib.rc_context(SETTINGS | {"figure.facecolor": PAPER, "savefig.facecolor": PAPER}):
        figure = Figure(figsize=(width, height), layout="constrained", dpi=DPI)
        FigureCanvasAgg(figure)
        axes = figure.subplots(rows, columns, squeeze=False).ravel()
        for axis, panel in zip(axes, panels, strict=False):
            panel.draw(axis)
            axis.set_title(panel.title, loc="left", color=INK, fontweight="bold", pad=_room_above(axis))
        for axis in axes[len(panels) :]:
            axis.set_axis_off()
        figure.suptitle(title, x=0.02, ha="left", fontsize=11, fontweight="bold")
        figure.supxlabel(caption, x=0.02, ha="left", fontsize=7.5, color=MUTED)
        _arrange(figure)
        for suffix, metadata in (
            (".png", {"Software": None}),
            (".pdf", {"CreationDate": None, "Producer": None, "Creator": None}),
        ):
            path = stem.with_suffix(suffix)
            figure.savefig(path, dpi=DPI, metadata=metadata)
            written.append(path)
        if book is not None:
            book.savefig(figure)
    return written


def blend(amount: float) -> tuple[float, float, float]:
    """The colour of a diverging scale: -1 is LESS, 0 almost white, 1 is MORE."""
    amount = max(-1.0, min(1.0, amount))
    end = MORE if amount > 0 else LESS
    return tuple(0.96 + (channel - 0.96) * abs(amount) for channel in end)


def deepen(amount: float) -> tuple[float, float, float]:
    """The colour of a scale from 0 (almost white) to 1 (blue)."""
    amount = max(0.0, min(1.0, amount)) ** 0.7
    return tuple(0.96 + (channel - 0.96) * amount for channel in LESS)


def ink_on(colour: tuple[float, float, float]) -> str:
    """Dark or light lettering, whichever reads better on a cell of this colour. Not an ink of the page: cells keep their colour in the
    dark.
    """
    return "#ffffff" if 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 0.5 else "#20242c"


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained", dpi=DPI)
    FigureCanvasAgg(figure)
    return figure, figure.subplots()


def _room_above(axis: Axes) -> int:
    """Points between an axis and the title of its panel, which stands above what is lettered there."""
    if legend := axis.get_legend():
        return 8 + 12 * -(-len(legend.get_texts()) // 3)
    return 16 if any(text.get_gid() == ABOVE for text in axis.texts) else 6


def _arrange(figure: Figure) -> None:
    """Find the arrangement once and keep it: savefig would draw everything a second time to find it, for each file anew."""
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine(None)


def _tidy(text: str, prefix: str, alt: str) -> str:
    """Cut the prologue, keep only ids that are used, make them unique, and turn the colours into variables."""
    from html import escape

    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    used = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text))
    text = re.sub(
        r' id="([^"]+)"', lambda match: f' id="{prefix}-{match[1]}"' if match[1] in used else "", text
    )
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", text)
    text = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{prefix}-\1"', text)
    for colour, name in _VARIABLES.items():
        text = text.replace(colour, f"var(--{name})")
    head, body = text.split(">", 1)
    box = re.search(r'viewBox="([^"]+)"', head)[1]
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(alt, quote=True)}">{body.strip()}'


def _wrap(text: str, width: int) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text, width))
