"""`simcli cards check`: a table of cards, whether it can be played with and where it differs from
the printed game."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from simcli.cli import options
from simcli.cli.lazy import new_app
from simcli.cli.output import print_json, table
from simcli.variant.catalogue import load_cards, load_nobles
from simcli.variant.printed import compare_with_printed

app = new_app()


@app.callback()
def cards() -> None:
    """Tables of development cards and nobles."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Table of cards (CSV).")],
    nobles: Annotated[
        Path | None, typer.Option("--nobles", metavar="FILE", help="Also a table of nobles (CSV).")
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Check that FILE can be played with, and name every difference from the printed game.

    A table that differs is not wrong: it ends with 0. One that cannot be played with ends with 2.
    """
    ours = load_cards(file)
    tiles = load_nobles(nobles) if nobles else None
    comparison = compare_with_printed(ours, tiles)
    if as_json:
        files = {"file": str(file), "nobles": str(nobles) if nobles else None}
        print_json({**files, "as_printed": not comparison.differences, **asdict(comparison)})
        return
    counted = f"{len(ours)} cards" + (f" and {len(tiles)} nobles" if tiles else "")
    if not comparison.differences:
        print(f"{file}: {counted}, exactly as printed.")
        return
    number = len(comparison.differences)
    print(
        f"{file}: {counted} that can be played with; {number} difference{'s' * (number > 1)} "
        "from the printed game:"
    )
    print("\n".join(f"  {sentence}" for sentence in comparison.differences))
    off = [
        [sum_.name, " ".join(map(str, sum_.actual)), " ".join(map(str, sum_.printed))]
        for sum_ in comparison.checksums
    ]
    off = [row for row in off if row[1] != row[2]]
    if off:
        print("\n" + table(["sums that are off", "found", "printed"], off))
