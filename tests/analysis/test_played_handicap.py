"""The handicap out of runs that differ in the prestige at the start: found where it is planted,
with 2, 3 and 4 seats and in teams."""

import numpy as np
import pytest

from simcli.analysis.balance import analyse, analyse_shortly
from simcli.analysis.grid import analyse_grid
from simcli.analysis.played import given, of_grid, of_settings, played
from simcli.analysis.runs import open_run, open_runs
from simcli.analysis.sums import Estimate
from simcli.report.build import build
from simcli.report.sections.played import command, sentences
from simcli.report.sweep import sweep_report
from synthetic import RULES, write_run

TEAM_RULES = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25, "name": "team"}


def start_runs(top, starts, edge, line_up=("a", "a"), rules=None, deals=2500):
    """Runs on which a seat's prestige at the start is worth just as much at the end."""
    folders = []
    for number, start in enumerate(starts):
        gain = np.array(edge) + np.array([*start, *[0] * len(edge)][: len(edge)])
        held = RULES | (rules or {}) | ({"prestige_at_start": list(start)} if any(start) else {})
        folders.append(
            write_run(top / f"run{number}", line_up, deals=deals, seat_gain=gain, rules=held, seed=number + 5)
        )
    return folders


def a_share(value, half=0.01):
    return Estimate(value, value - half, value + half, half / 2, 1000, 500)


def test_by_hand():
    """Straight between the points; the interval ends where those of the shares meet fair; what was
    tried for nobody alone says nothing."""
    points = [
        ((0, 0, 0), [a_share(1 / 3)] * 3),
        ((1, 0, 0), [a_share(0.4)] * 3),
        ((0, 1, 1), [a_share(0.25)] * 3),
        ((1, 2, 0), [a_share(0.9)] * 3),
    ]
    (row,) = played(("Seat 1", "Seat 2", "Seat 3"), points)
    assert row.name == "Seat 1" and [size for size, _ in row.tried] == [-1, 0, 1]
    assert row.fair.estimate == pytest.approx(0) and row.fair.low < 0 < row.fair.high
    assert played(("Seat 1", "Seat 2"), [((0, 0), [a_share(0.4), a_share(0.6)])]) == ()
    outside = played(
        ("Seat 1", "Seat 2"), [((k, 0), [a_share(0.3 + k / 20), a_share(0.7 - k / 20)]) for k in (0, 1)]
    )
    assert outside[0].fair.estimate is None and "not with up to 1 prestige" in sentences([("", outside)])[0]


def test_a_report_of_runs_with_other_starts_finds_what_was_planted(tmp_path):
    folders = start_runs(tmp_path, [(), (1,), (2,)], [-0.7, 0.0])
    balance = analyse(open_runs(folders))
    ((label, (first, second)),) = of_settings(balance.settings)
    assert label == "2 players" and first.fair.low < 0.7 < first.fair.high and first.fair.half_width < 0.3
    assert second.fair.estimate == pytest.approx(-first.fair.estimate, abs=1e-9)
    section = next(section for section in build(balance).sections if section.id == "seats")
    assert (
        section.tables[-1].rows[0][:3] == ("2 players", "Seat 1", "0, +1, +2")
        and f"{first.fair.estimate:+.2f}" in section.tables[-1].rows[0][-1]
    )
    assert command(balance.settings[0]) == 'simcli sweep a a --set "prestige_at_start=[0,0];[1,0]"'
    assert command(balance.settings[2]).endswith('"prestige_at_start=[2,0];[2,1];[2,2]"')


def test_a_sweep_says_it_first(tmp_path):
    starts = [(), (0, 1), (0, 2)]
    runs = [open_run(folder) for folder in start_runs(tmp_path, starts, [0.0, -1.3, 0.0], ("a",) * 3)]
    grid = analyse_grid(runs, ["prestige_at_start"], [["none"], ["[0,1]"], ["[0,2]"]], [None], 0)
    ((label, (row,)),) = of_grid(grid)
    assert label == "" and row.name == "Seat 2" and row.fair.low < 1.3 < row.fair.high
    report = sweep_report(grid)
    assert report.sections[0].text[0].startswith("Fair, as played: seat 2 with 1.")
    assert (
        report.sections[0].tables[1].rows[0][1] == "Seat 2"
        and report.numbers["sweep"]["handicaps"][0]["seat"] == "Seat 2"
    )


def test_partners_are_given_it_together(tmp_path):
    starts = [(), (1,), (1, 0, 0, 1)]
    folders = start_runs(tmp_path, starts, [-0.5, 0.0, 0.0, -0.5], ("a",) * 4, TEAM_RULES, deals=1500)
    runs = [open_run(folder) for folder in folders]
    assert [given(run) for run in runs] == [(0, 0), (1, 0), (2, 0)]
    grid = analyse_grid(runs, ["prestige_at_start"], [["none"], ["[1]"], ["[1,0,0,1]"]], [None], 0)
    ((_, (first, second)),) = of_grid(grid)
    assert (first.name, second.name) == ("Seats 1-4", "Seats 2-3") and first.fair.low < 1 < first.fair.high
    assert second.fair.estimate == pytest.approx(-first.fair.estimate, abs=1e-9)
    assert command(analyse_shortly(runs[:1])[0]).startswith("simcli sweep a a a a --rules team --set")


def test_the_intervals_cover():
    """Shares drawn about a line whose crossing is known."""
    rng = np.random.default_rng(8)
    hits = []
    for _ in range(2000):
        points = []
        for size in (0, 1, 2):
            deals, true = 400, 1 / (1 + np.exp(-0.25 * (size - 0.8)))
            share = rng.binomial(deals, true) / deals
            half = 1.96 * np.sqrt(share * (1 - share) / deals)
            one = Estimate(share, share - half, share + half, half / 1.96, deals, deals)
            points.append(((size, 0), [one, replaced(one)]))
        fair = played(("Seat 1", "Seat 2"), points)[0].fair
        hits.append((fair.low is None or fair.low <= 0.8) and (fair.high is None or 0.8 <= fair.high))
    # The ends are those of two points each: where the crossing lies between them they err to the
    # wide side.
    assert 0.94 <= np.mean(hits) <= 0.995


def replaced(one):
    return Estimate(1 - one.value, 1 - one.high, 1 - one.low, one.se, one.n, one.deals)
