"""One look for all figures: colours, sizes and settings.

Colours are few and named; on the page they become CSS variables (see figures.drawing), so that a
figure follows the light and the dark look of the page. The series colours are those of Okabe and
Ito (2008), which people with any kind of colour vision can tell apart; gems have their own colours
and always their letter beside them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes

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

WIDTH, HEIGHT = 3.0, 2.15
# Marks lettering that stands above an axis, so that the title of the panel makes room for it.
ABOVE = "above"
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
    """One small picture: its title (a setting or a series) and the function that draws it on an
    axis; sizes in inches."""

    title: str
    draw: Callable[[Axes], None]
    height: float = HEIGHT
    width: float = WIDTH


def blend(amount: float) -> tuple[float, float, float]:
    """The colour of a diverging scale: -1 is LESS, 0 almost white, 1 is MORE."""
    amount = max(-1.0, min(1.0, amount))
    end = MORE if amount > 0 else LESS
    return tuple(0.96 + (channel - 0.96) * abs(amount) for channel in end)


def around_par(value: float, par: float) -> tuple[float, float, float]:
    """The colour of a share on the diverging scale whose middle is `par`."""
    return blend((value - par) / (1 - par if value > par else par))


def deepen(amount: float) -> tuple[float, float, float]:
    """The colour of a scale from 0 (almost white) to 1 (blue)."""
    amount = max(0.0, min(1.0, amount)) ** 0.7
    return tuple(0.96 + (channel - 0.96) * amount for channel in LESS)


def ink_on(colour: tuple[float, float, float]) -> str:
    """Dark or light lettering, whichever reads better on a cell of this colour. Not an ink of the
    page: cells keep their colour in the dark.
    """
    return "#ffffff" if 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 0.5 else "#20242c"
