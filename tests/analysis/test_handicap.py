"""The fair handicap: found where it is planted, 0 where seats are equal, and its intervals
cover."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from simcli.analysis import handicap
from simcli.analysis.balance import analyse, analyse_shortly
from simcli.analysis.blocks import Block
from simcli.analysis.gather import gather
from simcli.analysis.runs import open_run, open_runs
from simcli.analysis.sums import sums_by_deal
from simcli.analysis.verdicts import verdicts
from simcli.report.build import build
from synthetic import write_run

TEAMS = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25}
RUN = SimpleNamespace(
    players=3, team_of=(), rules={"tie_break": ["fewest_cards"]}, seatings=((1, 2, 3), (2, 3, 1), (3, 1, 2))
)


def found(prestige, cards, run=RUN):
    """The sums of the study for final positions made by hand, (games, seats) each."""
    rows, empty = {"prestige": np.asfortranarray(prestige), "cards": np.asfortranarray(cards)}, pl.DataFrame()
    games = {"decided_by": np.zeros(len(prestige), dtype=np.int16)}
    block = Block(run, empty, empty, np.arange(len(prestige)), games, rows)
    return SimpleNamespace(
        sums={handicap.STUDY.name: sums_by_deal(handicap.measures(block), len(run.seatings))}
    )


def drawn(rng, deals: int, gain=(0.0, 0.8, 0.0)):
    shared = np.repeat(rng.normal(0, 1.5, (deals, 3)), 3, axis=0)
    return np.round(14 + np.array(gain) + shared + rng.normal(0, 2, (3 * deals, 3))).astype(
        int
    ), rng.integers(9, 14, (3 * deals, 3))


def test_without_a_handicap_the_share_is_the_one_that_was_won(tmp_path):
    cases = {
        "two": {},
        "three": {"line_up": ("a", "b", "c")},
        "teams": {"line_up": ("a",) * 4, "rules": TEAMS},
    }
    for name, settings in cases.items():
        run = open_run(write_run(tmp_path / name, deals=400, **settings))
        sums = gather(run, (handicap.STUDY,), {}).sums[handicap.STUDY.name]
        seats = pl.read_parquet(run.folder / "seats").filter(pl.col("win_share").is_not_null())
        unit = "team" if name == "teams" else "seat"
        won = seats.group_by(unit).agg(pl.col("win_share").sum()).sort(unit)["win_share"]
        for number, total in enumerate(won, start=1):
            assert sums.sum_of(f"h{number}_0") == pytest.approx(total), name


def test_every_step_by_hand():
    """One game, seat 1 two behind with fewer cards than the leaders, who are level with each
    other."""
    one = found(np.array([[13, 15, 15]] * 3), np.array([[8, 10, 12]] * 3))
    sums = one.sums[handicap.STUDY.name]
    assert [sums.sum_of(f"h1_{k}") / 3 for k in (1, 2, 3)] == [0.0, 1.0, 1.0]
    assert [sums.sum_of(f"h2_{k}") / 3 for k in (-1, 0, 1)] == [0.0, 1.0, 1.0]
    assert [sums.sum_of(f"h3_{k}") / 3 for k in (-1, 0, 1)] == [0.0, 0.0, 1.0]
    level = found(np.array([[14, 15, 15]] * 3), np.array([[10, 10, 10]] * 3)).sums[handicap.STUDY.name]
    assert level.sum_of("h1_1") / 3 == pytest.approx(1 / 3) and level.sum_of("h2_0") / 3 == pytest.approx(
        1 / 2
    )


def test_the_weakest_member_breaks_ties_of_teams():
    run = SimpleNamespace(
        players=4,
        team_of=(1, 2, 2, 1),
        rules={"tie_break": ["weakest_member", "fewest_cards"]},
        seatings=((1, 2, 3, 4),),
    )
    cards = np.full((1, 4), 10)
    weak = found(np.array([[20, 13, 12, 5]]), cards, run).sums[handicap.STUDY.name]
    assert (weak.sum_of("h1_0"), weak.sum_of("h2_0"), weak.sum_of("h1_1")) == (0.0, 1.0, 1.0)
    level = found(np.array([[13, 13, 12, 12]]), np.array([[9, 10, 10, 10]]), run).sums[handicap.STUDY.name]
    assert level.sum_of("h1_0") == 1.0


def test_two_prestige_at_the_start_are_asked_back(tmp_path):
    folder = write_run(tmp_path / "run", deals=4000, seat_gain=[2.0, 0.0], seed=2)
    first, second = analyse(open_runs([folder])).settings[0].seats.handicaps
    assert first.low <= -2 <= first.high and first.high - first.low < 0.5 and first.whole == -2
    assert second.prestige == pytest.approx(2, abs=0.25) and not first.pointless
    found_verdicts = verdicts(analyse_shortly(open_runs([folder])))
    assert (
        "Fair would be about seat 1 with 1.9" in found_verdicts[0].sentence
        or "seat 1 with 2.0" in found_verdicts[0].sentence
    )


def test_equal_seats_need_none(tmp_path):
    folder = write_run(tmp_path / "run", deals=4000, seed=9)
    for row in analyse_shortly(open_runs([folder]))[0].seats.handicaps:
        assert row.low <= 0 <= row.high and row.pointless and row.whole == 0


def test_the_intervals_cover():
    """The truth is that of a sample so large that its own error is nothing."""
    rng = np.random.default_rng(4)
    names = ("Seat 1", "Seat 2", "Seat 3")
    truth = [row.prestige for row in handicap.answer([found(*drawn(rng, 200_000))], names)]
    assert truth[1] == pytest.approx(-0.8, abs=0.05) and truth[0] > 0.2
    hits = [
        row.low <= wanted <= row.high
        for _ in range(150)
        for row, wanted in zip(handicap.answer([found(*drawn(rng, 200))], names), truth, strict=True)
    ]
    # 450 intervals, three of each run are correlated: three standard errors are about five points.
    assert 0.91 <= np.mean(hits) <= 0.985


def test_beyond_what_was_tried_there_is_a_side_and_no_number(tmp_path):
    folder = write_run(tmp_path / "run", deals=300, seat_gain=[9.0, 0.0])
    balance = analyse(open_runs([folder]))
    first, second = balance.settings[0].seats.handicaps
    assert (first.prestige, first.direction, second.direction) == (None, -1, 1)
    report = build(balance)
    assert "with more than 4 prestige less" in report.verdicts[0].sentence
    assert any(figure.id == "fair-handicap" for section in report.sections for figure in section.figures)
