"""`simcli compare`: verdicts, outputs, exit codes, sides, resuming, and what it refuses."""

import json
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runs import start, wait_for
from simcli.base.paths import data_folder

QUICK = ("--max-games", "20000", "--quiet")


def run(simcli, *words):
    outcome = simcli("compare", *words, *QUICK, "--json")
    assert outcome.err == "", outcome.err
    return outcome.code, json.loads(outcome.out)


@pytest.mark.parametrize("mode", [(), ("--paired",), ("--field", "random")])
def test_better_and_worse(simcli, mode):
    code, found = run(simcli, "random", "greedy", "--players", "2,4", *mode)
    assert (code, found["verdict"], found["passed"]) == (0, "pass", True)
    assert [each["players"] for each in found["answers"]] == [2, 4]
    assert all(each["elo"] > 0 for each in found["answers"])
    code, found = run(simcli, "greedy", "random", "--rules", "team", *mode)
    assert (code, found["verdict"], found["passed"]) == (3, "fail", False)
    assert found["answers"][0]["elo"] is None or found["answers"][0]["elo"] < 0


def test_undecided_within_the_budget(simcli):
    words = ("cheapest-first", "greedy", "--bounds", "-1,1", "--max-games", "300", "--quiet")
    assert simcli("compare", *words).out.startswith("INCONCLUSIVE")
    for gate in ("improve", "equivalent"):
        assert simcli("compare", *words, "--gate", gate).code == 4


def test_identical_by_code_and_by_play(simcli, tmp_path):
    from simcli.base.paths import strategies_folder

    same = tmp_path / "mine.py"
    same.write_text(
        (strategies_folder() / "greedy.py").read_text(encoding="utf-8") + "\n# another comment\n",
        encoding="utf-8",
    )
    code, found = run(simcli, "greedy", "greedy")
    assert (code, found["verdict"], found["answers"][0]["games"]) == (0, "identical", 0)
    code, found = run(simcli, "greedy", same)
    assert (code, found["verdict"]) == (0, "identical") and found["answers"][0]["games"] > 0


def test_the_number_of_workers_changes_nothing(simcli):
    one, two = (
        run(simcli, "cheapest-first", "greedy", "--players", "3", "--jobs", jobs)[1] for jobs in ("1", "2")
    )
    for found in (one, two):
        for each in found["answers"]:
            each["seconds"] = each["games_per_second"] = None
    assert one == two


def test_baseline_files(simcli, tmp_path):
    file = tmp_path / "baseline.json"
    assert simcli("baseline", "save", file, "greedy", "--quiet").code == 0
    assert simcli("baseline", "save", file, "greedy", "--quiet").code == 2
    assert json.loads(simcli("baseline", "show", file, "--json").out)["strategy"]["label"] == "greedy"
    assert run(simcli, file, "greedy")[1]["verdict"] == "identical"
    assert simcli("compare", file, "greedy", "--rules", "team").code == 5
    assert simcli("baseline", "accept", file, "random", "--quiet").code == 0
    assert [
        line["strategy"] for line in json.loads(simcli("baseline", "show", file, "--json").out)["history"]
    ] == ["greedy", "random"]
    held = json.loads(file.read_text(encoding="utf-8"))
    held["behaviour"]["2"] = "0" * 16
    file.write_text(json.dumps(held), encoding="utf-8")
    outcome = simcli("compare", file, "greedy", "--quiet")
    assert outcome.code == 5 and "plays otherwise" in outcome.err
    file.write_text("{", encoding="utf-8")
    assert simcli("compare", file, "greedy").code == 5


def test_gone_on_with_to_the_same_verdict(simcli, tmp_path):
    words = ("cheapest-first", "early-reserver", "--gate", "improve", "--bounds", "-1,1", "--json", "--quiet")
    whole = json.loads(simcli("compare", *words, "--max-games", "40000").out)
    state = tmp_path / "state.json"
    parts = [
        json.loads(simcli("compare", *words, "--max-games", most, "--state", state).out)
        for most in ("7000", "23000", "40000")
    ]
    for name in ("verdict", "counts", "blocks", "llr"):
        assert parts[-1]["answers"][0][name] == whole["answers"][0][name]
    outcome = simcli("compare", *words, "--seed", "2", "--state", state)
    assert outcome.code == 5 and "another comparison" in outcome.err


def test_interrupted_in_the_middle_and_gone_on_with(simcli, tmp_path):
    """Both numbers of players are undecided for long: the signal comes while the first or the
    second plays."""
    words = (
        "compare",
        "cheapest-first",
        "early-reserver",
        "--gate",
        "improve",
        "--bounds",
        "-1,1",
        "--players",
        "2,3",
        "--max-games",
        "400k",
        "--json",
    )
    whole = json.loads(simcli(*words, "--quiet").out)
    for number, seconds in ((signal.SIGINT, 0.1), (signal.SIGKILL, 0.4)):
        state = tmp_path / f"{number}.json"
        process = start(*words, "--jobs", "1", "--state", state, "--progress", "json")
        wait_for(state.exists, process)
        time.sleep(seconds)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert process.returncode == (-9 if number == signal.SIGKILL else 130) and out == ""
        if number == signal.SIGINT:
            assert (
                err.splitlines()[-1]
                == f"simcli {shlex.join([*words, '--jobs', '1', '--state', str(state), '--progress', 'json'])}"
            )
        played = sum(sums["deals"] for sums in json.loads(state.read_text(encoding="utf-8"))["sums"].values())
        assert 0 < played < sum(each["blocks"] for each in whole["answers"])
        outcome = simcli(*words, "--state", state, "--quiet")
        assert outcome.code == whole["exit_code"] and _without_times(
            json.loads(outcome.out)
        ) == _without_times(whole)


def _without_times(found: dict) -> dict:
    answers = [
        {key: value for key, value in each.items() if key not in ("seconds", "games_per_second")}
        for each in found["answers"]
    ]
    return {**found, "answers": answers}


def test_interrupted_without_a_state_file_leaves_one(tmp_path):
    words = (
        "compare",
        "greedy",
        "greedy:cost=0.102",
        "--gate",
        "improve",
        "--bounds",
        "-0.1,0.1",
        "--max-games",
        "20M",
        "--progress",
        "json",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "simcli.cli.app", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert any('"progress"' in line for line in process.stderr)  # reads up to the first of them
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    (kept,) = tmp_path.iterdir()
    assert (
        process.returncode == 130
        and err.splitlines()[-1] == f"simcli {shlex.join([*words, '--state', kept.name])}"
    )


PRINTS = ["id", "level", "bonus", "prestige", "white", "blue", "green", "red", "black"]


def test_baselines_of_other_rules_and_tables(simcli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cards = (data_folder() / "cards.csv").read_text(encoding="utf-8").splitlines()
    assert cards[0].split(",") == PRINTS
    Path("cards.csv").write_text(
        "\n".join([cards[0], cards[1].rsplit(",", 1)[0] + ",2", *cards[2:]]) + "\n", encoding="utf-8"
    )
    shutil.copy(data_folder() / "nobles.csv", "nobles.csv")
    tables = ("--cards", "cards.csv", "--nobles", "nobles.csv")
    other = ("--set", "prestige_to_win=12", "--rules", "standard", "--cards", "cards.csv")
    assert (
        simcli("baseline", "save", "b.json", "greedy", *other, "--nobles", "nobles.csv", "--quiet").code == 0
    )
    shown = simcli("baseline", "show", "b.json").out
    assert "rules standard, with prestige_to_win = 12; other cards or nobles" in shown
    assert run(simcli, "b.json", "greedy", *other)[1]["verdict"] == "identical"
    for less in (tables, other[:2], ("--set", "prestige_to_win=13", *tables)):
        outcome = simcli("compare", "b.json", "greedy", *less, "--quiet")
        assert outcome.code == 5 and "b.json: the baseline is of other" in outcome.err
    outcome = simcli("baseline", "accept", "b.json", "random", "--quiet")
    assert outcome.code == 5 and "--cards" in outcome.err
    assert simcli("baseline", "accept", "b.json", "random", *tables, "--quiet").code == 0
    found = run(simcli, "b.json", "greedy", *other, "--require", "mean_rounds > 5", "--require-games", "200")[
        1
    ]
    assert found["verdict"] == "pass" and found["baseline"] == "b.json (random)"


HELPER = '"""Helps."""\n\nfrom simcli.toolkit import PURCHASES, any_of\n\n\ndef choose(view, legal):\n    return any_of(view, legal & PURCHASES or legal)\n'
MINE = '''"""Mine."""

from simcli.toolkit import borrow, borrowed

helper = borrow("lib/helper.py")


def choose(view, legal):
    return helper.choose(borrowed(view, helper.defaults), legal)
'''


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A git repository with a strategy in a folder, and a file that it borrows from, both changed
    since."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    own = tmp_path / "own"
    (own / "lib").mkdir(parents=True)
    (own / "mine.py").write_text(MINE, encoding="utf-8")
    (own / "lib" / "helper.py").write_text(HELPER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "a")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@example.org")
    for words in ("init -q -b main .", "add -A", "commit -q -m first", "tag first"):
        subprocess.run(["git", *words.split()], check=True, capture_output=True)
    return tmp_path


def change(path: Path) -> None:
    """Another strategy in the file."""
    path.write_text(HELPER.replace("legal & PURCHASES or legal", "legal"), encoding="utf-8")


def test_git_revisions(repository, simcli, refused, monkeypatch):
    assert run(simcli, "git:HEAD:own/mine.py", "own/mine.py")[1]["verdict"] == "identical"
    change(repository / "own" / "lib" / "helper.py")
    code, found = run(simcli, "git:first:own/mine.py", "./own/mine.py")
    assert (code, found["verdict"], found["baseline"]) == (
        3,
        "fail",
        "git:first:own/mine.py",
    )  # what was borrowed then still plays
    subprocess.run(["git", "commit", "-qam", "second"], check=True)
    monkeypatch.chdir(repository / "own")
    assert (
        run(simcli, "git:HEAD~1:mine.py", "git:HEAD:mine.py")[1]["verdict"] == "fail"
    )  # from the folder one is in
    assert (
        run(simcli, "git:HEAD~1:own/lib/helper.py", "lib/helper.py")[1]["verdict"] == "fail"
    )  # or from the top
    for words, told in (
        (("git:HEAD~7:mine.py", "HEAD~7"), "no revision"),
        (("git:first:yours.py", "yours.py"), "no file"),
        (("git:--all:mine.py", "--all"), "no revision"),
    ):
        refused("compare", words[0], "greedy", "--quiet", words=[words[1], told])
    monkeypatch.chdir(repository.parent)
    refused("compare", "git:HEAD:mine.py", "greedy", "--quiet", words=["in no git repository"])


def test_a_baseline_keeps_what_it_borrows(repository, simcli, refused):
    assert simcli("baseline", "save", "b.json", "own/mine.py", "--quiet").code == 0
    assert "with lib/helper.py" in simcli("baseline", "show", "b.json").out
    assert run(simcli, "b.json", "own/mine.py")[1]["answers"][0]["games"] == 0  # the same code
    change(repository / "own" / "lib" / "helper.py")
    assert run(simcli, "b.json", "own/mine.py")[1]["verdict"] == "fail"
    (repository / "own" / "lib" / "helper.py").unlink()
    assert run(simcli, "b.json", "greedy")[1]["verdict"] == "pass"
    refused("baseline", "save", "c.json", "own/mine.py", "--quiet", words=["lib/helper.py"])


@pytest.mark.parametrize(
    "words, told",
    [
        (("greedy", "randm"), "'random'"),
        (("greedy", "random", "--gate", "improv"), "'improve'"),
        (("greedy", "random", "--bounds", "5,0"), "smaller"),
        (("greedy", "random", "--alpha", "0"), "--alpha"),
        (("greedy", "random", "--players", "5"), "'5'"),
        (("greedy", "random", "--rules", "team", "--players", "2"), "team"),
        (("greedy", "random", "--require", "seat1_shar < 1"), "'seat1_share'"),
        (("greedy", "random", "--require", "seat1_share"), "METRIC"),
        (("greedy", "random", "--require", "median_rounds < 30"), "without an interval"),
        (("greedy", "random", "--field", "lean", "--field", "miser"), "2 strategies for 1"),
        (("greedy", "random", "--max-games", "1"), "--max-games"),
        (("git:nowhere:greedy.py", "random"), "nowhere"),
        (("git:greedy.py", "random"), "git:REV:PATH"),
    ],
)
def test_bad_input(refused, words, told):
    refused("compare", *words, "--quiet", words=[told])


def test_a_candidate_that_does_not_compile(simcli, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text(
        '"""Broken."""\n\n\ndef choose(view, legal):\n    return legal + "x"\n', encoding="utf-8"
    )
    outcome = simcli("compare", "greedy", broken, "--quiet")
    assert outcome.code == 2 and "broken.py" in outcome.err and "does not compile" in outcome.err
    illegal = tmp_path / "illegal.py"
    illegal.write_text('"""Illegal."""\n\n\ndef choose(view, legal):\n    return 99\n', encoding="utf-8")
    outcome = simcli("compare", "greedy", illegal, "--quiet")
    assert outcome.code == 6 and "99" in outcome.err
