"""What a report is made of, whatever it is written as: sections of text, figures and tables. Every
figure carries its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcli.analysis.verdicts import Verdict
from simcli.figures.style import Panel

Cell = str | int | float | None


@dataclass(frozen=True)
class Table:
    """Numbers for a reader: `columns` are the heads, `note` stands below, and the cells under the
    head `code` are commands."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    code: str = ""

    @property
    def grouped(self) -> bool:
        """Do some rows share their first cell? Such groups are set apart."""
        return len({row[0] for row in self.rows}) < len(self.rows)


@dataclass(frozen=True)
class Figure:
    """One figure: `id` names its files, `title` is the finding, `caption` the method and sample,
    `alt` what there is to see; `columns` and `rows` are the numbers behind it (CSV, JSON)."""

    id: str
    title: str
    caption: str
    alt: str
    panels: tuple[Panel, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Section:
    """One section: `text` are paragraphs before the figures, `notes` smaller ones after the
    tables."""

    id: str
    title: str
    text: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """A whole report; `manifest` has a row for each run, and `numbers` is what report.json
    holds."""

    title: str
    subtitle: str
    verdicts: Sequence[Verdict]
    sections: tuple[Section, ...]
    manifest: Table
    numbers: dict

    @property
    def figures(self) -> list[Figure]:
        """The figures of all sections, in order."""
        return [figure for section in self.sections for figure in section.figures]
