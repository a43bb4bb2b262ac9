import numpy as np
import pytest
from scipy import stats as reference

from clean_results import assert_clean
from simcli.stats.multiplicity import benjamini_hochberg, holm
from simcli.stats.proportions import difference, difference_test, rate, rule_of_three, wilson
from simcli.stats.quantiles import quantile, summary


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


def test_wilson_without_trials_says_nothing():
    empty = wilson(0, 0)
    assert (empty.estimate, empty.low, empty.high, empty.note) == (None, None, None, "no data")
    with pytest.raises(ValueError, match="21"):
        wilson(21, 20)


def test_rule_of_three():
    assert rule_of_three(1000) == pytest.approx(3 / 1000, rel=0.01)
    assert rule_of_three(1) == pytest.approx(0.95)
    assert rule_of_three(0) is None


@pytest.mark.parametrize(
    "a, n_a, b, n_b, low, high",
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (10, 10, 0, 20, 0.6791, 1.0),
        (10, 10, 0, 10, 0.6075, 1.0),
    ],
)
def test_newcombe_published(a, n_a, b, n_b, low, high):
    """Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10."""
    interval = difference(a, n_a, b, n_b)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


def test_errors_of_two_samples_add_in_squares():
    test = difference_test(60, 100, 50, 100)
    assert test.statistic == pytest.approx(1.43, abs=0.01)
    assert test.p > 0.05
    assert difference_test(0, 10, 0, 10).p == 1.0
    assert difference_test(1, 1, 0, 0).p is None


@pytest.mark.parametrize("events", [0, 1, 5, 100])
def test_poisson_rate(events):
    interval = rate(events, 10)
    assert interval.low == pytest.approx(reference.chi2.ppf(0.025, 2 * events) / 20 if events else 0.0)
    assert interval.high == pytest.approx(reference.chi2.ppf(0.975, 2 * events + 2) / 20)
    assert_clean(rate(0, 0))


BENJAMINI_HOCHBERG_1995 = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


def test_the_published_example_of_benjamini_and_hochberg():
    """Journal of the Royal Statistical Society B 57 (1995), section 3.2: at 0.05 four hypotheses fall, by Bonferroni's way three."""
    shuffled = np.random.default_rng(1).permutation(15)
    p = [BENJAMINI_HOCHBERG_1995[i] for i in shuffled]
    found = benjamini_hochberg(p)
    assert sorted(p[i] for i in range(15) if found[i] <= 0.05) == BENJAMINI_HOCHBERG_1995[:4]
    assert sum(q <= 0.05 for q in holm(p)) == 3
    assert found == pytest.approx(list(reference.false_discovery_control(p)))


def test_holm_by_hand_and_missing_values_stay_missing():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.01, None, 0.02]) == [pytest.approx(0.02), None, pytest.approx(0.02)]
    assert benjamini_hochberg([None]) == [None]
    assert holm([]) == []
    with pytest.raises(ValueError, match="1.5"):
        holm([1.5])


def test_false_discoveries_are_held_down_and_would_not_be_without():
    rng = np.random.default_rng(2)
    z = rng.normal(size=(400, 90))
    z[:, :20] += 3.5
    p = 2 * reference.norm.sf(abs(z))
    adjusted = np.array([benjamini_hochberg(list(row)) for row in p])
    shares = [
        [(found[20:]).sum() / max(1, found.sum()) for found in table <= 0.05] for table in (adjusted, p)
    ]
    assert np.mean(shares[0]) < 0.05
    assert np.mean(shares[1]) > 0.1


def test_summary_of_ranks():
    ranks = summary([0, 1, 2, 1])
    assert (ranks.n, ranks.mean, ranks.deviation) == (4, 2.0, pytest.approx(0.816, abs=5e-4))
    assert summary([0, 0]).mean is None
    assert summary([0] * 20 + [1, 1]).mean == 20.5
    assert summary([0, 1]).deviation is None


def test_quantiles_of_a_histogram():
    assert quantile([1, 1, 1, 1], 0.5).estimate == 1.0
    assert quantile([5], 0.5).estimate == 0.0
    assert quantile([1, 2], 0.5, values=[30, 20]).estimate == 20.0
    assert quantile([], 0.5).estimate is None
    few, many = quantile([100] * 50, 0.5, units=20), quantile([100] * 50, 0.5)
    assert few.low < many.low <= many.estimate <= many.high < few.high


def test_median_interval_covers():
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(500):
        interval = quantile(np.bincount(rng.poisson(27, size=300)), 0.5)
        covered += interval.low <= reference.poisson.median(27) <= interval.high
    assert covered >= 0.93 * 500
