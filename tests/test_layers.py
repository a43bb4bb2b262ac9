"""The layers point one way: which part of simcli may import which, and which may import the heavy
libraries."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "simcli"
# What each room (a folder of the package, or a file at its top) may import from besides itself.
# Rooms that stand further up know more.
MAY_IMPORT = {
    "base": {"engine"},
    "engine": set(),
    "stats": {"base"},
    "figures": {"base"},
    "variant": {"base", "engine"},
    "native": {"base", "engine"},
    "toolkit": {"engine"},
    "foresight": {"engine"},
    "position": {"base", "engine", "variant", "native"},
    "store": {"base", "engine"},
    "strategy": {"base", "engine", "variant", "native", "position", "toolkit", "foresight"},
    "metrics": {"base", "store"},
    "analysis": {"base", "stats", "store", "metrics"},
    "runs": {"base", "engine", "variant", "native", "position", "store", "strategy", "stats"},
    "report": {"base", "variant", "stats", "metrics", "analysis", "figures"},
    "compare": {"base", "variant", "store", "strategy", "stats", "metrics", "analysis", "runs"},
    "api": {"base", "runs"},
    "cli": {
        "base",
        "variant",
        "native",
        "position",
        "store",
        "strategy",
        "stats",
        "metrics",
        "analysis",
        "runs",
        "report",
        "compare",
    },
    "__init__": {"base", "api"},
    "__main__": {"cli"},
}
# Heavy library -> the only rooms that may import it.
HEAVY = {
    "matplotlib": {"figures", "report"},
    "typer": {"cli"},
    "tqdm": {"cli"},
    "numba": {"engine", "native", "toolkit", "foresight", "strategy", "runs", "cli", "store"},
}


def room_of(path: Path) -> str:
    """The room of a file, from its path within the package."""
    return path.parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it; what is taken from a module counts as one in
    it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def arrows(package: Path) -> dict[str, dict[str, str]]:
    """What each room imports: room -> room or library -> the first file that does so."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(package.rglob("*.py")):
        file = path.relative_to(package)
        here = found.setdefault(room_of(file), {})
        for module in imports(path):
            top, *rest = module.split(".")
            if top == "simcli" and rest[0] != "__version__":  # the version is a fact and no code
                here.setdefault(f"simcli.{rest[0]}", str(file))
            elif top in HEAVY:
                here.setdefault(top, str(file))
    return found


def offences(package: Path) -> list[str]:
    """Every arrow that is not allowed, as `file imports what`; a room that nobody allows anything
    is one too."""
    wrong = []
    for room, targets in arrows(package).items():
        if room not in MAY_IMPORT:
            wrong.append(f"{room} is a room that MAY_IMPORT does not name")
            continue
        allowed = {f"simcli.{other}" for other in MAY_IMPORT[room] | {room}} | {
            library for library, rooms in HEAVY.items() if room in rooms
        }
        wrong += [
            f"{file} imports {target}" for target, file in sorted(targets.items()) if target not in allowed
        ]
    return wrong


def test_layers_point_one_way():
    assert offences(PACKAGE) == []


def test_every_room_is_there_and_none_is_allowed_what_it_does_not_import():
    found = arrows(PACKAGE)
    assert set(found) == set(MAY_IMPORT)
    spare = {
        room: {other for other in allowed if f"simcli.{other}" not in found[room]}
        for room, allowed in MAY_IMPORT.items()
    }
    assert {room: others for room, others in spare.items() if others} == {}


def test_rooms_have_no_circle():
    graphlib.TopologicalSorter(MAY_IMPORT).prepare()


def test_modules_have_no_circle():
    """Nor have the modules, where imports inside a function count like those at the top."""
    modules = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
        for path in PACKAGE.rglob("*.py")
    }
    graph = {}
    for name, path in modules.items():
        targets = {target if target in modules else target.rpartition(".")[0] for target in imports(path)}
        graph[name] = {target for target in targets if target in modules and target != name}
    graphlib.TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_wrong_import_in_any_room_is_found(tmp_path, room):
    """A room above it, or for the topmost one a library that it may not have."""
    wrong = next(
        (other for other in ("cli", "report", "runs") if other not in MAY_IMPORT[room] | {room}), None
    )
    text = f"def f():\n    from simcli.{wrong} import anything\n" if wrong else "import matplotlib.pyplot\n"
    path = tmp_path / room / "bad.py"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    assert offences(tmp_path) == [f"{room}/bad.py imports {f'simcli.{wrong}' if wrong else 'matplotlib'}"]


def test_a_room_that_nobody_knows_is_found(tmp_path):
    (tmp_path / "attic.py").write_text("import json\n", encoding="utf-8")
    assert offences(tmp_path) == ["attic is a room that MAY_IMPORT does not name"]


def test_a_circle_is_found():
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter({**MAY_IMPORT, "base": {"cli"}}).prepare()


def private_numba(package: Path) -> list[str]:
    """The files outside of `native` that import a part of numba that it does not offer others."""
    offered = {"numba", "numba.extending"}
    return [
        f"{path.relative_to(package)} imports {module}"
        for path in sorted(package.rglob("*.py"))
        if room_of(path.relative_to(package)) != "native"
        for module in sorted(imports(path))
        if module.startswith("numba") and module not in offered and module.rpartition(".")[0] not in offered
    ]


def test_private_parts_of_numba_are_used_in_one_room_only():
    assert private_numba(PACKAGE) == []


@pytest.mark.parametrize("line", ["from numba.core import cgutils", "import numba.core.caching"])
def test_a_private_part_of_numba_elsewhere_is_found(tmp_path, line):
    for room in ("native", "engine"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "bad.py").write_text(f"{line}\n", encoding="utf-8")
    (offence,) = private_numba(tmp_path)
    assert offence.startswith("engine/bad.py imports numba.core")


def test_help_is_light():
    code = "import sys; from simcli.cli.app import _run; _run(['--help']); print({'numba', 'polars', 'matplotlib', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("set()")
