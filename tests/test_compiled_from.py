"""What the cache key of machine code is made from: every source that compiled code can come
from."""

import shutil
from pathlib import Path

import pytest

from simcli.native.cache import COMPILED_FROM, source_digest
from test_layers import PACKAGE, imports


def sources() -> set[Path]:
    return {path for pattern in COMPILED_FROM for path in PACKAGE.glob(pattern)}


@pytest.mark.parametrize("pattern", COMPILED_FROM)
def test_an_edit_of_any_source_is_another_key(tmp_path, pattern):
    copy = tmp_path / "simcli"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = source_digest(copy)
    assert before == source_digest(PACKAGE)
    edited = max(copy.glob(pattern))
    edited.write_text(edited.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    assert source_digest(copy) != before


def test_what_compiled_code_imports_is_part_of_the_key():
    """Whatever a source of the key imports of simcli is in it too, but for files that hold no code
    of the game."""
    plain = {"base", "strategy"}
    for path in sources():
        for module in imports(path):
            room, _, rest = module.removeprefix("simcli.").partition(".")
            if module.startswith("simcli.") and room not in plain:
                files = {
                    PACKAGE / room / f"{rest.split('.')[0]}.py",
                    PACKAGE / f"{room}.py",
                    PACKAGE / room / "__init__.py",
                }
                assert files & sources(), f"{path} imports {module}"
