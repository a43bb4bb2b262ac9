import numpy as np
import pytest

from clean_results import assert_clean
from simcli.stats.shrinkage import shrink
from simcli.stats.strata import odds_ratio, stratified_difference, stratified_difference_clustered
from simcli.stats.vectors import VectorSums

# Admissions to Berkeley 1973 by department: men admitted, men refused, women admitted, women refused (Bickel, Hammel and O'Connell 1975).
MEN_IN, MEN_OUT = [512, 353, 120, 138, 53, 22], [313, 207, 205, 279, 138, 351]
WOMEN_IN, WOMEN_OUT = [89, 17, 202, 131, 94, 24], [19, 8, 391, 244, 299, 317]


def test_berkeley_as_published():
    """R's mantelhaen.test(UCBAdmissions): common odds ratio 0.9046968, 95% 0.7719074 to 1.0603298, corrected chi-square 1.4269."""
    ratio, test = odds_ratio(MEN_IN, MEN_OUT, WOMEN_IN, WOMEN_OUT)
    assert ratio.estimate == pytest.approx(0.9046968, abs=1e-7)
    assert (ratio.low, ratio.high) == (pytest.approx(0.7719074, abs=1e-6), pytest.approx(1.0603298, abs=1e-6))
    a, b, c, d = (np.array(v, dtype=float) for v in (MEN_IN, MEN_OUT, WOMEN_IN, WOMEN_OUT))
    n = a + b + c + d
    variance = ((a + b) * (c + d) * (a + c) * (b + d) / n**2 / (n - 1)).sum()
    assert (np.sqrt(test.statistic * variance) - 0.5) ** 2 / variance == pytest.approx(1.4269, abs=5e-5)


def test_the_paradox_goes_away_within_strata():
    men, women = np.add(MEN_IN, MEN_OUT), np.add(WOMEN_IN, WOMEN_OUT)
    crude = sum(MEN_IN) / men.sum() - sum(WOMEN_IN) / women.sum()
    found = stratified_difference(men, MEN_IN, MEN_IN, women, WOMEN_IN, WOMEN_IN)
    assert crude > 0.1
    assert found.difference.estimate < 0
    assert found.strata == 6 and found.left_out == 0


def test_strata_with_one_group_only_fall_out_and_are_counted():
    found = stratified_difference([10, 5], [5, 5], [5, 5], [10, 0], [4, 0], [4, 0])
    assert found.strata == 1 and found.left_out == 5
    assert found.difference.estimate == pytest.approx(0.1)
    nothing = stratified_difference([10], [5], [5], [0], [0], [0])
    assert nothing.difference.estimate is None and nothing.left_out == 10
    certain = stratified_difference([10], [10], [10], [10], [0], [0])
    assert (certain.difference.estimate, certain.difference.low) == (1.0, None)
    assert_clean((found, nothing, certain))
    assert_clean([odds_ratio(*([v] for v in table)) for table in ((5, 0, 0, 5), (0, 0, 0, 0), (1, 1, 1, 1))])
    assert odds_ratio([5], [0], [0], [5])[0].note == "no finite odds ratio"


def cells(rng, deals):
    """Four rows a deal in 2 strata x 2 groups, the deal's luck in all of them; group 1 adds 0.1 within each stratum."""
    luck = rng.normal(0, 0.3, size=(deals, 1))
    stratum = rng.integers(0, 2, size=(deals, 1)) + np.zeros((1, 4), dtype=int)
    group = rng.random((deals, 4)) < np.where(stratum == 1, 0.7, 0.3)
    value = 0.3 * stratum + 0.1 * group + luck + rng.normal(0, 0.1, size=(deals, 4))
    return np.repeat(np.arange(deals), 4), (np.where(group, 0, 2) + stratum).ravel(), value.ravel()


def test_the_clustered_difference_covers():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        deal, cell, value = cells(rng, 150)
        found = stratified_difference_clustered(VectorSums.of_rows(deal, cell, value, 1.0, 4)).difference
        hits += found.low <= 0.1 <= found.high
    assert 0.92 <= hits / 400 <= 0.98
    deal, cell, value = cells(rng, 150)
    n, s, q = (np.bincount(cell, w, 4) for w in (np.ones(600), value, value**2))
    plain = stratified_difference(n[:2], s[:2], q[:2], n[2:], s[2:], q[2:]).difference
    clustered = stratified_difference_clustered(VectorSums.of_rows(deal, cell, value, 1.0, 4)).difference
    assert plain.estimate == pytest.approx(clustered.estimate)


def test_eight_schools_are_pulled_all_the_way():
    """Rubin 1981: the scatter is less than the errors explain, so the spread is 0 and everybody gets the mean, 7.69."""
    schools = shrink([28, 8, -3, 7, -1, 1, 18, 12], [15, 10, 16, 11, 9, 11, 10, 18])
    assert schools.spread == 0.0 and schools.centre == pytest.approx(7.69, abs=5e-3)
    assert schools.estimates == pytest.approx([schools.centre] * 8)


def test_shrinkage_halves_the_error_of_ninety_cards():
    rng = np.random.default_rng(2)
    truth = rng.normal(0, 0.02, 90)
    errors = rng.choice([0.01, 0.03], 90)
    raw = truth + rng.normal(0, errors)
    cards = shrink(list(raw), list(errors), centre=0.0)
    assert cards.spread == pytest.approx(0.02, rel=0.3)
    assert np.mean((np.array(cards.estimates) - truth) ** 2) < 0.6 * np.mean((raw - truth) ** 2)
    covered = np.abs(np.array(cards.estimates) - truth) < 1.96 * np.array(cards.deviations)
    assert covered.mean() >= 0.9


def test_missing_estimates_stay_missing():
    some = shrink([None, 1.0, 2.0], [1.0, None, 1.0])
    assert some.estimates[:2] == (None, None) and some.n == 1
    assert some.estimates[2] == 2.0
    assert shrink([], []).n == 0 and shrink([None], [None]).centre is None
    held = shrink([3.0], [1.0], centre=0.0)
    assert held.estimates[0] == pytest.approx(3 * 8 / 9)
    assert_clean((some, held))
