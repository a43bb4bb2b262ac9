"""List the functions of simcli that no command reaches: `make unreached`.

Runs the tests that go through commands, their subprocesses included, under coverage, and prints
every function of which no line was executed. Compiled code (the engine, the toolkit, strategies)
is invisible to coverage and left out. Arguments for pytest replace the list of tests; they must
not start workers of pytest-xdist, which end without saving what they measured.
"""

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import coverage

TOP = Path(__file__).parents[1]
THROUGH_COMMANDS = (
    "cli", "report", "strategies", "compare/test_compare_command.py", "compare/test_tournament_command.py",
    "compare/test_action.py", "analysis/test_vetoes.py", "analysis/test_changes.py",
    "test_faults.py", "test_games.py", "test_launchers.py", "test_merge.py", "test_readme.py",
    "test_positions_cases.py", "test_printed.py", "test_replay.py", "test_resume.py", "test_run.py",
    "test_sweep.py", "test_verify.py", "test_veto.py",
)  # fmt: skip
COMPILED = ("engine", "toolkit", "toolkit.py", "foresight", "foresight.py")


def measure(folder: Path, arguments: list[str]) -> coverage.CoverageData:
    """The lines that pytest executes with these arguments; a test that fails is no obstacle."""
    settings = folder / "settings"
    settings.write_text(
        f"[run]\ndata_file = {folder}/data\nsource = {TOP}/simcli\nparallel = true\n"
        "patch = subprocess\nsigterm = true\nconcurrency = thread\n"
    )
    line = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", *arguments]
    done = subprocess.run(line, cwd=TOP, check=False, env={**os.environ, "PYTHONPATH": str(TOP)})
    if done.returncode not in (0, 1):
        sys.exit(f"pytest ended with exit code {done.returncode}: the tests did not all run")
    combined = coverage.Coverage(data_file=folder / "data", config_file=False)
    combined.combine([str(folder)])
    return combined.get_data()


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Name (with its class) and node of every function and method that has a line of its own."""
    for holder in ast.walk(tree):
        prefix = f"{holder.name}." if isinstance(holder, ast.ClassDef) else ""
        for node in ast.iter_child_nodes(holder):
            if isinstance(node, ast.FunctionDef):
                yield prefix + node.name, node


def unreached(path: Path, executed: set[int]) -> list[str]:
    """The functions of a file of which no line is executed."""
    return [
        f"{path.relative_to(TOP)}:{node.lineno} {name}"
        for name, node in functions(ast.parse(path.read_text(encoding="utf-8")))
        if not executed & set(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    ]


def main(arguments: list[str]) -> None:
    """Measure and print; pytest's arguments replace the tests that go through commands."""
    with tempfile.TemporaryDirectory() as folder:
        default = [f"tests/{name}" for name in THROUGH_COMMANDS]
        data = measure(Path(folder), arguments or default)
        for path in sorted((TOP / "simcli").rglob("*.py")):
            if path.relative_to(TOP / "simcli").parts[0] not in COMPILED:
                for line in unreached(path, set(data.lines(str(path)) or ())):
                    print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
