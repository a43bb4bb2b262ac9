"""`simcli sprt` against published values, and `simcli plan`."""

import json

import pytest

# counts from worst to best, bounds, LLR logistic, LLR normalized, Elo, half its interval, 1 - p,
# normalized Elo
GOLDEN = [
    ("39,2226,31451,2412,40", "0.764,3.439", -27.865237, 2.162941, 0.9030, 0.6625, 0.996222, 3.4508),
    ("379,10170,21828,10640,343", "0,2", 3.125676, 2.945495, 1.5946, 1.2087, 0.995139, 3.0505),
    ("10789,19328,33806,19402,10543", "-3,1", 2.131068, 0.300870, -0.7736, 1.2776, 0.117659, -0.9516),
    ("13,37,50,25,3", "0,4", -0.802228, -0.549125, -43.6578, 29.4272, 0.001610, -63.97),
    ("365,16618,36229,16974,390", "0,2", -0.005920, 2.250368, 0.9993, 0.9231, 0.983078, 1.9623),
    ("120,0,500,0,160", "0,5", 1.380714, 1.197729, 17.8328, 14.6019, 0.991786, 21.105),
    ("2000,0,5800,0,2200", "0,5", 4.388749, 4.210442, 6.9496, 4.4130, 0.998991, 7.5853),
]


@pytest.mark.parametrize("counts, bounds, logistic, normalized, elo, half, los, nelo", GOLDEN)
def test_golden_values(simcli, counts, bounds, logistic, normalized, elo, half, los, nelo):
    found = json.loads(simcli("sprt", counts, "--bounds", bounds, "--json").out)
    assert found["llr"] == pytest.approx(normalized, abs=1e-6)
    assert json.loads(
        simcli("sprt", *counts.split(","), "--bounds", bounds, "--json", "--model", "logistic").out
    )["llr"] == pytest.approx(logistic, abs=1e-6)
    assert found["elo"] == pytest.approx(elo, abs=5e-5)
    span = found["intervals"]["elo"]
    assert (span["high"] - span["low"]) / 2 == pytest.approx(half, abs=5e-5)
    assert found["los"] == pytest.approx(los, abs=1e-6)
    assert found["nelo"] == pytest.approx(nelo, abs=5e-3)


def test_one_score_only_is_named(simcli):
    found = json.loads(simcli("sprt", "0,0,100000,0,0", "--json").out)
    assert found["identical"] and found["los"] == 0.5 and found["llr"] == pytest.approx(-41.40, abs=5e-3)


@pytest.mark.parametrize("counts", ["0,0,0,0,20", "20,0,0,0,0", "0,20,0", "1,0,0,0,0", "0,1"])
def test_nothing_is_nan_at_the_ends(simcli, counts):
    outcome = simcli("sprt", counts, "--json")
    assert outcome.code == 0 and "NaN" not in outcome.out and "Infinity" not in outcome.out
    assert simcli("sprt", counts).code == 0


@pytest.mark.parametrize(
    "words, told",
    [
        (["5"], "at least two"),
        (["1", "2", "x"], "'x'"),
        (["0", "0", "0"], "all 0"),
        (["1", "2", "3", "--bounds", "5,0"], "smaller"),
        (["1", "2", "3", "--bounds", "nan,0"], "nan,0"),
        (["1", "2", "3", "--alpha", "1"], "--alpha"),
        (["1", "2", "3", "--model", "foo"], "'foo'"),
    ],
)
def test_bad_input(refused, words, told):
    refused("sprt", *words, words=[told])


def test_plan(simcli, refused):
    found = json.loads(
        simcli("plan", "--bounds", "0,5", "--model", "logistic", "--players", "2,4", "--json").out
    )["plans"]
    assert found[0]["games_fixed"] == pytest.approx(2 * 52_300, rel=0.01)
    assert found[0]["games_h0"] == pytest.approx(2 * 21_700, rel=0.01)
    assert all(each["games_h0"] < 0.55 * each["games_fixed"] for each in found)
    assert "half-way" in simcli("plan").out
    refused("plan", "--players", "5", words=["5"])
    refused("plan", "--variance", "0", words=["'0'"])
