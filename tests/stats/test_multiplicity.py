import numpy as np
import pytest
from scipy import stats as reference

from simcli.stats.multiplicity import benjamini_hochberg, holm

BENJAMINI_HOCHBERG_1995 = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


def test_the_published_example_of_benjamini_and_hochberg():
    """Journal of the Royal Statistical Society B 57 (1995), section 3.2: at 0.05 four hypotheses
    fall, by Bonferroni's way three."""
    shuffled = np.random.default_rng(1).permutation(15)
    p = [BENJAMINI_HOCHBERG_1995[i] for i in shuffled]
    adjusted = benjamini_hochberg(p)
    assert sorted(p[i] for i in range(15) if adjusted[i] <= 0.05) == BENJAMINI_HOCHBERG_1995[:4]
    assert sum(q <= 0.05 for q in holm(p)) == 3
    assert adjusted == pytest.approx(list(reference.false_discovery_control(p)))


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
        [(rejected[20:]).sum() / max(1, rejected.sum()) for rejected in table <= 0.05]
        for table in (adjusted, p)
    ]
    assert np.mean(shares[0]) < 0.05
    assert np.mean(shares[1]) > 0.1
