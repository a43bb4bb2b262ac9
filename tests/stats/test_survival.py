from itertools import combinations

import numpy as np
import pytest
from scipy import stats as reference

from clean_results import assert_clean
from simcli.stats.survival import kaplan_meier, kaplan_meier_in_deals

# Weeks in remission under 6-MP; + is censored (Freireich et al. 1963, the textbook example of
# Kaplan-Meier).
REMISSION = [6, 6, 6, 7, 10, 13, 16, 22, 23]
CENSORED = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]


def counts(times, size=36):
    return np.bincount(times, minlength=size)


def test_the_textbook_example():
    curve = kaplan_meier(counts(REMISSION), counts(CENSORED))
    at = dict(zip(curve.times, curve.survival, strict=True))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    assert {t: round(at[t], 3) for t in published} == published
    assert curve.at_risk[6] == 21 and curve.at_risk[10] == 15 and curve.n == 21
    assert curve.quantile(0.5).estimate == 23.0
    assert (curve.low[6], curve.high[6]) == (pytest.approx(0.620, abs=5e-4), pytest.approx(0.952, abs=5e-4))
    assert (curve.low[23], curve.high[23]) == (pytest.approx(0.188, abs=5e-4), pytest.approx(0.680, abs=5e-4))


def test_bands_agree_with_scipy():
    curve = kaplan_meier(counts(REMISSION), counts(CENSORED))
    data = reference.CensoredData(uncensored=REMISSION, right=CENSORED)
    outside = reference.ecdf(data).sf
    band = outside.confidence_interval(method="log-log")
    for t, low, high in zip(outside.quantiles, band.low.probabilities, band.high.probabilities, strict=True):
        assert curve.low[int(t)] == pytest.approx(low) and curve.high[int(t)] == pytest.approx(high)


def test_medians_and_quantiles():
    curve = kaplan_meier(counts(REMISSION), counts(CENSORED))
    assert curve.quantile(0.25).estimate == 13.0
    never = curve.quantile(0.9)
    assert (never.estimate, never.note) == (None, "not reached")
    assert curve.quantile(0.5).low == 13.0 and curve.quantile(0.5).high is None
    half = kaplan_meier([0, 1, 1], [0, 0, 0])
    assert half.quantile(0.5).estimate == 1.0
    with pytest.raises(ValueError, match="1.5"):
        curve.quantile(1.5)


def test_empty_and_finished_curves_say_nothing_rather_than_nan():
    for events, censored in (([], []), ([0, 0], [0, 0]), ([0, 0], [5, 0]), ([0, 5], [0, 0]), ([1], [0])):
        curve = kaplan_meier(events, censored)
        assert_clean(curve)
        assert_clean(curve.quantile(0.5))
    assert kaplan_meier([0, 0], [5, 0]).survival == (1.0, None)
    with pytest.raises(ValueError):
        kaplan_meier([1, 2], [1])


def pairs_of(times, ended, rounds):
    """Counts of games and of pairs on one deal by what became of them."""
    fate = np.where(ended, times, times + rounds)
    table = np.zeros((2 * rounds, 2 * rounds))
    for first, second in combinations(range(times.shape[1]), 2):
        np.add.at(table, (fate[:, first], fate[:, second]), 1)
    whole = np.bincount(fate.ravel(), minlength=2 * rounds)
    return whole[:rounds], whole[rounds:], table


def curve_of(times, ended, rounds=40):
    """The clustered curve of games whose fates are given by deal, shape (deals, games)."""
    return kaplan_meier_in_deals(*pairs_of(times, ended, rounds), len(times))


def test_one_game_a_deal_gives_the_plain_curve():
    times = np.array(REMISSION + CENSORED)[:, None]
    clustered = curve_of(times, np.arange(21)[:, None] < 9, 36)
    plain = kaplan_meier(counts(REMISSION), counts(CENSORED))
    assert clustered.survival == pytest.approx(plain.survival)
    # Same idea of variance, t for z: a little wider.
    for t in (6, 13, 23):
        width, own = plain.high[t] - plain.low[t], clustered.high[t] - clustered.low[t]
        assert own == pytest.approx(width, rel=0.15)
    assert_clean(clustered)
    assert kaplan_meier_in_deals([1], [0], np.zeros((2, 2)), 1).survival == (None,)


def test_clustered_bands_cover_and_plain_ones_do_not():
    """Four games of a deal share its nobles: times within a deal are correlated."""
    rng = np.random.default_rng(1)
    hits = {"clustered": 0, "plain": 0}
    truth = np.mean(_draw(rng, 400_000)[0][:, 0] > 10)
    for _ in range(200):
        event, end = _draw(rng, 200)
        times, ended = np.minimum(event, end), event <= end
        clustered = curve_of(times, ended)
        plain = kaplan_meier(counts(times[ended], 40), counts(times[~ended], 40))
        hits["clustered"] += clustered.low[10] <= truth <= clustered.high[10]
        hits["plain"] += plain.low[10] <= truth <= plain.high[10]
    assert 0.92 <= hits["clustered"] / 200 <= 0.98
    assert hits["plain"] / 200 < 0.85


@pytest.mark.parametrize("games", [1, 2, 4])
def test_the_variance_is_that_of_the_hazards_by_deal(games):
    """Var(log S) from the covariance of all hazards, each a ratio of sums by deal."""
    event, end = (times[:, :games] for times in _draw(np.random.default_rng(5), 300))
    times, ended = np.minimum(event, end), event <= end
    curve = curve_of(times, ended)
    grid = np.arange(40)
    came = ((times[:, :, None] == grid) & ended[:, :, None]).sum(axis=1)
    exposed = (times[:, :, None] >= grid).sum(axis=1)
    at_risk = exposed.sum(axis=0)
    hazard = came.sum(axis=0) / np.maximum(at_risk, 1)
    residuals = (came - hazard * exposed) / np.maximum(at_risk, 1) / np.where(hazard < 1, 1 - hazard, 1)
    variance = 300 / 299 * (residuals.cumsum(axis=1) ** 2).sum(axis=0)
    survival = np.cumprod(1 - hazard)
    assert curve.at_risk == tuple(at_risk) and curve.n == 300
    for t in np.flatnonzero((at_risk > 0) & (survival > 0) & (survival < 1)):
        spread = reference.t.ppf(0.975, 299) * np.sqrt(variance[t]) / -np.log(survival[t])
        band = survival[t] ** np.exp(spread), survival[t] ** np.exp(-spread)
        assert (curve.low[t], curve.high[t]) == pytest.approx(band, rel=1e-9)
        assert curve.survival[t] == pytest.approx(survival[t])
    with pytest.raises(ValueError, match="pairs of 80 by 80"):
        kaplan_meier_in_deals(np.zeros(40), np.zeros(40), np.zeros((40, 40)), 3)


def _draw(rng, deals):
    slow = rng.integers(4, 18, size=(deals, 1))
    return np.minimum(39, slow + rng.poisson(2, size=(deals, 4))), rng.integers(10, 39, size=(deals, 4))
