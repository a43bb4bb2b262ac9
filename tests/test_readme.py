"""The README's examples run, in order, in one folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """The lines after `$ ` in the console blocks."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.long
def test_examples_run(tmp_path):
    for name in ("data", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    python = f'"{sys.executable}" -m simcli'
    script = "set -e\n" + "\n".join(
        command.replace("simcli ", f"{python} ", 1) + " > out.txt" for command in commands()
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "reports/greedy/index.html").stat().st_size > 100_000
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert "win_share" in shown
