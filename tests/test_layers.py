"""The layers point one way: which part of simcli may import which, and which may import the heavy libraries."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simcli"
# Where a part of the package (a folder, or all files at its top) may not import from.
FORBIDDEN = {
    "engine": {"simcli.": {"simcli.engine"}},  # nothing of ours but itself
    "stats": {"simcli.": {"simcli.stats", "simcli.errors"}},
    "analysis": {"simcli.": {"simcli.analysis", "simcli.stats", "simcli.schema", "simcli.words", "simcli.errors"}},
    "figures": {"simcli.": {"simcli.figures", "simcli.analysis", "simcli.stats", "simcli.schema", "simcli.words", "simcli.errors"}},
}
# Heavy library -> the only places that may import it.
HEAVY = {"matplotlib": ("figures", "report"), "typer": ("cli",), "tqdm": ("cli",)}


def imports(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


def offences(package: Path) -> list[str]:
    """Every import that points the wrong way, as `file imports module`."""
    wrong = []
    for path in sorted(package.rglob("*.py")):
        part = path.relative_to(package).parts[0]
        for module in imports(path):
            for prefix, allowed in FORBIDDEN.get(part, {}).items():
                if module.startswith(prefix) and not any(module == a or module.startswith(a + ".") for a in allowed):
                    wrong.append(f"{path.relative_to(package)} imports {module}")
            top = module.split(".")[0]
            if top in HEAVY and part not in HEAVY[top]:
                wrong.append(f"{path.relative_to(package)} imports {module}")
    return wrong


def test_layers_point_one_way():
    assert offences(PACKAGE) == []


@pytest.mark.parametrize(
    "file, text",
    [
        ("engine/bad.py", "from simcli.rules import Rules"),
        ("analysis/bad.py", "from simcli.engine import play"),
        ("stats/bad.py", "def f():\n    import simcli.store"),
        ("run.py", "import matplotlib.pyplot"),
        ("engine/bad.py", "from tqdm import tqdm"),
    ],
)
def test_the_check_can_fail(tmp_path, file, text):
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert offences(tmp_path)


def test_help_is_light():
    code = "import sys; from simcli.cli.app import _run; _run(['--help']); print({'numba', 'polars', 'matplotlib', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("set()")
