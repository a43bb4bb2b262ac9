import numpy as np
import pytest
from scipy import optimize

from clean_results import assert_clean
from simcli.stats.calibration import brier, brier_skill, calibration_table
from simcli.stats.logit import fit_binary, fit_conditional, fit_multinomial

TEMPERATURE = [66, 70, 69, 68, 67, 72, 73, 70, 57, 63, 70, 78, 67, 53, 67, 75, 70, 81, 76, 79, 75, 76, 58]
DAMAGE = [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1]


def ones(*columns):
    return np.column_stack([np.ones(len(columns[0])), *columns])


def test_the_space_shuttle_as_published():
    """O-rings against temperature (Dalal, Fowlkes and Hoadley 1989): 15.0429 - 0.2322 t, standard errors 7.3786 and 0.1082."""
    fit = fit_binary(ones(TEMPERATURE), DAMAGE)
    assert fit.coefficients == pytest.approx([15.0429, -0.2322], abs=5e-5)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx([7.3786, 0.1082], abs=6e-5)
    assert fit.coefficient(1).high == pytest.approx(-0.2322 + 1.96 * 0.1082, abs=5e-4)
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
    assert fit.separated and fit.coefficient(1).estimate is None and "separated" in fit.coefficient(1).note
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


def test_multinomial_reaches_the_maximum():
    rng = np.random.default_rng(2)
    features = ones(rng.normal(size=400), rng.normal(size=400))
    truth = np.array([[0.2, 0.5, -0.3], [-0.4, 0.0, 0.8]])
    scores = np.concatenate([np.zeros((400, 1)), features @ truth.T], axis=1)
    classes = (scores + rng.gumbel(size=scores.shape)).argmax(axis=1)
    fit = fit_multinomial(features, classes, 3)

    def loss(b):
        s = np.concatenate([np.zeros((400, 1)), features @ b.reshape(2, 3).T], axis=1)
        return -(s[np.arange(400), classes] - np.log(np.exp(s).sum(axis=1))).sum()

    best = optimize.minimize(loss, np.zeros(6), tol=1e-12)
    assert fit.coefficients.ravel() == pytest.approx(best.x, abs=2e-4)
    assert fit.log_likelihood == pytest.approx(-best.fun, abs=1e-5)
    steps = 1e-3 * np.eye(6)
    b = fit.coefficients.ravel()
    bent = (
        np.array(
            [
                [loss(b + i + j) - loss(b + i - j) - loss(b - i + j) + loss(b - i - j) for i in steps]
                for j in steps
            ]
        )
        / 4e-6
    )
    assert fit.covariance == pytest.approx(np.linalg.inv(bent), rel=1e-3, abs=1e-6)
    assert fit.predict(features).sum(axis=1) == pytest.approx(np.ones(400))
    two = fit_multinomial(ones(TEMPERATURE), np.array(DAMAGE), 2)
    assert two.coefficients[0] == pytest.approx([15.0429, -0.2322], abs=5e-5)


def seats_model(rng, games, effect, luck=0.0, cluster=1):
    """Features (games, 3, 2) and win shares; games of a cluster share their luck."""
    features = rng.normal(size=(games, 3, 2))
    features[:, :, 1] = np.repeat(rng.normal(size=(games // cluster, 3)), cluster, axis=0)
    score = features @ effect + np.repeat(rng.normal(0, luck, size=(games // cluster, 3)), cluster, axis=0)
    return features, np.eye(3)[(score + rng.gumbel(size=score.shape)).argmax(axis=1)]


def test_conditional_logit_recovers_and_ignores_what_all_seats_share():
    rng = np.random.default_rng(3)
    features, shares = seats_model(rng, 20_000, np.array([0.5, -0.2]))
    fit = fit_conditional(features, shares)
    assert fit.coefficients == pytest.approx([0.5, -0.2], abs=0.04)
    shifted = fit_conditional(features + 100, shares)
    assert shifted.coefficients == pytest.approx(fit.coefficients, abs=1e-6)
    unfinished = fit_conditional(
        np.concatenate([features, features[:50]]), np.concatenate([shares, np.zeros((50, 3))])
    )
    assert unfinished.coefficients == pytest.approx(fit.coefficients, abs=1e-8)
    assert fit.predict(features).sum(axis=1) == pytest.approx(np.ones(20_000))


def test_clustered_errors_cover_and_plain_ones_do_not():
    rng = np.random.default_rng(4)
    hits = {"clustered": 0, "plain": 0}
    # The luck of a deal pulls the coefficient towards 0; with a true effect of 0 it stays 0.
    for _ in range(200):
        features, shares = seats_model(rng, 1200, np.zeros(2), luck=1.0, cluster=6)
        for name, clusters in (("clustered", np.repeat(np.arange(200), 6)), ("plain", None)):
            interval = fit_conditional(features, shares, clusters=clusters).coefficient(1)
            hits[name] += interval.low <= 0 <= interval.high
    assert hits["clustered"] / 200 >= 0.91
    assert hits["plain"] / 200 < 0.85


def test_robust_errors_of_binary_and_multinomial_agree():
    rng = np.random.default_rng(5)
    features = ones(rng.normal(size=300))
    outcome = (rng.random(300) < 0.4).astype(int)
    labels = np.arange(300) // 3
    binary, multinomial = (
        fit_binary(features, outcome, clusters=labels),
        fit_multinomial(features, outcome, 2, clusters=labels),
    )
    assert binary.covariance == pytest.approx(multinomial.covariance, abs=1e-9)
    residual = features * (outcome - binary.predict(features))[:, None]
    sums = residual.reshape(100, 3, 2).sum(axis=1)
    p = binary.predict(features)
    bread = np.linalg.inv((features * (p * (1 - p))[:, None]).T @ features)
    assert binary.covariance == pytest.approx(bread @ sums.T @ sums @ bread * 100 / 99, rel=1e-6)


def test_brier_scores():
    assert brier([0.9, 0.2], [1, 0]) == pytest.approx((0.01 + 0.04) / 2)
    assert brier([[0.5, 0.5], [1, 0]], [[1, 0], [1, 0]]) == pytest.approx(0.25)
    assert brier([], []) is None
    assert brier_skill([0.5, 0.5], [1, 0], 0.5) == 0.0
    assert brier_skill([1.0, 0.0], [1, 0], 0.5) == 1.0
    assert brier_skill([1.0], [1], 1.0) is None


def test_calibration_table():
    rng = np.random.default_rng(6)
    chances = rng.random(20_000)
    good = calibration_table(chances, rng.random(20_000) < chances)
    assert sum(row.observed.low <= row.predicted <= row.observed.high for row in good) >= 8
    overconfident = calibration_table(chances, rng.random(20_000) < 0.25 + chances / 2)
    assert sum(row.observed.low <= row.predicted <= row.observed.high for row in overconfident) <= 3
    empty = calibration_table([0.05], [1])
    assert empty[0].n == 1 and empty[5].predicted is None
    assert calibration_table([1.0], [1])[9].n == 1
    assert_clean(empty)
