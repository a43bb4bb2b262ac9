"""Metrics that the user defines: values by hand, everywhere they may stand, and bad definitions
refused."""

import json

import polars as pl
import pytest

from simcli.base.errors import BadInput
from simcli.metrics.metric import GAME, SEAT
from simcli.metrics.own import parse_metric, parse_metrics


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    from simcli.cli.app import main

    folder = tmp_path_factory.mktemp("own") / "run"
    with pytest.raises(SystemExit) as end:
        main(["run", "greedy", "random", "--games", "300", "--out", str(folder), "-q"])
    assert not end.value.code
    return folder


def values(run, *definitions):
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs

    (answer,) = analyse(open_runs([run]), parse_metrics(definitions)).settings
    return answer.values


def test_values_are_those_of_the_tables(run):
    games, seats = (pl.read_parquet(run / name) for name in ("games", "seats"))
    found = values(
        run,
        "blowout = margin >= 8",
        "by_prestige = decided_by = 'prestige'",
        "hoard = reserves_table + reserves_deck",
        "quick = win_share > 0 AND rounds < 30",
        "pace=turns / rounds",
        "greedy_nobles = CASE WHEN strategy = 'greedy' THEN nobles END",
    )
    margin = games["margin"].drop_nulls()
    assert found["blowout"].value == pytest.approx((margin >= 8).mean()) and found["blowout"].n == len(margin)
    assert found["by_prestige"].value == pytest.approx(
        (games["decided_by"].drop_nulls().cast(str) == "prestige").mean()
    )
    assert found["hoard"].value == pytest.approx((seats["reserves_table"] + seats["reserves_deck"]).mean())
    joined = seats.join(games, on="game").filter(pl.col("win_share").is_not_null())
    quick = ((joined["win_share"] > 0) & (joined["rounds"] < 30)).mean()
    assert found["quick"].value == pytest.approx(quick, abs=1e-3)
    assert found["pace"].value == pytest.approx((games["turns"] / games["rounds"]).mean())
    mine = seats.filter(pl.col("strategy").cast(str) == "greedy")["nobles"]
    assert found["greedy_nobles"].value == pytest.approx(mine.mean()) and found["greedy_nobles"].n == len(
        mine
    )
    assert 0 < found["blowout"].low < found["blowout"].value < found["blowout"].high < 1


def test_levels():
    assert parse_metric("a = margin > 3").level == GAME
    assert parse_metric("a = prestige > 3").level == parse_metric("a = prestige > rounds").level == SEAT


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "expected NAME = EXPRESSION"),
        ("blowout", "expected NAME = EXPRESSION"),
        ("blowout =", "expected NAME = EXPRESSION"),
        ("blowout == margin", "expected NAME = EXPRESSION"),
        ("9lives = margin > 3", "expected NAME = EXPRESSION"),
        ("tie_rate = margin > 3", "'tie_rate' is a metric of simcli already"),
        ("median_rounds = rounds", "'median_rounds' is a metric of simcli already"),
        ("a = margn > 3", "neither games nor seats has a column 'margn'"),
        ("a = margn > 3", "'margin'"),
        ("a = sum(margin)", "mixes rows"),
        ("a = margin - avg(margin)", "mixes rows"),
        ("a = row_number() over (order by margin)", "mixes rows"),
        ("a = decided_by", "expected a condition or a number"),
        ("a = winners", "expected a condition or a number"),
        ("a = margin > 'x'", "cannot compare string"),
        ("a = margin >", "not an SQL expression"),
        ("a = select margin", "not an SQL expression"),
        ("a = 1", "names no column"),
    ],
)
def test_bad_definitions_are_refused(text, said):
    with pytest.raises(BadInput) as refused:
        parse_metric(text)
    assert said in str(refused.value) and repr(text) in str(refused.value)


def test_a_name_stands_for_one_metric():
    with pytest.raises(BadInput, match="defined twice"):
        parse_metrics(["a = margin > 3", "a = margin > 4"])


def test_the_report_shows_them(run, simcli, tmp_path):
    outcome = simcli("report", run, "--text", "--metric", "blowout = margin >= 8")
    assert outcome.code == 0 and "blowout" in outcome.out.splitlines()[-1]
    outcome = simcli("report", run, "--text", "--json", "--metric", "blowout = margin >= 8")
    numbers = json.loads(outcome.out)
    (table,) = [table for table in numbers["tables"] if table["section"] == "own-metrics"]
    assert table["rows"][0][0] == "blowout" and "%" in table["rows"][0][2]
    assert "margin >= 8, over the games" in str(numbers["metrics"])


def test_nothing_is_written_where_one_is_bad(run, simcli, tmp_path):
    for words in (
        ("report", run, "--out", tmp_path / "report"),
        (
            "sweep",
            "greedy",
            "greedy",
            "--set",
            "prestige_to_win=13..14",
            "--games",
            20,
            "--out",
            tmp_path / "sweep",
        ),
        ("compare", "greedy", "random", "--require", "a < 1", "--junit", tmp_path / "junit"),
    ):
        outcome = simcli(*words, "--metric", "a = margn > 3")
        assert outcome.code == 2 and "'margn'" in outcome.err and not list(tmp_path.iterdir())


def test_a_sweep_compares_them(simcli, tmp_path):
    words = (
        "greedy",
        "greedy",
        "--set",
        "prestige_to_win=9;15",
        "--games",
        200,
        "--out",
        tmp_path / "sweep",
        "-q",
    )
    outcome = simcli("sweep", *words, "--metric", "long = rounds > 25", "--json")
    rows = [row for row in json.loads(outcome.out)["results"] if row["id"] == "long"]
    assert [row["point"]["prestige_to_win"] for row in rows] == ["9", "15"]
    assert rows[1]["after"] > 0.5 > rows[0]["after"] and rows[1]["sure"]
    assert "Your metrics" in (tmp_path / "sweep" / "report" / "report.md").read_text(encoding="utf-8")


def test_compare_requires_them(simcli):
    words = ("compare", "greedy", "greedy", "--max-games", 200, "--require-games", 400, "-q", "--json")
    asked = ("--metric", "blowout = margin >= 8")
    outcome = simcli(*words, *asked, "--require", "blowout < 0.9")
    (judged,) = json.loads(outcome.out)["requirements"]
    assert outcome.code == 0 and judged["verdict"] == "pass" and 0 < judged["value"] < 0.5
    outcome = simcli(*words, *asked)
    assert outcome.code == 2 and "no --require asks for it" in outcome.err
    outcome = simcli(*words, *asked, "--require", "blowuot < 0.9")
    assert outcome.code == 2 and "'blowout'" in outcome.err
