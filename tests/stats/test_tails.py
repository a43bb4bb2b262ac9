import pytest
from scipy import special as reference_special
from scipy import stats as reference

from simcli.stats.normal import chi_square_tail, finite, normal_cdf, t_of, t_tail, two_sided_p, z_of
from simcli.stats.special import lower_beta, upper_gamma


@pytest.mark.parametrize("a", [0.5, 1, 2.5, 30, 1000])
@pytest.mark.parametrize("x", [0, 1e-6, 0.3, 1, 3, 29, 40, 1000, 5000])
def test_incomplete_gamma_agrees_with_scipy(a, x):
    assert upper_gamma(a, x) == pytest.approx(reference_special.gammaincc(a, x), rel=1e-9, abs=1e-290)


@pytest.mark.parametrize("a, b", [(0.5, 0.5), (1, 3), (20, 0.5), (500, 0.5), (3, 4000)])
@pytest.mark.parametrize("x", [0, 1e-5, 0.1, 0.5, 0.9, 0.9999, 1])
def test_incomplete_beta_agrees_with_scipy(a, b, x):
    assert lower_beta(a, b, x) == pytest.approx(reference_special.betainc(a, b, x), rel=1e-9, abs=1e-200)


def test_functions_refuse_what_has_no_value():
    with pytest.raises(ValueError, match="-1"):
        upper_gamma(2, -1)
    with pytest.raises(ValueError, match="2"):
        lower_beta(1, 1, 2)
    with pytest.raises(ValueError, match="95"):
        z_of(95)


def test_normal_values():
    assert z_of(0.95) == pytest.approx(1.959963985, abs=1e-9)
    assert normal_cdf(-10) == pytest.approx(reference.norm.sf(10), rel=1e-12)
    assert two_sided_p(1.959963985) == pytest.approx(0.05, abs=1e-9)


@pytest.mark.parametrize("df", [1, 2, 5, 30, 1000, 150_000, 10_000_000])
def test_t_quantiles(df):
    assert t_of(0.95, df) == pytest.approx(reference.t.ppf(0.975, df), rel=2e-5)
    assert t_tail(1.5, df) == pytest.approx(reference.t.sf(1.5, df), rel=2e-5)


@pytest.mark.parametrize("df", [1, 2, 3, 10, 88])
@pytest.mark.parametrize("p", [0.001, 0.5, 0.95, 0.999])
def test_chi_square(p, df):
    assert chi_square_tail(reference.chi2.ppf(p, df), df) == pytest.approx(1 - p, rel=1e-9)


def test_nothing_infinite_passes_the_gate():
    assert (
        finite(float("nan")) is None
        and finite(float("inf")) is None
        and finite(None) is None
        and finite(2) == 2.0
    )
