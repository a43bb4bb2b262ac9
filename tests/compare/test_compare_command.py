"""`simcli compare`: verdicts, outputs, exit codes, sides, resuming, and what it refuses."""

import json
from xml.etree import ElementTree

import pytest

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
    from simcli.paths import strategies_folder

    same = tmp_path / "mine.py"
    same.write_text((strategies_folder() / "greedy.py").read_text(encoding="utf-8") + "\n# another comment\n", encoding="utf-8")
    code, found = run(simcli, "greedy", "greedy")
    assert (code, found["verdict"], found["answers"][0]["games"]) == (0, "identical", 0)
    code, found = run(simcli, "greedy", same)
    assert (code, found["verdict"]) == (0, "identical") and found["answers"][0]["games"] > 0


def test_the_number_of_workers_changes_nothing(simcli):
    one, two = (run(simcli, "cheapest-first", "greedy", "--players", "3", "--jobs", jobs)[1] for jobs in ("1", "2"))
    for found in (one, two):
        for each in found["answers"]:
            each["seconds"] = each["games_per_second"] = None
    assert one == two


def test_outputs(simcli, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    xml, md = tmp_path / "a" / "out.xml", tmp_path / "summary.md"
    outcome = simcli("compare", "greedy", "random", *QUICK, "--players", "2,4", "--junit", xml, "--markdown", md, "--require", "stalemate_rate > 0.5", "--require-games", "400")
    assert outcome.code == 3
    assert outcome.out.startswith("FAIL: random against greedy")
    assert "::error title=" in outcome.out
    root = ElementTree.parse(xml).getroot()
    assert root.tag == "testsuites" and len(root.findall(".//testcase")) == 4
    assert len(root.findall(".//failure")) == int(root.attrib["failures"]) == 4
    text = md.read_text(encoding="utf-8")
    assert text.startswith("## ❌") and len(text.encode()) < 60_000 and "nan" not in text.lower()


def test_baseline_files(simcli, tmp_path):
    file = tmp_path / "baseline.json"
    assert simcli("baseline", "save", file, "greedy", "--quiet").code == 0
    assert simcli("baseline", "save", file, "greedy", "--quiet").code == 2
    assert json.loads(simcli("baseline", "show", file, "--json").out)["strategy"]["label"] == "greedy"
    assert run(simcli, file, "greedy")[1]["verdict"] == "identical"
    assert simcli("compare", file, "greedy", "--rules", "team").code == 5
    assert simcli("baseline", "accept", file, "random", "--quiet").code == 0
    assert [line["strategy"] for line in json.loads(simcli("baseline", "show", file, "--json").out)["history"]] == ["greedy", "random"]
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
    parts = [json.loads(simcli("compare", *words, "--max-games", most, "--state", state).out) for most in ("7000", "23000", "40000")]
    for name in ("verdict", "counts", "blocks", "llr"):
        assert parts[-1]["answers"][0][name] == whole["answers"][0][name]
    outcome = simcli("compare", *words, "--seed", "2", "--state", state)
    assert outcome.code == 5 and "another comparison" in outcome.err


@pytest.mark.parametrize(
    "words, told",
    [
        (("greedy", "randm"), "'random'"),
        (("greedy", "random", "--gate", "improv"), "'improve'"),
        (("greedy", "random", "--bounds", "5,0"), "smaller"),
        (("greedy", "random", "--alpha", "0"), "alpha 0.0"),
        (("greedy", "random", "--players", "5"), "'5'"),
        (("greedy", "random", "--rules", "team", "--players", "2"), "team"),
        (("greedy", "random", "--require", "seat1_shar < 1"), "'seat1_share'"),
        (("greedy", "random", "--require", "seat1_share"), "METRIC"),
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
    broken.write_text('"""Broken."""\n\n\ndef choose(view, legal):\n    return legal + "x"\n', encoding="utf-8")
    outcome = simcli("compare", "greedy", broken, "--quiet")
    assert outcome.code == 2 and "broken.py" in outcome.err and "does not compile" in outcome.err
    illegal = tmp_path / "illegal.py"
    illegal.write_text('"""Illegal."""\n\n\ndef choose(view, legal):\n    return 99\n', encoding="utf-8")
    outcome = simcli("compare", "greedy", illegal, "--quiet")
    assert outcome.code == 6 and "99" in outcome.err
