"""The launchers of `simcli shards` are run as SLURM and GitHub Actions would run them, and
workflows hold what their runners know."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from runs import same_tables

TOP = Path(__file__).parents[1]
LINE_UP = ("random", "noble-hunter:weight=2", "--games", "1500", "--set", 'takes.fewer="free"')
WORKFLOWS = [*sorted((TOP / ".github/workflows").glob("*.yml")), TOP / "docs/examples/github-workflow.yml"]
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def machine(tmp_path):
    """A folder with `.venv/bin/simcli` and a `make` that does nothing, and how to run a script in
    it."""
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "simcli").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m simcli.cli.app "$@"\n', encoding="utf-8"
    )
    (tools / "make").write_text("#!/bin/sh\n", encoding="utf-8")
    for tool in tools.iterdir():
        tool.chmod(0o755)

    def run(script: str, **environment) -> subprocess.CompletedProcess:
        env = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(TOP), **environment}
        return subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return tmp_path, run


@needs_bash
def test_slurm_tasks_go_on_and_merge_to_the_whole(machine, simcli):
    folder, run = machine
    script = simcli("shards", "--slurm", "2", *LINE_UP, "--folder", "runs/my shards", "--cores", "1").out
    assert (
        "#SBATCH --array=1-2\n" in script and "#SBATCH --signal=B:TERM@60\n" in script
    )  # B: the batch shell, which is simcli itself
    for task in (1, 2, 2):  # the second is submitted twice
        outcome = run(script, SLURM_ARRAY_TASK_ID=str(task))
        assert outcome.returncode == 0, outcome.stderr
    outcome = run(re.search("# When all are done: (.*)", script)[1])
    assert outcome.returncode == 0, outcome.stderr
    assert simcli("run", *LINE_UP, "-q", "--out", folder / "whole").code == 0
    assert same_tables(folder / "runs" / "my shards" / "whole", folder / "whole")


@needs_bash
@pytest.mark.long
def test_the_workflow_s_steps_play_merge_and_report(machine, simcli):
    folder, run = machine
    text = simcli("shards", "--github", "2", *LINE_UP, "--folder", "runs/s").out
    (folder / "workflow.yml").write_text(text, encoding="utf-8")
    assert complaints(folder / "workflow.yml") == []
    shard, merge = text.split("\n  merge:\n")
    for job, times in ((shard, ("1", "2")), (merge, ("",))):
        for number in times:
            for step in re.findall(r"      - run: (?:\|\n +)?(.*)", job):
                outcome = run(step.replace("${{ matrix.shard }}", number))
                assert outcome.returncode == 0, (step, outcome.stderr)
    assert (folder / "reports" / "whole" / "index.html").exists()
    assert simcli("run", *LINE_UP, "-q", "--out", folder / "whole").code == 0
    assert same_tables(folder / "runs" / "s" / "whole", folder / "whole")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("3", "random", "greedy"), "--slurm"),
        (("--github", "300", "random", "greedy"), "256"),
        (("--github", "3", "random", "greedy", "--folder", "my runs"), "my runs"),
        (("--slurm", "3", "random", "greedy", "--out=x"), "--out=x"),
        (("--slurm", "0", "random", "greedy"), "0"),
    ],
)
def test_bad_input(refused, words, told):
    refused("shards", *words, words=[told])


KEYS = {
    "": "name on permissions env jobs concurrency defaults",
    "job": "runs-on needs strategy steps timeout-minutes permissions env if outputs",
    "step": "uses run with name id if env shell working-directory",
}


def complaints(path: Path) -> list[str]:
    """What a runner would refuse in a workflow. Where YAML cannot be read here, tabs and the keys
    of the top are looked at and nothing else."""
    text = path.read_text(encoding="utf-8")
    if importlib.util.find_spec("yaml") is None:
        top = {line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()}
        return ["tab"] * ("\t" in text) + sorted(top - set(KEYS[""].split())) + sorted({"on", "jobs"} - top)
    import yaml

    flow = {
        {True: "on"}.get(key, key): value for key, value in yaml.safe_load(text).items()
    }  # YAML 1.1 reads a bare `on` as true
    wrong = sorted(set(flow) - set(KEYS[""].split())) + sorted({"on", "jobs"} - set(flow))
    for name, job in flow.get("jobs", {}).items():
        wrong += [f"{name}: {key}" for key in set(job) - set(KEYS["job"].split())] + [
            f"{name}: {key}" for key in {"runs-on", "steps"} - set(job)
        ]
        needs = job.get("needs", [])
        wrong += [
            f"{name} needs {other}"
            for other in ([needs] if isinstance(needs, str) else needs)
            if other not in flow["jobs"]
        ]
        for step in job["steps"]:
            wrong += [f"{name}: {key}" for key in set(step) - set(KEYS["step"].split())]
            wrong += [f"{name}: {step}"] * (("uses" in step) == ("run" in step))
            wrong += [f"{name}: {step.get('uses')}"] * (
                "uses" in step and not re.fullmatch(r"[\w.-]+/[\w./-]+@[\w.-]+", step["uses"])
            )
            matrix = job.get("strategy", {}).get("matrix", {})
            asked = re.findall(r"\$\{\{ *matrix\.(\w+) *\}\}", str(step))
            wrong += [f"{name}: matrix.{key}" for key in asked if key not in matrix]
    return wrong


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_the_repository_s_workflows(path):
    assert complaints(path) == []


def test_the_check_of_workflows_can_fail(tmp_path):
    broken = tmp_path / "broken.yml"
    broken.write_text("name: a\njbs:\n  test: {}\n", encoding="utf-8")
    assert complaints(broken) == ["jbs", "jobs", "on"]
