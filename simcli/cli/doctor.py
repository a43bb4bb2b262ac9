"""`simcli doctor`: versions, cores, the cache, a speed test; for a run folder, which parts are
sound."""

from pathlib import Path
from typing import Annotated

import typer

from simcli.base.errors import RunDataError
from simcli.cli import options
from simcli.cli.announce import announcer
from simcli.cli.lazy import new_app
from simcli.cli.output import print_json, table

app = new_app()


@app.command()
def doctor(
    run: Annotated[
        Path | None,
        typer.Argument(metavar="[RUN]", help="Folder of a run to look through.", show_default=False),
    ] = None,
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
) -> None:
    """Show versions, cores, the folder of compiled code and a one-second speed test; with a RUN,
    which of its parts are sound.

    Ends with 5 where a part of the RUN is not sound.
    """
    from simcli.runs import doctor as find

    if run is not None:
        _run(find.run_state(run), as_json)
        return
    facts = {**find.machine(), "speed": find.speed(announcer(quiet))}
    if as_json:
        print_json(facts)
        return
    cache = facts["cache"]
    kept = (
        f"{cache['folder']} ({cache['files']} files, {cache['bytes'] / 1e6:.1f} MB)"
        if cache["folder"]
        else "none: everything is compiled anew"
    )
    rows = [
        *([name, version] for name, version in facts["versions"].items()),
        ["system", facts["system"]],
        ["cores", facts["cores"]],
    ]
    rows += [
        ["processor path", "fast (AVX2, BMI2)" if facts["fast_path"] else "plain"],
        ["compiled code", kept],
    ]
    speed = facts["speed"]
    rows.append(
        [
            "one core plays",
            f"{speed['games_per_second']:,} random two-player games/s, {speed['ns_per_turn']} ns a turn",
        ]
    )
    print(table(["", ""], [[str(cell) for cell in row] for row in rows], 200).strip("\n"))


def _run(state: dict, as_json: bool) -> None:
    if as_json:
        print_json(state)
    else:
        print(
            f"{state['run']}: run {state['id']}, {state['state']}: {state['parts']} parts, "
            f"{state['games']:,} games, {state['missing_games']:,} missing"
        )
        for path, wrong in state["broken"].items():
            print(f"  {path} {wrong}")
    if state["broken"]:
        raise RunDataError(
            f"{len(state['broken'])} file{'s' * (len(state['broken']) > 1)} of {state['run']} "
            f"not sound: {next(iter(state['broken']))}"
        )
