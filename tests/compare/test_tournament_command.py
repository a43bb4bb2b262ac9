"""`simcli tournament`: ratings and shares, going on, workers, the report, refusals."""

import json
import signal

import pytest

from runs import start, wait_for

NAMES = ("random", "greedy", "cheapest-first")


def test_ratings_shares_and_report(simcli, tmp_path):
    folder = tmp_path / "t"
    outcome = simcli("tournament", *NAMES, "--games", "600", "--out", folder, "--quiet", "--json")
    found = json.loads(outcome.out)
    assert [row["name"] for row in found["ratings"]][-1] == "random"
    shares = {(row["row"], row["column"]): row["share"] for row in found["shares"]}
    for one, other in (("random", "greedy"), ("greedy", "cheapest-first")):
        assert shares[one, other] + shares[other, one] == pytest.approx(
            1 - found["unfinished_rate"], abs=0.01
        )
    assert found["games"] == 3 * 600
    page = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page and "cheapest-first" in page and (folder / "report/figures/ratings.png").exists()


@pytest.mark.parametrize("more", [("--players", "4"), ("--rules", "team")])
def test_going_on_and_workers_change_nothing(simcli, tmp_path, more):
    words = ("tournament", *NAMES, *more, "--quiet", "--json")
    whole = json.loads(simcli(*words, "--games", "1200", "--jobs", "1").out)
    folder = tmp_path / "t"
    simcli(*words, "--games", "300", "--out", folder)
    assert (
        json.loads(simcli(*words, "--games", "1200", "--out", folder, "--resume", "--jobs", "2").out) == whole
    )
    assert simcli(*words, "--seed", "2", "--out", folder, "--resume").code == 5


def test_gauntlet_and_text(simcli):
    found = json.loads(simcli("tournament", *NAMES, "--gauntlet", "--games", "100", "--quiet", "--json").out)
    assert found["games"] == 200
    text = simcli("tournament", *NAMES, "--games", "100", "--quiet").out
    assert "Seats:" in text and "Circles:" in text and "nan" not in text


def test_mixed_tables_with_more_than_two_players(simcli, tmp_path):
    names = (*NAMES, "noble-hunter", "lean")
    words = ("tournament", *names, "--games", "240", "--quiet", "--json")
    found = json.loads(simcli(*words, "--players", "4", "--out", tmp_path / "t").out)
    assert found["games"] == 240 * (
        5 * 4 + 5
    )  # both directions of every pair; every four of five, six orders in four rotations each
    mixed = {row["name"]: row for row in found["mixed"]}
    assert set(mixed) == set(names) and [row["share"] for row in found["mixed"]] == sorted(
        (row["share"] for row in mixed.values()), reverse=True
    )
    assert sum(row["share"] for row in mixed.values()) == pytest.approx(
        5 / 4 * (1 - found["unfinished_rate"]), abs=0.01
    )
    assert mixed["random"]["share"] < 0.02 and all(row["deals"] == 4 * 60 for row in mixed.values())
    assert "Mixed tables" in (tmp_path / "t" / "report" / "index.html").read_text(encoding="utf-8")
    only = json.loads(simcli(*words, "--players", "3", "--tables", "mixed").out)
    assert only["games"] == 240 * 10 and only["shares"] == [] and only["ratings"][-1]["name"] == "random"
    few = json.loads(
        simcli(
            "tournament", *NAMES, "--players", "4", "--games", "90", "--tables", "mixed", "--quiet", "--json"
        ).out
    )
    assert sum(row["share"] for row in few["mixed"]) == pytest.approx(0.75, abs=0.1)


def test_orders_around_a_table():
    from simcli.compare.tables import mixed, rings

    assert (
        rings((0, 1, 2)) == [(0, 1, 2), (0, 2, 1)]
        and len(rings((0, 1, 2, 3))) == 6
        and rings((0, 0, 1, 1)) == [(0, 0, 1, 1), (0, 1, 0, 1)]
    )
    assert len(mixed(6, 4, False)) == 15 and len(mixed(6, 4, True)) == 10
    assert (
        mixed(2, 3, False) == []
        and mixed(2, 4, False) == [rings((0, 0, 1, 1))]
        and len(mixed(3, 4, False)) == 3
    )


def test_stopped_or_killed_in_the_middle_and_gone_on_with(simcli, tmp_path):
    words = ("tournament", *NAMES, "--players", "3", "--games", "20k", "--json")
    whole = json.loads(simcli(*words, "--quiet").out)
    for number in (signal.SIGINT, signal.SIGKILL):
        _stop(simcli, words, number, tmp_path / str(int(number)), whole)


def _stop(simcli, words, number: int, folder, whole: dict) -> None:
    process = start(*words, "--jobs", "1", "--out", folder, "--progress", "json")
    wait_for(lambda: (folder / "tournament.json").exists(), process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130) and out == ""
    if number != signal.SIGKILL:
        assert "Traceback" not in err and err.splitlines()[-1].endswith(
            f"--jobs 1 --out {folder} --progress json --resume"
        )
    held = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    assert 0 < sum(meeting["deals"] for meeting in held["meetings"]) < whole["deals"]
    assert json.loads(simcli(*words, "--out", folder, "--resume", "--quiet").out) == whole


@pytest.mark.parametrize(
    "words, told",
    [
        (("greedy",), "at least two"),
        (("greedy", "greedy"), "twice"),
        (("greedy", "random", "--players", "5"), "5"),
        (("greedy", "random", "--resume"), "--out"),
        (("greedy", "random", "--tables", "mixt"), "'mixed'"),
        (("greedy", "random", "--tables", "mixed"), "no mixed table"),
    ],
)
def test_bad_input(refused, words, told):
    refused("tournament", *words, "--quiet", words=[told])
