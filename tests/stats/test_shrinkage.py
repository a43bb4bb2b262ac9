import numpy as np
import pytest

from clean_results import assert_clean
from simcli.stats.shrinkage import shrink


def test_eight_schools_are_pulled_all_the_way():
    """Rubin 1981: the scatter is less than the errors explain, so the spread is 0 and everybody
    gets the mean, 7.69."""
    schools = shrink([28, 8, -3, 7, -1, 1, 18, 12], [15, 10, 16, 11, 9, 11, 10, 18])
    assert schools.spread == 0.0 and schools.centre == pytest.approx(7.69, abs=5e-3)
    assert schools.estimates == pytest.approx([schools.centre] * 8)


def test_shrinkage_halves_the_error_of_ninety_cards():
    rng = np.random.default_rng(2)
    truth = rng.normal(0, 0.02, 90)
    errors = rng.choice([0.01, 0.03], 90)
    raw = truth + rng.normal(0, errors)
    cards = shrink(list(raw), list(errors))
    assert cards.spread == pytest.approx(0.02, rel=0.3)
    assert np.mean((np.array(cards.estimates) - truth) ** 2) < 0.6 * np.mean((raw - truth) ** 2)
    assert cards.centre == pytest.approx(0.0, abs=0.01)


def test_missing_estimates_stay_missing():
    some = shrink([None, 1.0, 2.0], [1.0, None, 1.0])
    assert some.estimates[:2] == (None, None)
    assert some.estimates[2] == 2.0
    assert shrink([], []).estimates == () and shrink([None], [None]).centre is None
    assert_clean(some)
