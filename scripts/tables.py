"""Writes docs/tables.md from the schema of the run tables: `python scripts/tables.py`."""

from pathlib import Path

from simcli.store.schema import TABLES, VETOED_TABLES, Column

PAGE = Path(__file__).parents[1] / "docs" / "tables.md"
HEAD = """\
# The tables of a run

A run folder holds one folder per table, and each table consists of Parquet parts that are read
together: `pl.scan_parquet("RUN/seats/*.parquet")`. The tables `games`, `seats` and `nobles` have one
row per game, per seat of a game and per visit of a noble. The others hold sums over the games of
each part.

This page is generated from `simcli/store/schema.py` by `python scripts/tables.py`.
"""


def page() -> str:
    """The whole page: a heading and a table of columns for each table of a run."""
    return "\n".join([HEAD, *(section(table, columns) for table, columns in VETOED_TABLES.items())])


def section(table: str, columns: tuple[Column, ...]) -> str:
    """One table of a run as Markdown."""
    only = "" if table in TABLES else "\nOnly in runs with a veto.\n"
    rows = "".join(f"| `{column.name}` | {kind(column)} | {column.meaning} |\n" for column in columns)
    return f"## `{table}`\n{only}\n| column | type | meaning |\n| --- | --- | --- |\n{rows}"


def kind(column: Column) -> str:
    """The type of a column in words."""
    words = column.type.removeprefix("enum:")
    text = words if words == column.type else f"one of {words.replace(',', ', ')}"
    return text + " or null" * column.nullable


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
