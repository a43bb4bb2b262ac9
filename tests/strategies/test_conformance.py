"""The conformance kit passes the shipped strategies and says what is wrong with planted bad
ones."""

import json

import pytest

from simcli.strategy import conformance
from simcli.strategy.conformance import check
from simcli.strategy.loading import shipped

BAD = {
    "cheats_through_a_global": (
        '"""Asks Python what was asked before."""\nfrom numba import objmode\nfrom simcli.toolkit import how_many, kth\n\nASKED = [0]\n\n\n'
        "def choose(view, legal):\n    with objmode(n='int64'):\n        ASKED[0] += 1\n        n = ASKED[0]\n    return kth(legal, n % how_many(legal))\n",
        "answers differently when asked again",
    ),
    "seldom_illegal": (
        '"""Illegal in one position in ten thousand."""\nfrom simcli.toolkit import below, lowest\n\n\n'
        "def choose(view, legal):\n    return 60 if below(view.rng, 10_000) == 0 else lowest(legal)\n",
        "chose action 60, which is not among the legal ones",
    ),
    "raises": (
        '"""Divides by nothing once a card is reserved."""\nfrom simcli.toolkit import lowest, me\n\n\n'
        "def choose(view, legal):\n    return lowest(legal) + 0 // (3 - me(view).held)\n",
        "raised ZeroDivisionError",
    ),
    "writes": (
        '"""Gives itself a point."""\nfrom simcli.toolkit import lowest, me\n\n\n'
        "def choose(view, legal):\n    if view.table.round > 9:\n        me(view).prestige += 1\n    return lowest(legal)\n",
        "changes the table",
    ),
    "remembers": (
        '"""Plays by what it finds in its scratch."""\nfrom simcli.toolkit import how_many, kth\n\n\n'
        "def choose(view, legal):\n    return kth(legal, view.scratch.whole[7] % how_many(legal))\n",
        "answers differently when asked again",
    ),
}


@pytest.mark.parametrize("name", [name for name in shipped() if name not in ("lookahead", "monte-carlo")])
def test_shipped_strategies_conform(name):
    found = check(name, positions=4_000)
    assert (found.why, found.positions) == (None, found.positions) and found.positions >= 4_000


@pytest.mark.parametrize("name", ["lookahead", "monte-carlo:playouts=6"])
def test_those_that_look_ahead_conform(name):
    assert check(name, positions=200).why is None


@pytest.mark.parametrize("name", BAD)
def test_a_bad_strategy_is_found_out(name, tmp_path, simcli):
    source, why = BAD[name]
    file = tmp_path / f"{name}.py"
    file.write_text(source)
    outcome = simcli("strategies", "check", file, "--positions", "80k", "--quiet")
    assert outcome.code == 6
    said, position = outcome.err.strip().split(":\n")[0], outcome.err.strip().splitlines()[-1]
    assert why in said and str(file) in said
    assert json.loads(position)["format"] == "simcli-position/1"


def test_the_position_is_kept_and_shown_again(tmp_path, simcli, refused):
    (tmp_path / "buys.py").write_text(
        '"""Buys what it cannot pay."""\nfrom simcli.toolkit import BUY\n\n\ndef choose(view, legal):\n    return BUY + 11\n'
    )
    file, kept = tmp_path / "buys.py", tmp_path / "found.json"
    outcome = simcli("strategies", "check", file, "--quiet", "--save", kept)
    assert (
        outcome.code == 6
        and "after bonuses, but seat" in outcome.err
        and "too few, in position number" in outcome.err
    )
    assert outcome.err.strip().splitlines()[-1] == f"simcli position show {kept}"
    assert "is to move." in simcli("position", "show", kept).out
    asked = simcli("position", "ask", kept, "--strategy", file, "--quiet")
    assert asked.code == 6 and "it buys card" in asked.err
    refused(
        "strategies",
        "check",
        file,
        "--save",
        tmp_path / "none" / "found.json",
        words=("--save", "cannot be written"),
    )


@pytest.mark.parametrize(
    "answer, why",
    [
        (61, "actions are numbered 0 to 60"),
        (-1, "actions are numbered 0 to 60"),
        (44, "no card at that place"),
        (60, "a pass is only for"),
    ],
)
def test_an_answer_that_is_no_action_or_about_no_card(answer, why, tmp_path):
    (tmp_path / "mine.py").write_text(
        f'"""Answers a number."""\n\n\ndef choose(view, legal):\n    return {answer}\n'
    )
    assert why in check(str(tmp_path / "mine.py"), positions=10).why


def test_a_slow_strategy_is_examined_on_what_it_manages(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text(
        '"""Counts first."""\nfrom simcli.toolkit import lowest\n\n\ndef choose(view, legal):\n    n = 1\n'
        "    while n < 30_000_000:\n        n += 1 + n % 2\n    return lowest(legal) + n // 3_000_000_000\n"
    )
    found = check(str(file), seconds=0.6)
    assert found.why is None and found.positions < found.wanted == 20_000 and found.seconds < 4
    assert "of 20,000 positions" in conformance.as_text(found) and "--seconds" in conformance.as_text(found)


def test_an_endless_loop_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(
        conformance, "SECONDS_TO_ANSWER", 0.5
    )  # and a loop that ends after all, or it would run on beside the other tests
    file = tmp_path / "loops.py"
    file.write_text(
        '"""Counts for some seconds."""\nfrom simcli.toolkit import lowest\n\n\ndef choose(view, legal):\n    n = 1\n'
        "    while n < 2_000_000_000:\n        n += 1 + n % 2\n    return lowest(legal) + n // 3_000_000_000\n"
    )
    found = check(str(file), positions=10)
    assert (
        "has not answered for" in found.why
        and "endless loop" in found.why
        and found.position["format"] == "simcli-position/1"
    )
