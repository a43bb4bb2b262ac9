"""`simcli shards`: a launcher for the shards of a run on many machines."""

import re
import shlex
from typing import Annotated

import typer

from simcli.base.errors import BadInput
from simcli.cli.lazy import new_app
from simcli.cli.numbers import between

app = new_app()

_SLURM = """\
#!/bin/bash
#SBATCH --job-name=simcli
#SBATCH --array=1-{n}
#SBATCH --cpus-per-task={cores}
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
# Submit: sbatch THIS_FILE. A task that is stopped writes what it has played and, submitted again,
# continues.
# When all are done: {merge}
set -euo pipefail
out={folder}/shard-$SLURM_ARRAY_TASK_ID
resume=""
if [ -f "$out/run.json" ]; then resume=--resume; fi
exec {command} --shard "$SLURM_ARRAY_TASK_ID/{n}" --out "$out" --jobs {cores} --progress plain $resume
"""

_GITHUB = """\
name: simcli
on: workflow_dispatch
permissions:
  contents: read
jobs:
  shard:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        shard: [{numbers}]
    steps:
      - uses: actions/checkout@v4
      - run: make install
      - run: |
          .venv/bin/{command} --shard "${{{{ matrix.shard }}}}/{n}" --out "{folder}/shard-${{{{ matrix.shard }}}}" --progress plain
      - uses: actions/upload-artifact@v4
        with:
          name: shard-${{{{ matrix.shard }}}}
          path: {folder}/shard-${{{{ matrix.shard }}}}
          include-hidden-files: true
  merge:
    needs: shard
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make install
      - uses: actions/download-artifact@v4
        with:
          path: {folder}
      - run: .venv/bin/{merge}
      - run: .venv/bin/simcli report {folder}/whole --out reports/whole
      - uses: actions/upload-artifact@v4
        with:
          name: report
          path: reports/whole
"""


@app.command(context_settings={"ignore_unknown_options": True})
def shards(
    number: Annotated[
        int,
        typer.Argument(parser=between(1, 10_000), metavar="N", help="Number of shards.", show_default=False),
    ],
    words: Annotated[
        list[str],
        typer.Argument(metavar="STRATEGY...", help="What `simcli run` would be given.", show_default=False),
    ],
    slurm: Annotated[bool, typer.Option("--slurm", help="A job array for SLURM.")] = False,
    github: Annotated[bool, typer.Option("--github", help="A workflow for GitHub Actions.")] = False,
    cores: Annotated[
        int, typer.Option(parser=between(1, 1024), metavar="N", help="Cores of a SLURM task.")
    ] = 4,
    folder: Annotated[str, typer.Option(metavar="FOLDER", help="Where the shards go.")] = "runs/shards",
) -> None:
    """Print a launcher that plays a run in N shards on as many machines and merges them.

    `simcli shards --slurm 16 random greedy --games 100M > run.sh`
    """
    if slurm == github:
        raise BadInput("expected either --slurm or --github")
    if github and number > 256:
        raise BadInput(f"N is {number}: GitHub Actions allows at most 256 jobs in a matrix")
    if github and not re.fullmatch(r"[\w./-]+", folder):
        raise BadInput(f"--folder {folder!r}: letters, digits and . _ - / are allowed in a workflow")
    for word in words:
        if "${{" in word or "\n" in word:
            raise BadInput(f"{word!r}: the launcher cannot hold that")
        if word.split("=")[0] in ("--shard", "--out", "--resume", "--jobs", "--scheduler"):
            raise BadInput(f"{word!r}: the launcher sets this itself")
    command, place = shlex.join(["simcli", "run", *words]), shlex.quote(folder)
    merge = f"simcli merge {place}/whole {place}/shard-*"
    numbers = ", ".join(str(i + 1) for i in range(number))
    print(
        (_SLURM if slurm else _GITHUB).format(
            n=number, numbers=numbers, command=command, folder=place, merge=merge, cores=cores
        ),
        end="",
    )
