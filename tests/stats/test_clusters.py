import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy import stats as reference

from clean_results import assert_clean
from simcli.stats.clusters import ClusterSums, mean, share, wilson_bounds
from simcli.stats.crossing import crossing
from simcli.stats.normal import z_of
from simcli.stats.results import Interval, nothing


def wilson(wins, n) -> Interval:
    """The interval that takes all games for independent."""
    return Interval(wins / n, *wilson_bounds(wins / n, n, z_of(0.95)), 0.95, n, "wilson")


@pytest.mark.parametrize(
    "wins, n, low, high",
    [(20, 20, 0.839, 1.0), (0, 20, 0.0, 0.161), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1.0)],
)
def test_wilson(wins, n, low, high):
    interval = wilson(wins, n)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))
    outside = reference.binomtest(wins, n).proportion_ci(method="wilson")
    assert (interval.low, interval.high) == (
        pytest.approx(outside.low, abs=1e-12),
        pytest.approx(outside.high, abs=1e-12),
    )


def games_of_deals(rng, deals, games, p, correlation, repeats):
    """Wins by deal, shape (repeats, deals): a beta-binomial in which two games of a deal have the
    given correlation."""
    spread = (1 - correlation) / correlation
    return rng.binomial(games, rng.beta(p * spread, (1 - p) * spread, size=(repeats, deals)))


def coverage(intervals, truth) -> float:
    return float(np.mean([interval.low <= truth <= interval.high for interval in intervals]))


def test_variance_by_hand():
    """Deals (S, n) = (1, 2), (2, 2), (0, 1): p = 3/5, residuals -1/5, 4/5, -3/5, variance 3/2 *
    26/25 / 25."""
    sums = ClusterSums.of([1, 2, 0], [2, 2, 1])
    assert sums.ratio == pytest.approx(0.6)
    assert sums.variance == pytest.approx(1.5 * (1 + 16 + 9) / 25 / 25)


def test_one_game_a_deal_is_the_textbook_mean():
    values = np.array([20.0, 21, 25, 27, 30])
    interval = mean(ClusterSums.of(values, 1.0))
    half = 2.7764451 * values.std(ddof=1) / np.sqrt(5)
    assert interval.high - interval.estimate == pytest.approx(half, rel=1e-6)


def test_parts_add_to_the_whole():
    rng = np.random.default_rng(1)
    s, n = rng.integers(0, 5, 1000), rng.integers(1, 5, 1000)
    parts = sum(
        (ClusterSums.of(s[i : i + 100], n[i : i + 100]) for i in range(0, 1000, 100)),
        ClusterSums(0, 0, 0, 0, 0, 0),
    )
    assert parts == ClusterSums.of(s, n)


def test_intervals_at_the_ends():
    for wins, estimate in ((1.0, 1.0), (0.0, 0.0)):
        interval = share(ClusterSums.of(np.full(20, 2 * wins), 2.0))
        plain = wilson(20 * wins, 20)
        assert (interval.estimate, interval.low, interval.high) == (estimate, plain.low, plain.high)
    single = share(ClusterSums.of([2.0], [2.0]))
    assert single.low < 0.5 and single.high == 1.0 and single.note == "one deal only"
    same = share(ClusterSums.of([1.0] * 10, 2.0))
    assert same.low < 0.5 < same.high and same.note == "no variation between deals"
    nobody = share(ClusterSums.of([], []))
    assert nobody.estimate is None and nobody.note == "no data"


def test_means_without_variation_have_no_interval():
    assert mean(ClusterSums.of([28.0] * 50, 1.0)).low is None
    assert mean(ClusterSums.of([28.0], 1.0)).high is None
    big = ClusterSums.of(np.full(100_000, 0.1) * 3, 3.0)
    assert big.variance == 0.0


@settings(max_examples=200, deadline=None)
@given(some.lists(some.tuples(some.integers(0, 4), some.integers(0, 4)), max_size=30))
def test_never_nan_and_always_inside(pairs):
    wins = np.array([min(a, b) for a, b in pairs], dtype=float)
    sizes = np.array([max(a, b) for a, b in pairs], dtype=float)
    sums = ClusterSums.of(wins, sizes)
    for result in (share(sums), mean(sums)):
        assert_clean(result)
    interval = share(sums)
    assert interval.estimate is None or 0 <= interval.low <= interval.estimate <= interval.high <= 1


@pytest.mark.parametrize("p", [0.5, 0.25, 0.02])
def test_clustered_intervals_cover_and_naive_ones_do_not(p):
    rng = np.random.default_rng(4)
    wins = games_of_deals(rng, 300, 4, p, 0.4, 1500)
    clustered = coverage([share(ClusterSums.of(row, 4.0)) for row in wins], p)
    naive = coverage([wilson(row.sum(), 1200) for row in wins], p)
    assert 0.93 <= clustered <= 0.97
    assert naive < 0.88


def test_opposite_games_make_the_naive_interval_too_wide():
    """A deal that favours its first seat gives each strategy one game: pairs vary less than
    games."""
    rng = np.random.default_rng(5)
    favoured = rng.random((1000, 300, 1)) < 0.8
    first_wins = rng.random((1000, 300, 2)) < np.where(favoured, 0.95, 0.05)
    wins = first_wins[:, :, 0].astype(int) + (~first_wins[:, :, 1]).astype(int)
    clustered = [share(ClusterSums.of(row, 2.0)) for row in wins]
    assert 0.93 <= coverage(clustered, 0.5) <= 0.97
    assert coverage([wilson(row.sum(), 600) for row in wins], 0.5) > 0.995


@pytest.mark.parametrize("deals", [5, 12, 40])
def test_few_deals_are_paid_for(deals):
    rng = np.random.default_rng(6)
    wins = games_of_deals(rng, deals, 2, 0.5, 0.3, 1500)
    assert coverage([share(ClusterSums.of(row, 2.0)) for row in wins], 0.5) >= 0.93
    rounds = rng.normal(28, 3, size=(1500, deals))
    assert 0.93 <= coverage([mean(ClusterSums.of(row, 1.0)) for row in rounds], 28) <= 0.97


def test_requirements_are_judged_on_the_interval():
    interval = wilson(520, 1000)
    assert interval.within(0.4, 0.6) == "inside"
    assert interval.within(0.51, 0.53) == "undecided"
    assert interval.within(0.6, 0.7) == "outside"
    assert interval.within(0.52, 0.52) == "undecided"
    assert nothing(0.95).within(0, 1) == "undecided"
    assert interval.contains(0.5) and not interval.contains(0.6)
    assert interval.mapped(lambda s: 2 * s).estimate == pytest.approx(1.04)


def test_crossing_of_a_fair_handicap():
    shares = [wilson(wins, 10_000) for wins in (4000, 4500, 5500, 6000)]
    fair = crossing([-1, 0, 1, 2], shares, 0.5)
    assert fair.estimate == pytest.approx(0.5)
    assert 0.4 < fair.low < 0.5 < fair.high < 0.6
    assert crossing([0, 1], shares[:2], 0.5).estimate is None
    assert crossing([0, 1], shares[2:], 0.5).note == "outside the handicaps tried"
    assert crossing([], [], 0.5).estimate is None
    assert crossing([0, 1], [wilson(0, 50), wilson(50, 50)], 0.5).estimate == 0.5
