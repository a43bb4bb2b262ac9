"""Effects by a random veto: planted ones are found with the size they have, blanks are not, and the
intervals cover."""

import json

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.runs import open_runs
from simcli.analysis.vetoes import effects
from simcli.base.errors import RunDataError
from simcli.report.build import build
from synthetic import CARDS, veto_table, write_run

IDS = [card["id"] for card in CARDS]
PLANTED = {7: 0.20, 33: 0.12, 60: -0.15}
TWO, FOUR = [(1, 2), (2, 1)], [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3)]


def drawn(seed: int, seatings=TWO, exposed: int = 60_000, planted=None):
    line_up = ("a", "b", "c", "d")[: len(seatings[0])]
    frame = veto_table(np.random.default_rng(seed), line_up, seatings, exposed, 0.05, planted or {})
    return {row.card: row for row in effects(frame.with_columns(pl.lit(0).alias("run")), IDS, len(line_up))}


@pytest.mark.parametrize("seatings", [TWO, FOUR])
def test_intervals_cover_the_planted_effects_and_the_blanks(seatings):
    covered, through = [], []
    for seed in range(20):
        found = drawn(seed, seatings, 20_000, PLANTED)
        for card, row in found.items():
            truth = PLANTED.get(card, 0.0)
            covered.append(row.option.low <= truth <= row.option.high)
            through.append(row.purchase.low <= truth / 0.4 <= row.purchase.high)
    # 1,800 intervals: three standard errors of 95% are a point and a half.
    assert 0.935 <= np.mean(covered) <= 0.965
    assert 0.935 <= np.mean(through) <= 0.965


def test_planted_effects_survive_and_the_order_is_theirs():
    found = drawn(3, planted=PLANTED)
    assert {card for card, row in found.items() if row.discovery} >= set(PLANTED)
    ordered = sorted(found.values(), key=lambda row: -row.shrunk)
    assert [ordered[0].card, ordered[1].card, ordered[-1].card] == [7, 33, 60]
    row = found[7]
    assert 0 < row.shrunk < row.option.value and row.q >= row.p and row.uptake == pytest.approx(0.4, abs=0.01)


def test_false_discoveries_are_held():
    """With blanks only, a table with any discovery is a false one: one in twenty. With planted
    effects, few of what survives are blanks."""
    blank = [any(row.discovery for row in drawn(seed, exposed=8_000).values()) for seed in range(60)]
    assert sum(blank) <= 8
    false, all_of_them = 0, 0
    for seed in range(20):
        found = [card for card, row in drawn(500 + seed, planted=PLANTED).items() if row.discovery]
        false, all_of_them = false + sum(card not in PLANTED for card in found), all_of_them + len(found)
    assert all_of_them >= 55 and false / all_of_them < 0.12


def test_the_estimate_is_that_of_the_formula():
    frame = pl.DataFrame(
        {
            "place": [1, 1],
            "seat": [1, 2],
            "card": [5, 5],
            "exposed_vetoed": [40, 50],
            "win_shares_vetoed": [16.0, 30.0],
            "exposed_free": [400, 300],
            "win_shares_free": [220.0, 180.0],
            "bought_free": [100, 60],
            "run": [0, 0],
        }
    )
    row = effects(frame, [5, 6], 2)[0]
    weights = [40 * 400 / 440, 50 * 300 / 350]
    gaps, spreads = [0.55 - 0.4, 0.6 - 0.6], [0.55 * 0.45 / 399 + 0.4 * 0.6 / 39, 0.24 / 299 + 0.24 / 49]
    uptake = (weights[0] * 0.25 + weights[1] * 0.2) / sum(weights)
    assert row.option.value == pytest.approx(2 * np.average(gaps, weights=weights))
    assert row.option.error == pytest.approx(2 * np.sqrt(np.dot(np.square(weights), spreads)) / sum(weights))
    assert row.uptake == pytest.approx(uptake) and row.purchase.value == pytest.approx(
        row.option.value / uptake
    )
    assert (row.free, row.vetoed) == (700, 90)
    assert effects(frame, [6], 2)[0].option is None


def test_few_forbidden_exposures_are_not_judged():
    found = drawn(1, exposed=300)
    assert all(
        row.option is None and row.q is None and not row.discovery
        for row in found.values()
        if row.vetoed < 30
    )
    assert any(row.vetoed < 30 for row in found.values())


def test_a_run_with_a_veto_has_its_section(tmp_path):
    runs = [
        write_run(tmp_path / "veto", deals=30_000, veto=0.05, effects={33: 0.25}, lucky_card=33),
        write_run(tmp_path / "plain", ("a",) * 3, deals=40),
    ]
    report = build(analyse(open_runs(runs)))
    section = next(section for section in report.sections if section.id == "effects")
    assert [figure.id for figure in section.figures] == ["card-effects", "card-three-ways"]
    assert section.notes == ("No run had a veto: 3 players.",) and "5%" in section.text[0]
    assert len(section.tables[0].rows) == 90 and section.tables[0].rows[0][1].startswith("33: ")
    assert section.tables[0].rows[0][4] == "yes"
    json.dumps(report.numbers, allow_nan=False)


def test_without_a_veto_the_report_says_how_to_get_one(tmp_path):
    report = build(analyse(open_runs([write_run(tmp_path / "run", deals=20)])))
    section = next(section for section in report.sections if section.id == "effects")
    assert not section.figures and "--veto 0.02" in section.text[0]


def test_a_missing_table_is_named(tmp_path):
    folder = write_run(tmp_path / "run", deals=200, veto=0.1)
    next((folder / "vetoes").iterdir()).unlink()
    with pytest.raises(RunDataError, match="vetoes"):
        analyse(open_runs([folder]))
