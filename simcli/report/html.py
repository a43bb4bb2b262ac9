"""The report as one self-contained page: styles and figures inside, no script, no network, light
and dark."""

import re
from collections.abc import Mapping, Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from simcli.report.model import Cell, Figure, Report
from simcli.report.text import MARKS

# Longer tables are folded.
LONG = 14
INCH = 96
# A shape beside the colour, for readers who cannot tell the colours apart.
SIGNS = {"good": "●", "watch": "▲", "bad": "■", "unknown": "○"}


def page(report: Report, drawings: Mapping[str, Sequence[str]]) -> str:
    """The whole page as text; `drawings`: the SVG elements of each figure's panels, by the figure's
    id."""
    return _environment().get_template("page.html").render(report=report, drawings=drawings)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("simcli.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"prose": _prose, "unbroken": _unbroken, "panel_width": _panel_width}
    environment.globals |= {"marks": MARKS, "signs": SIGNS, "long_table": LONG}
    return environment


def _panel_width(figure: Figure) -> int:
    """The least width of a panel on the page in pixels, at which its lettering can still be
    read."""
    return round(max(panel.width for panel in figure.panels) * INCH * 0.9)


def _prose(text: Cell) -> Markup:
    """Escaped text, with what stands between backticks as code; None is empty."""
    # As a plain str: the pieces that re.sub puts into Markup would be escaped once more.
    escaped = str(escape("" if text is None else text))
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped))


def _unbroken(text: Markup) -> Markup:
    """Intervals in brackets stay on one line."""
    return Markup(re.sub(r"\([^()<>&]* to [^()<>&]*\)", r'<span class="whole">\g<0></span>', str(text)))
