from itertools import combinations

import numpy as np
import pytest
from scipy import stats as reference

from clean_results import assert_clean
from simcli.stats.survival import kaplan_meier, kaplan_meier_clustered, kaplan_meier_in_deals
from simcli.stats.vectors import VectorSums

# Weeks in remission under 6-MP; + is censored (Freireich et al. 1963, the textbook example of Kaplan-Meier).
REMISSION = [6, 6, 6, 7, 10, 13, 16, 22, 23]
CENSORED = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]


def counts(times, size=36):
    return np.bincount(times, minlength=size)


def test_the_textbook_example():
    curve = kaplan_meier(counts(REMISSION), counts(CENSORED))
    at = {t: s for t, s in zip(curve.times, curve.survival, strict=True)}
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


def test_chance_by_a_round_and_mean_up_to_a_horizon():
    curve = kaplan_meier([0, 2, 0, 2], [0, 0, 4, 0])
    assert curve.happened(1).estimate == pytest.approx(0.25)
    assert curve.happened(2).low == pytest.approx(1 - curve.high[2])
    assert curve.happened(3).estimate == 1.0 and curve.happened(3).low is None
    assert curve.restricted_mean(3) == pytest.approx(1 + 0.75 + 0.75)
    assert curve.happened(-1).estimate is None


def test_empty_and_finished_curves_say_nothing_rather_than_nan():
    for events, censored in (([], []), ([0, 0], [0, 0]), ([0, 0], [5, 0]), ([0, 5], [0, 0]), ([1], [0])):
        curve = kaplan_meier(events, censored)
        assert_clean(curve)
        assert_clean(curve.quantile(0.5))
    assert kaplan_meier([0, 0], [5, 0]).survival == (1.0, None)
    assert kaplan_meier([0, 0], [5, 0]).restricted_mean(2) is None
    with pytest.raises(ValueError):
        kaplan_meier([1, 2], [1])


def hazards(times, ended, rounds):
    """Events and games at risk by deal and round from times (deals, games) and whether the event came."""
    grid = np.arange(rounds)
    events = ((times[:, :, None] == grid) & ended[:, :, None]).sum(axis=1)
    return VectorSums.of(events, (times[:, :, None] >= grid).sum(axis=1))


def test_one_game_a_deal_gives_the_plain_curve():
    times = np.array(REMISSION + CENSORED)[:, None]
    clustered = kaplan_meier_clustered(hazards(times, np.arange(21)[:, None] < 9, 36))
    plain = kaplan_meier(counts(REMISSION), counts(CENSORED))
    assert clustered.survival == pytest.approx(plain.survival)
    # Same idea of variance, t for z: a little wider.
    for t in (6, 13, 23):
        width, own = plain.high[t] - plain.low[t], clustered.high[t] - clustered.low[t]
        assert own == pytest.approx(width, rel=0.15)
    assert_clean(clustered)
    assert kaplan_meier_clustered(VectorSums.of([[1.0]], [[1.0]])).survival == (None,)


def test_clustered_bands_cover_and_plain_ones_do_not():
    """Four games of a deal share its nobles: times within a deal hang together."""
    rng = np.random.default_rng(1)
    hits = {"clustered": 0, "plain": 0}
    truth = np.mean(_draw(rng, 400_000)[0][:, 0] > 10)
    for _ in range(200):
        event, end = _draw(rng, 200)
        times, ended = np.minimum(event, end), event <= end
        clustered = kaplan_meier_clustered(hazards(times, ended, 40))
        plain = kaplan_meier(counts(times[ended], 40), counts(times[~ended], 40))
        hits["clustered"] += clustered.low[10] <= truth <= clustered.high[10]
        hits["plain"] += plain.low[10] <= truth <= plain.high[10]
    assert 0.92 <= hits["clustered"] / 200 <= 0.98
    assert hits["plain"] / 200 < 0.85


def pairs_of(times, ended, rounds):
    """Counts of games and of pairs on one deal by what became of them."""
    fate = np.where(ended, times, times + rounds)
    table = np.zeros((2 * rounds, 2 * rounds))
    for one, two in combinations(range(times.shape[1]), 2):
        np.add.at(table, (fate[:, one], fate[:, two]), 1)
    whole = np.bincount(fate.ravel(), minlength=2 * rounds)
    return whole[:rounds], whole[rounds:], table


@pytest.mark.parametrize("games", [1, 2, 4])
def test_pairs_of_games_give_the_clustered_curve(games):
    event, end = (times[:, :games] for times in _draw(np.random.default_rng(5), 300))
    times, ended = np.minimum(event, end), event <= end
    by_deal = kaplan_meier_clustered(hazards(times, ended, 40))
    by_pairs = kaplan_meier_in_deals(*pairs_of(times, ended, 40), 300)
    assert by_pairs.at_risk == by_deal.at_risk and by_pairs.n == 300
    for name in ("survival", "low", "high"):
        ours, theirs = (
            [-1.0 if value is None else value for value in getattr(curve, name)]
            for curve in (by_pairs, by_deal)
        )
        assert ours == pytest.approx(theirs, rel=1e-9), name
    with pytest.raises(ValueError, match="pairs of 80 by 80"):
        kaplan_meier_in_deals(np.zeros(40), np.zeros(40), np.zeros((40, 40)), 3)


def _draw(rng, deals):
    slow = rng.integers(4, 18, size=(deals, 1))
    return np.minimum(39, slow + rng.poisson(2, size=(deals, 4))), rng.integers(10, 39, size=(deals, 4))
