"""The sequential test keeps its promises: error rates, cost and the always-valid interval, by
seeded simulation."""

import numpy as np
import pytest

from simcli.base.errors import BadInput
from simcli.stats.always_valid import always_valid, radius
from simcli.stats.blocks import EMPTY_CELL, evenly
from simcli.stats.elo import NORMALIZED, share_of_elo
from simcli.stats.likelihood import mean_llr, t_llr
from simcli.stats.normal import z_of
from simcli.stats.planning import expected_blocks, pass_curve, pass_probability, plan, usual_design
from simcli.stats.sequential import Hypotheses

BATCH = 50


def test_bounds():
    assert Hypotheses(0, 5, 0.05, 0.05).upper == pytest.approx(2.944, abs=5e-4)
    assert Hypotheses(0, 5).lower == pytest.approx(-4.595, abs=5e-4)


@pytest.mark.parametrize(
    "arguments, word",
    [
        ((5, 0), "wrong way"),
        ((0, 5, 0.0), "alpha 0.0"),
        ((0, 5, 0.1, 1.5), "beta 1.5"),
        ((0, 5, 0.5, 0.6), "less than 1"),
        ((0, 5, 0.1, 0.1, "x"), "'x'"),
    ],
)
def test_bad_hypotheses_are_refused(arguments, word):
    with pytest.raises(BadInput, match=word):
        Hypotheses(*arguments)


def paths(rng, chances, repeats, steps, hypotheses, players):
    """LLR after each batch, shape (repeats, steps), for blocks with the given chances of evenly
    spaced scores."""
    counts = np.maximum(rng.multinomial(BATCH, chances, size=(repeats, steps)).cumsum(axis=1), EMPTY_CELL)
    support = np.linspace(0, 1, len(chances))
    if hypotheses.model == "logistic":
        return mean_llr(
            counts, support, *(share_of_elo(elo, 1 / players) for elo in (hypotheses.elo0, hypotheses.elo1))
        )
    return t_llr(
        counts,
        support,
        1 / players,
        *(np.sqrt(players) * elo / NORMALIZED for elo in (hypotheses.elo0, hypotheses.elo1)),
    )[0]


def first_exit(ratios, lower, upper):
    """Where each path of shape (R, T) first leaves (lower, upper): index (T where it never does),
    and +1 above, -1 below, 0 never."""
    outside = (ratios <= lower) | (ratios >= upper)
    ends = outside.any(axis=1)
    index = np.where(ends, outside.argmax(axis=1), ratios.shape[1])
    last = ratios[np.arange(len(ratios)), np.minimum(index, ratios.shape[1] - 1)]
    return index, np.where(ends, np.where(last >= upper, 1, -1), 0)


def pairs(share):
    """Chances of LL .. WW with few ties, a seat effect, and the given mean."""
    p = np.array([0.245, 0.005, 0.5, 0.005, 0.245])
    shift = share - 0.5
    p[0] -= shift
    p[-1] += shift
    return p


def rotations(share):
    """Four games against three of the other, in which the candidate's seat matters."""
    law = np.array([1.0])
    for p in np.array([0.9, 1.0, 1.0, 1.1]) * share:
        law = np.convolve(law, [1 - p, p])
    return law


@pytest.mark.long
@pytest.mark.parametrize("players, law", [(2, pairs), (4, rotations)])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_and_costs(players, law, model):
    """400 tests at either hypothesis, 5% errors: no more than promised (+ 3 standard errors), and
    far cheaper than a fixed size."""
    rng = np.random.default_rng(players)
    hypotheses = Hypotheses(0, 30, 0.05, 0.05, model)
    support = np.linspace(0, 1, players * (2 if players == 2 else 1) + 1)
    middle = law(1 / players)
    deviation = np.sqrt(players * (middle @ support**2 - (middle @ support) ** 2))
    truth = (
        1 / players + 30 / NORMALIZED * deviation if model == "normalized" else share_of_elo(30, 1 / players)
    )
    design = usual_design(players)
    fixed = plan(design, hypotheses).blocks_fixed
    wrong = []
    for share, side in ((1 / players, 1), (truth, -1)):
        index, end = first_exit(
            paths(rng, law(share), 400, 60, hypotheses, players), hypotheses.lower, hypotheses.upper
        )
        assert np.mean(end == 0) < 0.02
        wrong.append(np.mean(end == side))
        assert (index.mean() + 1) * BATCH < 0.65 * fixed + BATCH
    assert max(wrong) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    assert max(wrong) > 0


@pytest.mark.long
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_of_a_small_change_on_the_same_deals(model):
    """Candidate minus baseline differs in a sixth of the deals: levels hold, at fewer deals than
    head to head."""
    rng = np.random.default_rng(13)
    hypotheses = Hypotheses(-20, 0, 0.05, 0.05, model)
    support = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    means = [0.0, share_of_elo(-20) - 0.5]
    if model == "normalized":
        means[1] = -20 / NORMALIZED * np.sqrt(2 * 0.07)
    wrong, used = [], []
    for mean, side in zip(means, (-1, 1), strict=True):
        chances = np.array([0.02, 0.06, 0.84, 0.06, 0.02]) + mean * np.array([-0.5, 0, 0, 0, 0.5])
        counts = np.maximum(rng.multinomial(BATCH, chances, size=(400, 60)).cumsum(axis=1), EMPTY_CELL)
        if model == "logistic":
            ratios = mean_llr(counts, support, share_of_elo(-20) - 0.5, 0.0)
        else:
            ratios = t_llr(counts, support, 0.0, np.sqrt(2) * -20 / NORMALIZED, 0.0)[0]
        index, end = first_exit(ratios, hypotheses.lower, hypotheses.upper)
        wrong.append(np.mean(end == side))
        used.append((index.mean() + 1) * BATCH)
    assert max(wrong) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)
    if model == "logistic":
        assert max(used) < 0.8 * plan(usual_design(2), hypotheses).blocks_h0


def test_the_error_study_can_fail():
    """Wrong bounds (those of 30% errors) are caught by the same study, and so is a field that is
    taken for par."""
    rng = np.random.default_rng(9)
    hypotheses = Hypotheses(0, 30, 0.05, 0.05, "logistic")
    loose = Hypotheses(0, 30, 0.3, 0.3)
    walk = paths(rng, pairs(0.5), 400, 60, hypotheses, 2)
    assert np.mean(first_exit(walk, loose.lower, loose.upper)[1] == 1) > 0.1
    biased = paths(rng, pairs(0.53), 400, 60, hypotheses, 2)
    assert np.mean(first_exit(biased, hypotheses.lower, hypotheses.upper)[1] == 1) > 0.2


def test_looking_often_with_a_fixed_interval_lies_and_the_sequence_does_not():
    rng = np.random.default_rng(10)
    counts = rng.multinomial(1000, pairs(0.5), size=(1000, 100)).cumsum(axis=1)
    support = np.arange(5) / 4
    n = counts.sum(axis=2)
    mean = counts @ support / n
    variance = counts @ support**2 / n - mean**2
    gap = np.abs(mean - 0.5)
    missed_sequence = np.mean((gap > radius(n, variance, 20_000)).any(axis=1))
    missed_fixed = np.mean((gap > z_of(0.95) * np.sqrt(variance / n)).any(axis=1))
    assert missed_sequence <= 0.05
    assert missed_fixed > 0.25
    one_look = np.mean(gap[:, 19] > z_of(0.95) * np.sqrt(variance[:, 19] / n[:, 19]))
    assert one_look == pytest.approx(0.05, abs=0.025)


def test_width_of_the_sequence():
    def widening(n, tightest):
        return float(radius(n, 1.0, tightest)) * np.sqrt(n) / z_of(0.95)

    assert widening(20_000, 20_000) == pytest.approx(1.55, abs=0.005)
    assert max(widening(5_000, 20_000), widening(100_000, 20_000)) <= 1.7


def test_the_sequence_says_nothing_too_early():
    assert always_valid(evenly((100, 0, 200, 0, 100)), 1000).low is None
    assert "500" in always_valid(evenly((100, 0, 200, 0, 100)), 1000).note
    assert always_valid(evenly((0, 0, 2000, 0, 0)), 1000).low is None
    wide = always_valid(evenly((1, 0, 0, 0, 9999)), 1e9)
    assert wide.high == 1.0


def test_the_decision_falls_at_the_bounds():
    hypotheses = Hypotheses(0, 30, 0.05, 0.05)
    up = [hypotheses.judge(evenly((20 * k, 0, 50 * k, 0, 30 * k))) for k in range(1, 30)]
    for decision in up:
        assert decision.state == ("H1" if decision.llr.value >= hypotheses.upper else "open")
        assert (decision.lower, decision.upper) == (hypotheses.lower, hypotheses.upper)
    assert {decision.state for decision in up} == {"open", "H1"}
    assert hypotheses.judge(evenly((900, 0, 1500, 0, 600))).state == "H0"


@pytest.mark.parametrize(
    "bounds, errors, hypothesis, middle, fixed",
    [
        ((0, 10), 0.05, 3200, 5200, 6500),
        ((0, 5), 0.01, 21700, 51000, 52300),
        ((-5, 0), 0.05, 12800, 20900, 26100),
        ((0, 2), 0.01, 136e3, 319e3, 327e3),
    ],
)
def test_planned_costs(bounds, errors, hypothesis, middle, fixed):
    costs = plan(usual_design(2), Hypotheses(*bounds, errors, errors, "logistic"))
    assert costs.blocks_h0 == pytest.approx(hypothesis, rel=0.006)
    assert costs.blocks_h1 == pytest.approx(hypothesis, rel=0.006)
    assert costs.blocks_between == pytest.approx(middle, rel=0.007)
    assert costs.blocks_fixed == pytest.approx(fixed, rel=0.006)


def test_chance_to_pass():
    design, hypotheses = usual_design(3), Hypotheses(-5, 0, 0.05, 0.02)
    assert pass_probability(design, hypotheses, -5) == pytest.approx(0.05)
    assert pass_probability(design, hypotheses, 0) == pytest.approx(0.98)
    curve = pass_curve(design, hypotheses, [-1e4, -5, -2.5, -2.5 + 1e-9, 0, 5, 1e4])
    chances = [chance for _, chance, _ in curve]
    assert chances == sorted(chances) and (chances[0], chances[-1]) == (0.0, 1.0)
    assert curve[2][2] == pytest.approx(curve[3][2], rel=1e-3)
    assert max(cost for _, _, cost in curve) == pytest.approx(
        expected_blocks(design, hypotheses, -2.5), rel=0.05
    )


def test_the_plan_is_what_happens():
    """Pairs at H1: simulated mean number of deals against the Brownian figure, within the excess of
    a batch."""
    rng = np.random.default_rng(12)
    hypotheses = Hypotheses(0, 20, 0.05, 0.05, "logistic")
    index, _ = first_exit(
        paths(rng, pairs(share_of_elo(20)), 300, 100, hypotheses, 2), hypotheses.lower, hypotheses.upper
    )
    assert (index.mean() + 1) * BATCH == pytest.approx(plan(usual_design(2), hypotheses).blocks_h1, rel=0.25)
