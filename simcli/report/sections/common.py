"""What sections share: captions with n, rounding of numbers for the data files, and panels."""

from collections.abc import Sequence

from simcli.analysis.balance import ShortAnswer
from simcli.analysis.phrases import count
from simcli.analysis.sums import Estimate
from simcli.figures import marks
from simcli.figures.style import Panel

INTERVALS = "Whiskers and brackets are 95% intervals, clustered by deal."


def sample(answers: Sequence[ShortAnswer]) -> str:
    """How much there is: `Finished games (deals): 2 players 500,000 (250,000), ...`; deals of several runs are added up, and it says so."""
    several = any(len(answer.setting.runs) > 1 for answer in answers)
    return (
        f"Finished games (deals{', run by run' if several else ''}): "
        + ", ".join(f"{answer.label} {count(answer.finished)} ({count(answer.deals)})" for answer in answers)
        + "."
    )


def bounds(estimate: Estimate | None) -> tuple[float | None, float | None, float | None]:
    """value, low, high, rounded for data files."""
    if estimate is None:
        return None, None, None
    return tidy(estimate.value), tidy(estimate.low), tidy(estimate.high)


def row_of(
    name: str, estimate: Estimate, scale: float = 1.0, shift: float = 0.0
) -> tuple[str, float, float | None, float | None]:
    """A row for a dot plot: (name, value, low, high), each times `scale` after taking off `shift`."""
    values = [
        None if value is None else (value - shift) * scale
        for value in (estimate.value, estimate.low, estimate.high)
    ]
    return (name, *values)


def tidy(value: float | None, digits: int = 6) -> float | None:
    """A number for a data file: six digits after the point, no negative zero, None stays."""
    return None if value is None else round(float(value), digits) + 0.0


def empty_panel(title: str, why: str) -> Panel:
    """A panel that says why it shows nothing."""
    return Panel(title, lambda axis: marks.nothing(axis, why), height=1.2)


def seats_height(rows: int) -> float:
    """Height in inches of a dot plot with so many rows."""
    return 0.95 + 0.27 * max(2, rows)
