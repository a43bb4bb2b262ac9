"""The report as Markdown: the same sentences and tables, figures as links to the PNG files."""

import re

from jinja2 import Environment, PackageLoader, StrictUndefined

from simcli.report.model import Cell, Report
from simcli.report.text import MARKS


def markdown(report: Report) -> str:
    """The whole report as one Markdown text; figures are expected under `figures/`."""
    environment = Environment(
        loader=PackageLoader("simcli.report"),
        finalize=_safe,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.md").render(report=report, marks=MARKS)


def _safe(value: Cell) -> str:
    """A value escaped for Markdown: names may come from outside, and none of their characters may
    act as markup."""
    return "" if value is None else re.sub(r"([\\`*_|<\[\]])", r"\\\1", str(value)).replace("\n", " ")
