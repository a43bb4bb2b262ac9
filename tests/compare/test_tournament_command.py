"""`simcli tournament`: ratings and shares, going on, workers, the report, refusals."""

import json

import pytest

NAMES = ("random", "greedy", "cheapest-first")


def test_ratings_shares_and_report(simcli, tmp_path):
    folder = tmp_path / "t"
    outcome = simcli("tournament", *NAMES, "--games", "600", "--out", folder, "--quiet", "--json")
    found = json.loads(outcome.out)
    assert [row["name"] for row in found["ratings"]][-1] == "random"
    shares = {(row["row"], row["column"]): row["share"] for row in found["shares"]}
    for one, other in (("random", "greedy"), ("greedy", "cheapest-first")):
        assert shares[one, other] + shares[other, one] == pytest.approx(1 - found["unfinished_rate"], abs=0.01)
    assert found["games"] == 3 * 600
    page = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page and "cheapest-first" in page and (folder / "report/figures/ratings.png").exists()


@pytest.mark.parametrize("more", [("--players", "4"), ("--rules", "team")])
def test_going_on_and_workers_change_nothing(simcli, tmp_path, more):
    words = ("tournament", *NAMES, *more, "--quiet", "--json")
    whole = json.loads(simcli(*words, "--games", "1200", "--jobs", "1").out)
    folder = tmp_path / "t"
    simcli(*words, "--games", "300", "--out", folder)
    assert json.loads(simcli(*words, "--games", "1200", "--out", folder, "--resume", "--jobs", "2").out) == whole
    assert simcli(*words, "--seed", "2", "--out", folder, "--resume").code == 5


def test_gauntlet_and_text(simcli):
    found = json.loads(simcli("tournament", *NAMES, "--gauntlet", "--games", "100", "--quiet", "--json").out)
    assert found["games"] == 200
    text = simcli("tournament", *NAMES, "--games", "100", "--quiet").out
    assert "Seats:" in text and "Circles:" in text and "nan" not in text


@pytest.mark.parametrize("words, told", [(("greedy",), "at least two"), (("greedy", "greedy"), "twice"), (("greedy", "random", "--players", "5"), "5"), (("greedy", "random", "--resume"), "--out")])
def test_bad_input(refused, words, told):
    refused("tournament", *words, "--quiet", words=[told])
