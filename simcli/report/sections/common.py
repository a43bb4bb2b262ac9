"""What sections share: figures with their numbers, tables, panels, and the sample that captions
name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from simcli.analysis.balance import ShortAnswer
from simcli.analysis.phrases import count
from simcli.analysis.sums import Estimate
from simcli.figures import marks
from simcli.figures.marks import Dot
from simcli.figures.style import WIDTH, Panel
from simcli.report.model import Cell, Figure, Table

INTERVALS = "Whiskers and brackets are 95% intervals, clustered by deal."
NO_WINNER = "no game has a winner"
# Of panels with long names beside their rows.
WIDE = 4.2


def figure(
    id_: str,
    title: str,
    caption: str,
    panels: Iterable[Panel],
    columns: str | Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    shows: str,
    details: str = "",
    digits: Mapping[str, int] | None = None,
) -> Figure:
    """A figure. `columns`: names of the numbers, as one string with spaces between them or one by
    one; floats are rounded to six digits after the point or to those of `digits`; `shows`: what
    kind of picture it is, and `details` what it says, if that is more than the title."""
    heads = tuple(columns.split() if isinstance(columns, str) else columns)
    places = [(digits or {}).get(head, 6) for head in heads]
    numbers = [
        tuple(
            tidy(cell, place) if isinstance(cell, float) else cell
            for cell, place in zip(row, places, strict=True)
        )
        for row in rows
    ]
    alt = f"{shows}. {details or f'{title}.'}"
    return Figure(id_, title, caption, alt, tuple(panels), heads, tuple(numbers))


def table(heads: str, rows: Iterable[Sequence[Cell]], note: str = "", code: str = "") -> Table:
    """A table whose heads are separated by ` | `."""
    return Table(tuple(heads.split(" | ")), tuple(map(tuple, rows)), note, code)


def panels(
    answers: Sequence[ShortAnswer], panel_of: Callable[..., Panel | None], why: str | Callable[..., str]
) -> list[Panel]:
    """A panel for each setting; where `panel_of` has nothing to show, one that says `why`."""
    return [
        panel_of(answer) or empty_panel(answer.label, why if isinstance(why, str) else why(answer))
        for answer in answers
    ]


def dot_panel(
    title: str, rows: Sequence, draw: Callable, width: float = WIDTH, more: float = 0.0, **looks
) -> Panel | None:
    """A panel as high as its rows need, and `more` inches, drawn by `draw(axis, rows, **looks)`;
    None without rows."""
    return (
        Panel(title, partial(draw, rows=rows, **looks), height_of(len(rows)) + more, width) if rows else None
    )


def empty_panel(title: str, why: str) -> Panel:
    """A panel that says why it shows nothing."""
    return Panel(title, partial(marks.nothing, why=why), height=1.2)


def height_of(rows: int) -> float:
    """Height in inches of a dot plot with so many rows."""
    return 0.95 + 0.27 * max(2, rows)


def dot(name: str, estimate: Estimate, scale: float = 1.0, shift: float = 0.0) -> Dot:
    """A row of a dot plot: the estimate less `shift`, times `scale`."""
    ends = (estimate.value, estimate.low, estimate.high)
    return Dot(name, *(None if end is None else (end - shift) * scale for end in ends))


def sample(answers: Sequence[ShortAnswer]) -> str:
    """The size of the sample by setting: games, and deals, which are added up over runs where there
    are several."""
    several = any(len(answer.setting.runs) > 1 for answer in answers)
    sizes = ", ".join(
        f"{answer.label} {count(answer.finished)} ({count(answer.deals)})" for answer in answers
    )
    return f"Finished games (deals{', run by run' if several else ''}): {sizes}."


def by_setting(answers: Sequence[ShortAnswer], text_of: Callable[..., str]) -> str:
    """A text for each setting: `17% (2 players), 20% (3 players)`."""
    return ", ".join(f"{text_of(answer)} ({answer.label.lower()})" for answer in answers)


def bounds(estimate: Estimate | None) -> tuple[float | None, float | None, float | None]:
    """value, low, high, rounded for data files."""
    if estimate is None:
        return None, None, None
    return tidy(estimate.value), tidy(estimate.low), tidy(estimate.high)


def tidy(value: float | None, digits: int = 6) -> float | None:
    """A number for a data file: rounded, without a negative zero; None stays."""
    return None if value is None else round(float(value), digits) + 0.0
