"""Sums by deal give the clustered intervals that the deals one by one give, add over parts, and
cover what they should."""

import numpy as np
import pytest

from simcli.analysis.sums import covariance, difference, ratio, share, sums_by_deal
from simcli.stats.clusters import ClusterSums
from simcli.stats.clusters import share as cluster_share


def drawn(seed: int, deals: int = 400, games: int = 3):
    rng = np.random.default_rng(seed)
    chance = np.repeat(rng.beta(3, 3, deals), games)
    played = rng.random(deals * games) < 0.95
    return {
        "won": (rng.random(deals * games) < chance) & played,
        "played": played,
        "other": rng.random(deals * games),
    }, games


def test_agrees_with_the_deals_one_by_one():
    measures, games = drawn(1)
    sums = sums_by_deal(measures, games)
    ours = share([sums], "won", "played")
    wins, sizes = (measures[name].reshape(-1, games).sum(axis=1) for name in ("won", "played"))
    theirs = cluster_share(ClusterSums.of(wins, sizes))
    assert ours.value == pytest.approx(theirs.estimate)
    # Ours takes the mean residual off as well, which is zero in one run up to rounding.
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    assert ours.deals == 400


def test_parts_add():
    measures, games = drawn(2)
    cut = 100 * games
    parts = [
        sums_by_deal({name: values[part] for name, values in measures.items()}, games)
        for part in (slice(0, cut), slice(cut, None))
    ]
    whole = sums_by_deal(measures, games)
    added = parts[0] + parts[1]
    assert added.deals == whole.deals
    assert np.allclose(added.cross, whole.cross) and np.allclose(added.total, whole.total)


def test_one_deal_has_no_interval_and_none_no_estimate():
    one = sums_by_deal({"won": np.array([1.0, 0.0]), "played": np.ones(2)}, 2)
    assert share([one], "won", "played").low is None
    none = sums_by_deal({"won": np.zeros(4), "played": np.zeros(4)}, 2)
    assert share([none], "won", "played") is None


def test_what_never_varies_has_a_wide_share_and_no_spread_as_a_mean():
    sums = sums_by_deal({"won": np.zeros(40), "played": np.ones(40)}, 2)
    found = share([sums], "won", "played")
    assert found.value == 0 and found.low == 0 and 0.1 < found.high < 0.2
    always = ratio([sums], "played", "played")
    assert (always.value, always.se) == (1.0, 0.0)


def test_difference_on_the_same_deals():
    measures, games = drawn(3)
    sums = sums_by_deal(measures, games)
    found = difference([sums], ("won", "played"), ("other", "played"))
    gap = (measures["won"] - measures["other"]).reshape(-1, games).sum(axis=1)
    sizes = measures["played"].reshape(-1, games).sum(axis=1)
    value = gap.sum() / sizes.sum()
    error = np.sqrt(400 / 399 * ((gap - value * sizes) ** 2).sum()) / sizes.sum()
    assert (found.value, found.se) == pytest.approx((value, error))


def test_covariance_holds_the_variances():
    measures, games = drawn(4)
    sums = sums_by_deal(measures, games)
    matrix = covariance([sums], ["won", "other"], "played")
    assert np.sqrt(np.diag(matrix)) == pytest.approx(
        [ratio([sums], name, "played").se for name in ("won", "other")]
    )


def test_the_intervals_cover():
    covered = 0
    for seed in range(300):
        measures, games = drawn(1000 + seed, deals=150)
        found = share([sums_by_deal(measures, games)], "won", "played")
        covered += found.low <= 0.5 <= found.high
    # 285 of 300 are wanted; four standard errors are 15.
    assert 268 <= covered <= 299
