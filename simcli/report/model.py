"""What a report is made of, whatever it is written as: sections with text, figures and tables. Every figure carries its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """Numbers for a reader: `rows` of texts; `columns` are their heads. `note` stands below."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """One figure: `id` names its files; `title` is the finding; `caption` the method and n; `alt` what is to be seen; `panels` as in
    figures.style.Panel; `columns` and `rows` are the numbers behind it (CSV, JSON)."""

    id: str
    title: str
    caption: str
    alt: str
    panels: tuple
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Section:
    """One section: `text` are paragraphs before the figures, `notes` smaller ones after the tables."""

    id: str
    title: str
    text: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """The whole: title, verdicts (analysis.verdicts.Verdict), sections, and the manifest as rows of run, line-up, games, ..."""

    title: str
    subtitle: str
    verdicts: Sequence
    sections: tuple[Section, ...]
    manifest: Table
    numbers: dict
