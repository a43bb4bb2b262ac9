"""`simcli run`: the same tables on any number of workers, what they hold, and that they agree with
each other."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import simcli as package
from runs import same_tables, start, table
from simcli.store.schema import TABLES, polars_schema

LINE_UPS = {
    "two": ("random", "greedy"),
    "three": ("random", "greedy", "random"),
    "four": ("greedy", "random", "noble-hunter", "random"),
    "mirror": ("random", "random"),
    "team": ("random", "greedy", "random", "greedy", "--rules", "team"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Folders of a small run of each line-up."""
    from simcli.cli.app import main

    folder = tmp_path_factory.mktemp("runs")
    for name, line_up in LINE_UPS.items():
        with pytest.raises(SystemExit) as end:
            main(
                [
                    "run",
                    *line_up,
                    "--games",
                    "601",
                    "--seed",
                    "7",
                    "--quiet",
                    "--jobs",
                    "2",
                    "--out",
                    str(folder / name),
                ]
            )
        assert not end.value.code
    return folder


def files(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.glob("*/*.parquet"))}


@pytest.mark.parametrize("jobs", [1, 7])
def test_the_number_of_workers_changes_no_byte(played, tmp_path, simcli, jobs):
    assert (
        simcli(
            "run",
            *LINE_UPS["three"],
            "--games",
            601,
            "--seed",
            7,
            "-q",
            "--jobs",
            jobs,
            "--out",
            tmp_path / "r",
        ).code
        == 0
    )
    assert files(tmp_path / "r") == files(played / "three")
    assert len(files(played / "three")) == 5 * len(list((played / "three" / "games").iterdir())) > 5


def test_another_seed_plays_other_games(played, tmp_path, simcli):
    simcli("run", *LINE_UPS["mirror"], "--games", 601, "--seed", 8, "-q", "--out", tmp_path / "r")
    assert not table(tmp_path / "r", "games").equals(table(played / "mirror", "games"))


def test_processes_with_other_hashes_agree(tmp_path):
    runs = [
        start("run", "random", "greedy", "--games", 20, "-q", "--out", tmp_path / h, PYTHONHASHSEED=h)
        for h in "01"
    ]
    assert [process.wait() for process in runs] == [0, 0]
    assert files(tmp_path / "0") == files(tmp_path / "1")


@pytest.mark.parametrize("name", LINE_UPS)
def test_tables_have_the_columns_of_the_schema(played, name):
    for which in TABLES:
        for path in (played / name / which).glob("*.parquet"):
            assert pl.read_parquet(path).schema == pl.Schema(polars_schema(which))
            optional = {column.name for column in TABLES[which] if column.nullable}
            holes = [
                column
                for column, count in pl.read_parquet(path).null_count().row(0, named=True).items()
                if count
            ]
            assert set(holes) <= optional


@pytest.mark.parametrize("name", LINE_UPS)
def test_tables_agree_with_each_other(played, name):
    games, seats, nobles, cards, rounds = (table(played / name, which) for which in TABLES)
    config = json.loads((played / name / "run.json").read_text())["config"]
    players, seatings = config["players"], len(config["seatings"])
    assert (
        games["game"].to_list() == list(range(config["games"]))
        and config["games"] == -(-601 // seatings) * seatings
    )
    assert (games["deal"] == games["game"] // seatings).all() and (
        games["seating"] == games["game"] % seatings
    ).all()
    wide = seats.with_columns(pl.selectors.unsigned_integer().cast(pl.Int64))
    by_game = wide.group_by("game", maintain_order=True).agg(pl.len(), pl.all().sum())
    finished = games["decided_by"].is_not_null()
    assert (by_game["len"] == players).all()
    assert (by_game["win_share"].filter(finished) - 1).abs().max() < 1e-12
    assert (
        seats.filter(~seats["game"].is_in(games["game"].filter(finished).implode()))["win_share"].null_count()
        == (~finished).sum() * players
    )
    winners = wide.filter(pl.col("win_share") > 0).group_by("game", maintain_order=True).agg("seat")
    assert winners["seat"].to_list() == games["winners"].filter(finished).to_list()
    visits = nobles.group_by("game", "seat").len()
    assert nobles.height == wide["nobles"].sum()
    assert (
        wide.join(visits, on=["game", "seat"], how="left")
        .filter(pl.col("len").fill_null(0) != pl.col("nobles"))
        .is_empty()
    )
    assert (wide["prestige_cards"] + wide["prestige_nobles"] == wide["prestige"]).all()
    assert (wide["cards_1"] + wide["cards_2"] + wide["cards_3"] == wide["cards"]).all()
    assert (
        cards["bought"].sum() == wide["cards"].sum()
        and cards["bought_reserved"].sum() == wide["reserved_bought"].sum()
    )
    assert (
        cards["reserved_deck"].sum() == wide["reserves_deck"].sum()
        and cards["reserved_table"].sum() == wide["reserves_table"].sum()
    )
    wanted = [
        frame.group_by("place", "seat").agg(pl.col(column).sum().alias("wanted")).sort("place", "seat")
        for frame, column in ((cards, "reserved_wanted"), (wide, "reserves_wanted"))
    ]
    assert (
        wanted[0].select("wanted").equals(wanted[1].select("wanted"))
        and (wide["reserves_wanted"] <= wide["reserves_table"]).all()
    )
    assert (
        rounds["turns"].sum() == games["turns"].cast(pl.Int64).sum()
        and rounds["bought"].sum() == wide["cards"].sum()
    )
    assert rounds["forced_passes"].sum() == wide["forced_passes"].sum()
    assert rounds["reserved"].sum() == wide["reserves_deck"].sum() + wide["reserves_table"].sum()


def test_every_strategy_sits_in_every_seat_as_often(played):
    counts = table(played / "four", "seats").group_by("place", "seat").len()
    assert counts.height == 16 and counts["len"].n_unique() == 1


def test_first_games_as_records_and_json(tmp_path, simcli):
    outcome = simcli(
        "run", "random", "greedy", "--games", 10, "--records", 3, "--json", "-q", "--out", tmp_path / "r"
    )
    assert outcome.err == "" and json.loads(outcome.out)["progress"]["games"] == 10
    records = [json.loads(line) for line in (tmp_path / "r" / "records.jsonl").read_text().splitlines()]
    games = table(tmp_path / "r", "games")
    assert [record["game"] for record in records] == [0, 1, 2]
    assert [record["result"]["winners"] for record in records] == games["winners"].to_list()[:3]
    assert [len(record["turns"]) for record in records] == games["turns"].to_list()[:3]


def test_summary_and_default_folder(tmp_path, simcli, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = simcli("run", "random", "greedy", "--games", 9, "--progress", "none")
    assert outcome.code == 0 and "greedy" in outcome.out and "rounded up to whole deals" in outcome.err
    (folder,) = Path("runs").iterdir()
    assert folder.name.endswith("-2p-random-greedy") and str(folder) in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("randm", "greedy"), ("randm", "Did you mean 'random'")),
        (("random",), ("1 strategy", "2, 3 or 4")),
        (("random",) * 5, ("5 strategies", "2, 3 or 4")),
        (("random", "greedy", "--games", "0"), ("--games", "'0'")),
        (("random", "greedy", "--games", "-5"), ("-5",)),
        (("random", "greedy", "--games", "ten"), ("--games", "ten", "250k")),
        (("random", "greedy", "--seed", "x"), ("--seed",)),
        (("random", "greedy", "--seating", "circle"), ("circle", "rotate")),
        (("random", "greedy", "--shard", "3/2"), ("3/2", "I/N")),
        (("random", "greedy", "--games", "4", "--shard", "3/3"), ("only 2 deals",)),
        (("random", "greedy", "--rules", "standart"), ("standart", "Did you mean 'standard'")),
        (("random", "greedy", "--rules", "team"), ("4",)),
        (("random", "greedy", "--set", "prestige_to_wim=3"), ("prestige_to_wim",)),
        (("random", "greedy", "--cards", "nowhere.csv"), ("nowhere.csv",)),
        (("random", "greedy:x=1"), ("'x'",)),
        (("random", "greedy", "--progress", "loud"), ("loud", "bar")),
        (("random", "greedy", "--resume", "--out", "nowhere"), ("no run in", "nowhere")),
    ],
)
def test_bad_input_writes_nothing(refused, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    refused("run", *arguments, words=words)
    assert list(tmp_path.iterdir()) == []


def test_folders_that_cannot_be_written(refused, tmp_path):
    (tmp_path / "file").write_text("")
    refused("run", "random", "random", "--out", tmp_path / "file", words=["file"])
    refused("run", "random", "random", "--out", tmp_path / "file" / "run", words=["file"])
    refused("run", "random", "random", "--out", "/proc/run", words=["/proc"])
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "note.txt").write_text("mine")
    refused("run", "random", "random", "--out", tmp_path / "other", words=["something else"])
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["note.txt"]


def test_a_folder_that_holds_a_run_is_refused(played, refused):
    before = files(played / "two")
    refused("run", "random", "random", "--out", played / "two", words=["a run", "--resume"])
    assert files(played / "two") == before


def test_an_edit_of_the_engine_changes_the_next_run(tmp_path):
    """Without clearing any cache: its files are named by a hash of all the engine's sources."""
    top = Path(package.__file__).parents[1]
    for folder in ("simcli", "data"):
        shutil.copytree(top / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "SIMCLI_CACHE": str(tmp_path / "cache")}
    program = """
from simcli.variant.engine_record import rules_record
from simcli.variant.catalogue import load_catalogue
from simcli.variant.pieces import Pieces
from simcli.position.record import deal_setup
from simcli.variant.rules import load_rules
print(deal_setup(rules_record(load_rules(), load_catalogue(), 2), Pieces(load_catalogue()), 1, 0))
"""

    def first_deal() -> str:
        line = [sys.executable, "-c", program]
        return subprocess.run(
            line, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
        ).stdout

    before = first_deal()
    assert first_deal() == before
    helper = (
        tmp_path / "simcli" / "engine" / "rng.py"
    )  # what is compiled and kept calls functions of this file
    text = helper.read_text()
    assert "0x9E3779B97F4A7C15" in text
    helper.write_text(text.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"))
    assert first_deal() != before
    helper.write_text(text)
    assert first_deal() == before


def test_runs_equal_themselves(played):
    assert same_tables(played / "two", played / "two") and not same_tables(played / "two", played / "mirror")
