"""`simcli position play` as the tests call it: lines in, result lines out, each in its full
form."""

import json
import subprocess
import sys
from pathlib import Path

from reference_positions import full_form

COMMAND = [sys.executable, "-c", "from simcli.cli.app import main; main()", "position", "play"]


def play(lines: list[dict], folder: Path) -> list[dict]:
    """Play lines of {"position", "turns"} in one process; for each line ok, over, the full
    position, and turn and why of a refusal."""
    file = folder / "positions.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = subprocess.run([*COMMAND, str(file)], capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr and done.returncode != 1, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(lines), (
        f"{len(results)} result lines for {len(lines)} lines, exit code {done.returncode}: {done.stderr}"
    )
    for line, result in zip(lines, results, strict=True):
        face_up = line["position"].get("set", {}).get("face_up", 4)
        result["position"] = full_form(result["position"], face_up)
    return results
