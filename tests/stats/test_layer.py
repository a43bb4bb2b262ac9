"""The statistics know nothing but numbers: numpy, the standard library and the error types."""

import ast
import sys
from pathlib import Path

import simcli.stats

FOLDER = Path(simcli.stats.__file__).parent


def foreign(source: str) -> set[str]:
    """Imported modules that do not belong in this layer."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    ours = {name for name in names if name == "simcli.base.errors" or name.startswith("simcli.stats.")}
    return {
        name
        for name in names - ours
        if name.split(".")[0] != "numpy" and name.split(".")[0] not in sys.stdlib_module_names
    }


def test_only_numpy_and_the_standard_library():
    files = sorted(FOLDER.glob("*.py"))
    assert len(files) > 20
    assert {file.name: foreign(file.read_text()) for file in files if foreign(file.read_text())} == {}


def test_the_check_can_fail():
    assert foreign("import scipy.stats\nfrom simcli.store.schema import GAMES\nimport math") == {
        "scipy.stats",
        "simcli.store.schema",
    }
