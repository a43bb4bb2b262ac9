"""Facts about the games of a run that hold whatever the strategies do."""

import json

import polars as pl
import pytest


def read(run, table: str) -> pl.DataFrame:
    return pl.read_parquet(run / table / "*.parquet")


@pytest.fixture
def played(simcli, tmp_path):
    def play(*line_up, games=600, **options):
        out = tmp_path / options.pop("out", "run")
        more = [word for name, value in options.items() for word in (f"--{name}", value)]
        outcome = simcli("run", *line_up, "--games", games, "--out", out, "--quiet", *more)
        assert outcome.code == 0, outcome
        return out

    return play


def test_no_seat_has_15_prestige_before_its_11th_turn(played):
    games = read(played("greedy", "noble-hunter", games=4000), "games")
    assert games["target_round"].min() >= 11
    assert ((games["rounds"] == games["target_round"]) | (games["target_round"].is_null())).all()


def test_a_game_alone_is_the_game_of_the_run(simcli, played):
    run = played("random", "greedy", games=100)
    (row,) = read(run, "games").filter(pl.col("game") == 31).to_dicts()
    record = json.loads(simcli("replay", run, "31", "--format", "jsonl").out)
    result = record["result"]
    assert (result["rounds"], result["winners"], result["decided_by"], result["ended"]) == tuple(
        row[name] for name in ("rounds", "winners", "decided_by", "ended")
    )
    assert len(record["turns"]) == row["turns"]
    mine = read(run, "seats").filter(pl.col("game") == 31)
    assert result["prestige"] == mine["prestige"].to_list() and result["cards"] == mine["cards"].to_list()


def test_shared_deals_are_the_same_for_other_strategies(simcli, played):
    decks = []
    for line_up in (("greedy", "random"), ("noble-hunter", "cheapest-first")):
        run = played(*line_up, games=10, out=line_up[0])
        decks.append(json.loads(simcli("replay", run, "4", "--format", "jsonl").out)["setup"])
    assert decks[0] == decks[1]
