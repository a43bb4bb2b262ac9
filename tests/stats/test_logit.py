import numpy as np
import pytest

from clean_results import assert_clean
from simcli.stats.calibration import brier
from simcli.stats.logit import fit_binary

TEMPERATURE = [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58]
DAMAGE = [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1]


def ones(*columns):
    return np.column_stack([np.ones(len(columns[0])), *columns])


def test_the_space_shuttle_as_published():
    """O-rings against temperature (Dalal, Fowlkes and Hoadley 1989): 15.0429 - 0.2322 t."""
    fit = fit_binary(ones(TEMPERATURE), DAMAGE)
    assert fit.coefficients == pytest.approx([15.0429, -0.2322], abs=5e-5)
    assert fit.predict([[1, 31]])[0] == pytest.approx(0.9996, abs=5e-5)


def test_grouped_rows_are_the_same_as_single_ones():
    features, hits, trials = ones([0, 1, 2]), [3, 5, 8], [10, 10, 10]
    single = np.repeat(features, 10, axis=0)
    outcome = np.concatenate([np.arange(10) < h for h in hits])
    assert fit_binary(features, hits, trials).coefficients == pytest.approx(
        fit_binary(single, outcome).coefficients, abs=1e-8
    )


def test_separation_is_told_and_predictions_stay_usable():
    fit = fit_binary(ones([1, 2, 3, 4]), [0, 0, 1, 1])
    assert fit.separated
    assert fit.predict(ones([1, 4])) == pytest.approx([0, 1], abs=1e-3)
    rare = np.zeros(2000)
    rare[:5] = 1
    outcome = np.random.default_rng(1).random(2000) < 0.5
    outcome[:5] = True
    assert fit_binary(ones(rare), outcome).separated
    twice = fit_binary(np.column_stack([np.ones(50), np.arange(50), np.arange(50)]), np.arange(50) % 3 == 0)
    assert twice.separated
    assert_clean(twice.predict([[1, 2, 2]]))
    assert not fit_binary(ones(TEMPERATURE), DAMAGE).separated


def test_brier_scores():
    assert brier([0.9, 0.2], [1, 0]) == pytest.approx((0.01 + 0.04) / 2)
    assert brier([0.9, 0.2], [1, 0], [1, 3]) == pytest.approx((0.01 + 3 * 0.04) / 4)
    assert brier([], []) is None
