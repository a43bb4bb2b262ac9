"""Block scores, Elo scales and likelihood ratios against the values that fishtest's code and
reference_llr.py agree on."""

from math import comb, isclose

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy import optimize

from clean_results import assert_clean
from simcli.base.errors import BadInput
from simcli.stats.always_valid import always_valid
from simcli.stats.blocks import Blocks, blocks_of_counts, evenly, score_units
from simcli.stats.clusters import ClusterSums, share
from simcli.stats.elo import (
    block_elo,
    block_nelo,
    block_share,
    elo_interval,
    elo_of_share,
    one_sided,
    share_of_elo,
)
from simcli.stats.likelihood import llr, mean_llr, t_llr

# counts, bounds, LLR logistic, LLR normalized, Elo, its half-width, one-sided 1-p, normalized Elo
GOLDEN = [
    ((39, 2226, 31451, 2412, 40), (0.764, 3.439), -27.865237, 2.162941, 0.9030, 0.6625, 0.996222, 3.4508),
    ((379, 10170, 21828, 10640, 343), (0, 2), 3.125676, 2.945495, 1.5946, 1.2087, 0.995139, 3.0505),
    ((10789, 19328, 33806, 19402, 10543), (-3, 1), 2.131068, 0.300870, -0.7736, 1.2776, 0.117659, -0.9516),
    ((13, 37, 50, 25, 3), (0, 4), -0.802228, -0.549125, -43.6578, 29.4272, 0.001610, -63.97),
    ((365, 16618, 36229, 16974, 390), (0, 2), -0.005920, 2.250368, 0.9993, 0.9231, 0.983078, 1.9623),
    ((120, 0, 500, 0, 160), (0, 5), 1.380714, 1.197729, 17.8328, 14.6019, 0.991786, 21.105),
    ((2000, 0, 5800, 0, 2200), (0, 5), 4.388749, 4.210442, 6.9496, 4.4130, 0.998991, 7.5853),
    ((0, 0, 100000, 0, 0), (0, 5), -1449.46, -41.40, 0.0, 0.0003, 0.5, 0.0),
]


def agrees(value, text):
    """Equal to as many decimals as the printed number has, at most six."""
    decimals = len(repr(text).split(".")[1])
    return isclose(value, text, abs_tol=0.501 * 10**-decimals)


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: str(row[0]))
def test_golden_values(row):
    counts, bounds, logistic, normalized, elo, half, sided, nelo = row
    blocks = evenly(counts)
    assert agrees(llr(blocks, *bounds, "logistic").value, logistic)
    assert agrees(llr(blocks, *bounds, "normalized").value, normalized)
    assert llr(blocks, *bounds).method == "exact"
    assert isclose(block_elo(blocks).estimate, elo, abs_tol=5e-5)
    assert isclose(block_elo(blocks).half_width, half, abs_tol=5e-5)
    assert agrees(one_sided(blocks), sided)
    assert isclose(block_nelo(blocks).estimate, nelo, abs_tol=5e-3 if nelo < -60 else 5e-4)


def test_the_golden_check_can_fail():
    """Another filling of empty cells, or one deal more, is seen in the sixth decimal."""
    bounds, logistic = (0, 5), 1.380714
    assert agrees(llr(evenly((120, 0, 500, 0, 160)), *bounds, "logistic").value, logistic)
    assert not agrees(llr(evenly((120, 0.01, 500, 0.01, 160)), *bounds, "logistic").value, logistic)
    assert not agrees(llr(evenly((120, 0, 501, 0, 160)), *bounds, "logistic").value, logistic)


def test_identical_play_is_marked_and_not_judged_by_its_ratio():
    ratio = llr(evenly((0, 0, 100000, 0, 0)), 0, 5)
    assert ratio.degenerate
    assert block_elo(evenly((0, 0, 100000, 0, 0))).note == "no variation between deals"
    assert not llr(evenly((1, 0, 100000, 0, 0)), 0, 5).degenerate


def test_all_won_and_all_lost_have_no_rating():
    won, lost = block_elo(evenly((0, 0, 0, 0, 50))), block_elo(evenly((50, 0, 0, 0, 0)))
    assert (won.estimate, won.high, won.note) == (None, None, "above range")
    assert won.low > 300
    assert (lost.estimate, lost.low, lost.note) == (None, None, "below range")
    assert lost.high == pytest.approx(-won.low)
    assert block_nelo(evenly((0, 0, 0, 0, 50))).note == "above range"
    assert block_nelo(evenly((0, 0, 0, 50, 0))).note == "above range"
    assert one_sided(evenly((0, 0, 0, 0, 1))) == 0.5
    assert elo_interval(share(ClusterSums.of([1.0] * 20, 1.0))).note == "above range"
    assert elo_interval(share(ClusterSums.of([], []))).note == "no data"
    almost = block_elo(evenly((0, 0, 0, 1, 49)))
    assert almost.low < almost.estimate < almost.high
    assert block_elo(evenly((0, 0, 1, 0, 0))).low < -100


@pytest.mark.parametrize("players, points", [(2, 0.01439), (3, 0.01291), (4, 0.01095)])
def test_ten_elo_in_points_of_win_share(players, points):
    par = 1 / players
    share = share_of_elo(10, par)
    assert share - par == pytest.approx(points, abs=5e-6)
    assert elo_of_share(share, par) == pytest.approx(10)
    assert (share_of_elo(1e6, par), share_of_elo(-1e6, par)) == (1.0, 0.0)
    assert elo_of_share(1.0) is None and elo_of_share(0.0) is None


@pytest.mark.parametrize("players, factor", [(2, 1.0), (3, 0.943), (4, 0.866)])
def test_normalized_elo_of_small_effects(players, factor):
    """nElo is about e * 2 sqrt(n-1) / n: one candidate in games without ties, rotated."""
    share = share_of_elo(1, 1 / players)
    n = players
    counts = [1e9 * comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
    assert block_nelo(evenly(counts, players=n, games=n)).estimate == pytest.approx(factor, abs=2e-3)


def test_mean_llr_maximises_the_likelihood():
    """Against a general optimiser, on a support that is no pentanomial."""
    a, counts, s = np.array([0.0, 1 / 6, 1 / 3, 0.5, 1.0]), np.array([30.0, 12, 25, 8, 5]), 0.4
    p = counts / counts.sum()
    limits = [{"type": "eq", "fun": lambda q: q.sum() - 1}, {"type": "eq", "fun": lambda q: q @ a - s}]
    best = optimize.minimize(
        lambda q: -counts @ np.log(q), p, constraints=limits, bounds=[(1e-9, 1)] * 5, tol=1e-13
    )
    free = -counts @ np.log(p)
    # At the observed mean the constrained law is the observed one.
    assert mean_llr(counts, a, float(p @ a), s) == pytest.approx(free - best.fun, abs=1e-6)
    assert mean_llr(counts, a, 0.3, 0.4) == pytest.approx(-mean_llr(counts, a, 0.4, 0.3))


def test_many_histograms_at_once():
    rng = np.random.default_rng(1)
    counts = np.maximum(rng.multinomial(300, [0.2, 0.05, 0.5, 0.05, 0.2], size=(4, 7)), 1e-3)
    support = np.arange(5) / 4
    for ratio in (lambda c: mean_llr(c, support, 0.5, 0.52), lambda c: t_llr(c, support, 0.5, 0.0, 0.05)[0]):
        assert ratio(counts).shape == (4, 7)
        assert ratio(counts)[2, 3] == pytest.approx(float(ratio(counts[2, 3])), abs=1e-9)


def test_exact_and_approximate_agree_for_many_blocks():
    blocks = evenly((2000, 40, 5800, 60, 2200))
    s0, s1 = 0.5, share_of_elo(5)
    n, a = blocks.filled, np.array(blocks.support)
    # MLE_multinomial.pdf, Prop. 2.1.
    rough = n.sum() / 2 * np.log((n @ (a - s0) ** 2) / (n @ (a - s1) ** 2))
    assert mean_llr(n, a, s0, s1) == pytest.approx(rough, abs=0.01)


def test_a_fit_that_does_not_exist_is_told():
    """Hypotheses far beyond what the support can reach: the approximation answers, and says so."""
    ratio = llr(evenly((1, 0, 0, 0, 1)), 2000, 3000)
    assert ratio.method == "approximate"
    assert_clean(ratio)


def blocks_of(scores, players, games, places=1, difference=False):
    """Blocks from single scores, or from differences of scores."""
    top = score_units(players, games)
    lowest = -top if difference else 0
    units = np.rint(np.multiply(scores, top)).astype(int) - lowest
    return blocks_of_counts(np.bincount(units, minlength=top - lowest + 1), players, games, places)


def test_scores_of_three_and_four_players():
    three = blocks_of([0, 1 / 3, 1 / 2, 1 / 9, 1], 3, 3)
    assert three.total == 5 and three.par == pytest.approx(1 / 3) and three.games == 3
    assert three.mean == pytest.approx((1 / 3 + 1 / 2 + 1 / 9 + 1) / 5)
    assert (three.support[0], three.support[-1]) == (0.0, 1.0)
    team = blocks_of([0.5, 1.0, 0.0], 4, games=2, places=2)
    assert team.par == 0.5 and team.mean == 0.5
    assert [score_units(players, players) for players in (2, 3, 4)] == [4, 18, 48]
    assert blocks_of_counts([1, 0, 2, 0, 1], 2, 2) == evenly((1, 0, 2, 0, 1))
    with pytest.raises(ValueError, match="5 or 9 counts, got 2"):
        blocks_of_counts([1, 2], 2, 2)


def test_differences_on_the_same_deals_have_reference_zero():
    blocks = blocks_of([0, 0.5, -0.25, 0], 2, 2, difference=True)
    assert blocks.reference == 0 and blocks.par == 0.5
    assert blocks.mean == pytest.approx(0.0625)
    assert block_share(blocks).estimate == pytest.approx(0.0625)
    assert block_elo(blocks).estimate == pytest.approx(elo_of_share(0.5625), abs=0.3)
    assert block_share(blocks_of([0], 2, 2, difference=True)).high < 1


def test_bad_counts_are_refused():
    for counts, word in (
        ((1, -2, 3), "-2"),
        ((0, 0, 0), "all 0"),
        ((5,), "at least two"),
        ((1, float("nan"), 2), "nan"),
    ):
        with pytest.raises(BadInput, match=word):
            evenly(counts)
    with pytest.raises(BadInput, match="wrong way round"):
        llr(evenly((1, 2, 3)), 5, 0)
    with pytest.raises(BadInput, match="between 0 and 1"):
        llr(evenly((1, 2, 3)), 0, 1e9, "logistic")
    with pytest.raises(BadInput, match="bayesian"):
        llr(evenly((1, 2, 3)), 0, 5, "bayesian")
    with pytest.raises(BadInput):
        Blocks((0.0, 0.0), (1, 2), 1, 0.5, 0.5)


@settings(max_examples=300, deadline=None)
@given(
    some.lists(
        some.one_of(some.just(0), some.integers(0, 3), some.integers(0, 10**7)), min_size=2, max_size=7
    ),
    some.integers(2, 4),
)
def test_no_counts_lead_to_nan(counts, players):
    if not sum(counts):
        return
    blocks = evenly(counts, players=players, games=players)
    for model in ("logistic", "normalized"):
        assert_clean(llr(blocks, -5, 0, model))
    for result in (block_share(blocks), block_elo(blocks), block_nelo(blocks), always_valid(blocks, 1000)):
        assert_clean(result)
    assert 0 <= one_sided(blocks) <= 1
