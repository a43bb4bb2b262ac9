"""Differences by deal: against the direct calculation, with deals that only one side has, and how
often the intervals hold."""

import numpy as np
import polars as pl
import pytest
from scipy import stats as reference

from simcli.analysis import paired
from simcli.analysis.paired import alongside, contrasts
from simcli.metrics.metric import MEAN as NUMBER
from simcli.metrics.metric import Metric

SHARE = Metric("share", "a share", "", pl.lit(1), pl.lit(1))
MEAN = Metric("mean", "a mean", "", pl.lit(1), pl.lit(1), NUMBER)


class Drawn:
    """Stands for a run: a seed, and drawn values by deal."""

    strategies = ("a",)

    def __init__(self, seed, deals, share, mean):
        self.seed, self.deals, self.values = seed, np.asarray(deals), np.array([share, mean], dtype=float)

    def stream(self, rows, size=40):
        for start in range(0, len(self.deals), size):
            piece = self.values[rows, start : start + size]
            yield self.deals[start : start + size], np.stack([piece, np.ones_like(piece)], axis=1)


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    monkeypatch.setattr(paired, "metrics_of", lambda *_: {})
    monkeypatch.setattr(
        paired,
        "deal_sums",
        lambda run, metrics, names, *_: run.stream([("share", "mean").index(name) for name in names]),
    )


def pair(rng, deals, gain=0.0, luck=1.0, base=0.3):
    """Two settings on the same deals: 0/1 by deal and a number by deal, both moved by the deal's
    luck."""
    by_deal = luck * rng.normal(size=deals)
    found = []
    for more in (0.0, gain):
        noise = rng.normal(size=deals)
        found.append(
            Drawn(
                1,
                np.arange(deals),
                by_deal + 0.5 * noise + more > -np.log(base),
                by_deal + 0.5 * noise + more,
            )
        )
    return found


def test_the_mean_is_that_of_the_direct_calculation():
    one, two = pair(np.random.default_rng(1), 300, 0.2)
    share, mean = contrasts([one], [two], (SHARE, MEAN))
    gaps = two.values[1] - one.values[1]
    low, high = reference.t.interval(0.95, 299, gaps.mean(), reference.sem(gaps))
    apart = two.values[1].var() + one.values[1].var()
    assert mean.pairing == "paired" and mean.difference.n == 300
    assert mean.difference.estimate == pytest.approx(gaps.mean())
    assert mean.gain == pytest.approx(gaps.var() / apart)
    assert (mean.difference.low, mean.difference.high) == pytest.approx((low, high))
    assert share.gain < 0.8 and share.difference.low < share.difference.estimate < share.difference.high


def test_other_seeds_are_independent():
    one, two = pair(np.random.default_rng(2), 300)
    two.seed = 2
    share, mean = contrasts([one], [two], (SHARE, MEAN))
    assert mean.pairing == share.pairing == "independent"
    assert mean.gain == pytest.approx(1.0, abs=0.01) and share.gain == pytest.approx(1.0, abs=0.01)


def test_some_shared_deals_lie_between():
    one, two = pair(np.random.default_rng(3), 400)
    gains = []
    for held in (400, 200, 60):
        part = Drawn(1, two.deals[:held], *two.values[:, :held])
        found = contrasts([one], [part], (MEAN,))[0]
        gains.append(found.gain)
        assert found.pairing == ("paired" if held == 400 else "partly paired") and found.difference.n == held
    assert gains == sorted(gains) and gains[0] < 0.5 < gains[-1] < 1


def test_two_runs_on_the_same_deals_count_once():
    """The same run twice in each setting is no new evidence: the interval must not shrink."""
    one, two = pair(np.random.default_rng(4), 300, 0.2)
    alone, twice = contrasts([one], [two], (MEAN,))[0], contrasts([one, one], [two, two], (MEAN,))[0]
    assert twice.difference.half_width == pytest.approx(alone.difference.half_width)


def test_what_never_happens_is_not_said_to_be_impossible():
    none = Drawn(1, np.arange(100), np.zeros(100), np.zeros(100))
    share, mean = contrasts([none], [none], (SHARE, MEAN))
    assert share.difference.estimate == 0 and 0.02 < share.difference.high == -share.difference.low < 0.06
    assert mean.difference.low is None and not mean.settled and mean.p is None


def test_identical_games_leave_the_unplayed_deals_open():
    one, _ = pair(np.random.default_rng(5), 100)
    share = contrasts([one], [one], (SHARE,))[0]
    assert share.difference.estimate == 0 and 0.02 < share.difference.high < 0.06


@pytest.mark.parametrize(("base", "most"), [(0.3, 0.975), (0.05, 1.0)])
def test_intervals_hold_as_often_as_they_say(base, most):
    """The change moves nothing here: 95% of the intervals hold 0, on shared deals; more where there
    is an event in 300 deals."""
    rng = np.random.default_rng(6)
    held = [
        [c.difference.contains(0.0) for c in contrasts([one], [two], (SHARE, MEAN))]
        for one, two in (pair(rng, 150, base=base) for _ in range(400))
    ]
    share, mean = np.mean(held, axis=0)
    assert 0.925 <= mean <= 0.975 and 0.925 <= share <= most


def test_streams_are_read_side_by_side():
    def stream(*pieces):
        return iter([(np.array(deals), np.array(deals, dtype=float) * factor) for deals, factor in pieces])

    streams = [
        stream(([0, 1, 2, 3], 1), ([7, 8], 1)),
        stream(([2, 3, 4], 10), ([5, 6, 7, 8, 9], 10)),
        stream(),
    ]
    seen = {}
    for deals, parts in alongside(streams):
        for number, (where, values) in enumerate(parts):
            for deal, value in zip(deals[where], np.atleast_1d(values), strict=False):
                assert (number, int(deal)) not in seen
                seen[number, int(deal)] = value
    assert seen == {(0, d): d for d in (0, 1, 2, 3, 7, 8)} | {(1, d): 10.0 * d for d in range(2, 10)}
