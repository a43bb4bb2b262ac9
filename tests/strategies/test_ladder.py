"""The ladder of scripts/search: who meets whom, and that a ladder that was stopped goes on to
the same tables."""

import importlib.util
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

LADDER = Path(__file__).resolve().parents[2] / "scripts" / "search" / "ladder.py"
TINY = ["--strategies", "random", "greedy", "cheapest-first", "noble-hunter", "lean", "--deals", "40"]


@pytest.fixture(scope="module")
def ladder():
    before = list(sys.path)
    spec = importlib.util.spec_from_file_location("simcli_ladder", LADDER)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]
    sys.path[:] = before


@pytest.mark.parametrize(
    "strategies, players, most", [(15, 2, 105), (15, 3, 82), (15, 4, 48), (5, 4, 8), (4, 4, 2)]
)
def test_everybody_meets_everybody(ladder, strategies, players, most):
    line_ups = ladder.meetings(strategies, players, np.random.default_rng(1))
    assert all(len(set(line_up)) == players for line_up in line_ups)
    met = Counter(pair for line_up in line_ups for pair in combinations(sorted(line_up), 2))
    assert all(met[pair] >= ladder.TIMES[players] for pair in combinations(range(strategies), 2))
    assert len(line_ups) <= most
    assert line_ups == ladder.meetings(strategies, players, np.random.default_rng(1))


def test_a_ladder_that_was_stopped_goes_on_to_the_same_tables(ladder, tmp_path, capsys, monkeypatch):
    ladder.main(TINY)
    whole = capsys.readouterr().out
    assert [
        len(re.findall(rf"^\| {name} \|", whole, re.MULTILINE))
        for name in ("strategy", "against", "greedy", "lean")
    ] == [1, 1, 2, 2]

    play, played = ladder.play, []

    def stopped_at_the_eighth(line_up, deals, seed):
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append(seed)
        return play(line_up, deals, seed)

    monkeypatch.setattr(ladder, "play", stopped_at_the_eighth)
    with pytest.raises(KeyboardInterrupt):
        ladder.main([*TINY, "--out", str(tmp_path)])
    kept = tmp_path / "line-ups.jsonl"
    lines = kept.read_text().splitlines(keepends=True)
    assert len(lines) == 7
    kept.write_text("".join(lines)[:-9])  # the machine stopped while the last was written

    again = []
    monkeypatch.setattr(ladder, "play", lambda *what: again.append(what) or play(*what))
    capsys.readouterr()
    ladder.main([*TINY, "--out", str(tmp_path)])
    assert capsys.readouterr().out == whole
    everything = sum(len(ladder.meetings(5, players, np.random.default_rng(1))) for players in (2, 3, 4))
    assert len(again) == everything - 6

    ladder.main([*TINY, "--out", str(tmp_path)])
    assert capsys.readouterr().out == whole and len(again) == everything - 6
    ladder.main([*TINY, "--out", str(tmp_path), "--seed", "2"])
    assert len(again) == 2 * everything - 6, "another seed is another ladder"


def test_the_share_of_the_first_place_counts_its_own_seats_only(ladder):
    # Three deals of two places in both seatings; the second game of the last deal had no winner.
    shares = np.array([[[1, 0], [0, 1]], [[1, 0], [1, 0]], [[0, 1], [0, 0]]], float)
    sums = ladder.SeatingSums.of([[0, 1], [1, 0]], shares)
    assert ladder.first_share(sums).estimate == pytest.approx(3 / 5)
    assert ladder.share_text(sums).startswith("60.0% (") and ladder.share_text(
        sums, other_side=True
    ).startswith("40.0% (")
