"""The action's script run in a shell as the runner would, and that action and script name the same
inputs."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT, ACTION = ROOT / ".ci/compare", ROOT / "action.yml"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("candidate, code, verdict", [("greedy", 0, "pass"), ("$(touch broken)", 2, "error")])
def test_the_script(tmp_path, candidate, code, verdict):
    shim = tmp_path / "bin" / "simcli"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m simcli.cli.app "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    summary, output = tmp_path / "summary.md", tmp_path / "output"
    environment = os.environ | {
        "PATH": f"{shim.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COMPARE_BASELINE": "random",
        "COMPARE_CANDIDATE": candidate,
        "COMPARE_REQUIRE": "",
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_OUTPUT": str(output),
    }
    done = subprocess.run(
        ["bash", str(SCRIPT)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    assert f"verdict={verdict}\n" in output.read_text(encoding="utf-8")
    assert not (tmp_path / "broken").exists()
    if code == 0:
        assert summary.read_text(encoding="utf-8").startswith("## ")
        assert ElementTree.parse(tmp_path / "simcli-compare/compare.xml").getroot().attrib["failures"] == "0"


def test_action_and_script_name_the_same_inputs():
    given = set(re.findall(r"^        (COMPARE_\w+):", ACTION.read_text(encoding="utf-8"), re.MULTILINE))
    used = set(re.findall(r"COMPARE_\w+", SCRIPT.read_text(encoding="utf-8"))) - {"COMPARE_OUT"}
    assert given == used
