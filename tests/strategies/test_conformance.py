"""The conformance kit passes the shipped strategies and says what is wrong with planted bad ones."""

import json

import pytest

from simcli import conformance
from simcli.conformance import check
from simcli.strategy import shipped

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


def test_an_endless_loop_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(conformance, "SECONDS_TO_ANSWER", 0.5)  # and a loop that ends after all, or it would run on beside the other tests
    file = tmp_path / "loops.py"
    file.write_text(
        '"""Counts for some seconds."""\nfrom simcli.toolkit import lowest\n\n\ndef choose(view, legal):\n    n = 1\n'
        "    while n < 2_000_000_000:\n        n += 1 + n % 2\n    return lowest(legal) + n // 3_000_000_000\n"
    )
    found = check(str(file), positions=10)
    assert "has not answered for" in found.why and "endless loop" in found.why and found.position["format"] == "simcli-position/1"
