import numpy as np
import pytest

from clean_results import assert_clean
from simcli.stats.clusters import ClusterSums
from simcli.stats.vectors import VectorSums, paired_sums


def test_covariance_is_that_of_the_residuals():
    rng = np.random.default_rng(1)
    s, n = rng.integers(0, 5, (50, 3)).astype(float), rng.integers(1, 5, (50, 3)).astype(float)
    p = s.sum(0) / n.sum(0)
    residual = (s - p * n) / n.sum(0)
    sums = VectorSums.of(s, n)
    assert sums.covariance() == pytest.approx(50 / 49 * residual.T @ residual)
    assert sums.one(1) == ClusterSums.of(s[:, 1], n[:, 1])
    assert sums.ratios == pytest.approx(tuple(p))


def test_parts_and_rows_add_to_the_same():
    rng = np.random.default_rng(2)
    s, n = rng.integers(0, 5, (9000, 3)).astype(float), rng.integers(0, 3, (9000, 3)).astype(float)
    n[0] = 1
    whole = VectorSums.of(s * (n > 0), n)
    halves = VectorSums.of((s * (n > 0))[:4000], n[:4000]) + VectorSums.of((s * (n > 0))[4000:], n[4000:])
    deal, cell = np.nonzero(n)
    order = rng.permutation(len(deal))
    rows = VectorSums.of_rows(deal[order] * 7, cell[order], s[deal, cell][order], n[deal, cell][order], 3)
    for other in (halves, rows):
        assert other.clusters == whole.clusters
        assert np.array_equal(other.totals, whole.totals) and np.array_equal(other.cross, whole.cross)
    assert VectorSums.of_rows([], [], [], 1.0, 2).ratios == (None, None)


def test_differences_on_the_same_deals():
    rng = np.random.default_rng(3)
    base = rng.integers(0, 3, 400).astype(float)
    changed = rng.random(400) < 0.1
    new = np.where(changed, rng.integers(0, 3, 400), base)
    sums = paired_sums(new, 2.0, base, 2.0)
    gap = (new - base) / 2
    interval = sums.difference(0, 1)
    assert interval.estimate == pytest.approx(gap.mean())
    assert interval.half_width == pytest.approx(1.96593 * gap.std(ddof=1) / 20, rel=1e-4)
    assert sums.pairing_gain(0, 1) < 0.2


def test_identical_candidates_have_no_interval_and_no_nan():
    same = paired_sums([1.0, 0, 2, 1], 2.0, [1.0, 0, 2, 1], 2.0)
    interval = same.difference(0, 1)
    assert (interval.estimate, interval.low, interval.note) == (0.0, None, "no variation between deals")
    assert same.pairing_gain(0, 1) == pytest.approx(0.0, abs=1e-12)
    assert paired_sums([1.0], 2.0, [0.0], 2.0).difference(0, 1).low is None


def test_empty_ratios_say_nothing():
    sums = VectorSums.of([[1.0, 0], [2.0, 0]], [[2.0, 0], [2.0, 0]])
    assert sums.ratios[1] is None and sums.share(1).estimate is None
    assert sums.linear([1, -1]).estimate is None
    assert sums.linear([1, 0]).estimate == 0.75
    assert sums.equal_to(0.5).p is None
    assert_clean(sums.covariance())


def shares_of_seats(rng, repeats, deals, chances, games=3):
    return rng.multinomial(games, chances, size=(repeats, deals)).astype(float)


@pytest.mark.parametrize("deals", [12, 400])
def test_equal_seats_are_rejected_in_five_percent(deals):
    rng = np.random.default_rng(4)
    p = [
        VectorSums.of(deal, 3.0).equal_to(1 / 3).p for deal in shares_of_seats(rng, 1500, deals, [1 / 3] * 3)
    ]
    assert np.mean(np.array(p) <= 0.05) == pytest.approx(0.05, abs=0.018)


def test_an_unfair_seat_is_found():
    rng = np.random.default_rng(5)
    test = VectorSums.of(shares_of_seats(rng, 1, 2000, [0.4, 0.3, 0.3])[0], 3.0).equal_to(1 / 3)
    assert test.p < 1e-6 and test.df == (2, 1998)


def test_partners_share_one_degree_of_freedom():
    """Seats 1 and 4 win together: the covariance has rank 1."""
    rng = np.random.default_rng(6)
    first = (rng.random(1000) < 0.5).astype(float) / 2
    test = VectorSums.of(np.stack([first, 0.5 - first, 0.5 - first, first], axis=1), 1.0).equal_to(0.25)
    assert test.df == (1, 999) and 0 < test.p <= 1


def test_seats_that_never_vary():
    always = VectorSums.of([[1.0, 0.0]] * 20, 1.0)
    assert always.equal_to(0.5).p is None and always.equal_to(0.5).note == "no variation between deals"
    assert VectorSums.of([[1.0, 1.0]] * 20, 2.0).equal_to(0.5).p == 1.0
    assert VectorSums.of([[1.0, 0.0]], 1.0).equal_to(0.5).p is None
    assert always.share(0).high == 1.0 and always.share(0).low == pytest.approx(0.839, abs=5e-4)
    assert always.linear([1, -1]).note == "no variation between deals"
    # Two deals, one each way: two seats have one degree of freedom, and two deals cannot carry a test.
    assert VectorSums.of([[1.0, 0.0], [0.0, 1.0]], 1.0).equal_to(0.5).p is None
    assert_clean(always.equal_to(0.5))
