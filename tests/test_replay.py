"""Games again: whole games of every kind judged by the reference engine, alone or in a range,
against the run's tables and golden files."""

import json
import os
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from make_golden import GOLDEN, golden_text
from played import planned_run
from record_check import check_record
from reference_tables import COLOURS, read_cards, read_nobles
from simcli.base.errors import BadInput, RunDataError
from simcli.position.record_text import record_text
from simcli.runs.replay import Replay, read_numbers

# Line-up, rules, settings, number of games; together 2,000.
KINDS = [
    (["random", "greedy"], "standard", [], 300),
    (["random", "noble-hunter", "early-reserver"], "standard", [], 300),
    (["cheapest-first", "greedy", "random", "noble-hunter"], "standard", [], 300),
    (["noble-hunter", "random", "early-reserver", "random"], "team", [], 300),
    (["random", "random"], "standard", ["takes.fewer=free"], 200),
    (["random", "cheapest-first", "random"], "standard", ["limits.tokens=5"], 200),
    (["early-reserver", "random"], "standard", ["limits.reserved=1", "bank.gold=1", "face_up=2"], 100),
    (["random", "greedy", "random"], "standard", ["prestige_at_start=[0,3,1]", "prestige_to_win=12"], 60),
    (["greedy", "random", "random", "greedy"], "team", ["prestige_at_start=[4,0,2]"], 40),
    (
        ["greedy", "random", "random", "greedy"],
        "team",
        ["tie_break=[fewest_cards, weakest_member]", "prestige_to_win=6", "limits.pair_minimum=2"],
        100,
    ),
]
OTHER_CARDS = 100  # games with another table of cards and of nobles


def write_other_tables(folder: Path) -> tuple[Path, Path]:
    """A table of few cards, some of them dear and some free, with ids that do not begin at 1, and
    one of few nobles."""
    rng = random.Random(12)
    cards = ["id,level,bonus,prestige," + ",".join(COLOURS)]
    for number in range(36):
        level = 3 - number % 3  # not in the order of the levels
        cost = [rng.choice((0, 0, 1, 2, level + 1)) for _ in COLOURS]
        cards.append(
            ",".join(
                map(
                    str, [1000 - 7 * number, level, rng.choice(COLOURS), rng.randint(0, 2 * level - 1), *cost]
                )
            )
        )
    nobles = ["id,name,prestige," + ",".join(COLOURS)]
    nobles += [
        f"{200 - n},Noble {n},{n % 4 + 1}," + ",".join(str(2 * (c in (n % 5, (n + 2) % 5))) for c in range(5))
        for n in range(5)
    ]
    for name, lines in (("cards.csv", cards), ("nobles.csv", nobles)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "cards.csv", folder / "nobles.csv"


def judged(run: Path, games: str, cards=None, nobles=None) -> list[dict]:
    """The records of games of a run, each found right by the reference engine and each readable in
    80 columns."""
    replay, records = Replay(run), []
    for record in replay.records(read_numbers(games)):
        record = json.loads(json.dumps(record))
        check_record(record, cards or read_cards(), nobles or read_nobles())
        records.append(record)
    text = record_text(records[0], replay.pieces)
    assert max(map(len, text.splitlines())) <= 80
    return records


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join([kind[1], *kind[0], *kind[2]])[:60])
def test_whole_games_are_right(kind, tmp_path):
    line_up, rules, settings, games = kind
    records = judged(planned_run(tmp_path / "run", line_up, games, rules, settings), f"0-{games - 1}")
    assert len(records) == games
    assert len({json.dumps(record["setup"]) for record in records}) == len(
        {record["deal"] for record in records}
    )


def test_whole_games_with_other_tables_are_right(tmp_path):
    cards, nobles = write_other_tables(tmp_path)
    run = planned_run(
        tmp_path / "run",
        ["random", "greedy"],
        OTHER_CARDS,
        settings=["prestige_to_win=9"],
        cards=cards,
        nobles=nobles,
    )
    records = judged(run, f"0-{OTHER_CARDS - 1}", read_cards(cards), read_nobles(nobles))
    assert any(sum(map(len, record["result"]["nobles"])) for record in records)


def test_a_game_alone_is_the_game_of_the_range(tmp_path):
    run = planned_run(tmp_path / "run", ["random", "noble-hunter", "greedy"], 60)
    everything = list(Replay(run).records(read_numbers("0-59")))
    for game in (31, 0, 59):
        assert Replay(run).record(game) == everything[game]
    assert list(Replay(run).records(read_numbers("31,5-6"))) == [everything[31], everything[5], everything[6]]


def test_seatings_of_a_deal_share_it_and_seeds_do_not(tmp_path):
    run = planned_run(tmp_path / "run", ["random", "greedy", "noble-hunter"], 9)
    first, second, third, other = Replay(run).records(read_numbers("0-3"))
    assert first["setup"] == second["setup"] == third["setup"] != other["setup"]
    seats = [[player["strategy"] for player in record["players"]] for record in (first, second, third)]
    assert seats == [
        ["random", "greedy", "noble-hunter"],
        ["noble-hunter", "random", "greedy"],
        ["greedy", "noble-hunter", "random"],
    ]
    setups = set()
    for seed in range(5):
        records = Replay(planned_run(tmp_path / f"seed{seed}", ["random", "random"], 20, seed=seed)).records(
            read_numbers("0-19")
        )
        setups |= {json.dumps(record["setup"]) for record in records}
    assert len(setups) == 100


def test_the_tables_of_a_run_say_the_same(simcli, tmp_path):
    import polars as pl

    run = tmp_path / "run"
    assert (
        simcli(
            "run", "random", "greedy", "noble-hunter", "--games", "45", "--seed", "9", "--out", run, "--quiet"
        ).code
        == 0
    )
    games = pl.read_parquet(run / "games" / "*.parquet").sort("game").to_dicts()
    seats = pl.read_parquet(run / "seats" / "*.parquet").sort("game", "seat").to_dicts()
    visits = pl.read_parquet(run / "nobles" / "*.parquet")
    for game, record in zip(games, Replay(run).records(read_numbers("0-44")), strict=True):
        result, number = record["result"], record["game"]
        assert {key: game[key] for key in ("game", "deal", "rounds", "ended", "winners", "decided_by")} == {
            **{key: result[key] for key in ("rounds", "ended", "winners", "decided_by")},
            "game": number,
            "deal": record["deal"],
        }
        assert game["turns"] == len(record["turns"])
        own = seats[3 * number : 3 * number + 3]
        assert [row["strategy"] for row in own] == [player["strategy"] for player in record["players"]]
        assert [row["prestige"] for row in own] == result["prestige"] and [
            row["cards"] for row in own
        ] == result["cards"]
        taken = sum(turn.get("tokens", {}).get("white", 0) for turn in record["turns"] if turn["seat"] == 2)
        assert own[1]["taken_white"] == taken
        theirs = (
            visits.filter(pl.col("game") == number)
            .sort("round", "seat")
            .select("seat", "round", "noble")
            .rows()
        )
        assert theirs == [
            (turn["seat"], turn["round"], turn["noble"])
            for turn in record["turns"]
            if turn["noble"] is not None
        ]


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name, tmp_path):
    """Games kept as files. Where a change is meant, `python tests/make_golden.py` writes them anew
    and the difference shows what changed."""
    kept = (Path(__file__).parent / "golden" / f"{name}.jsonl").read_text(encoding="utf-8")
    assert golden_text(name, tmp_path) == kept


def test_on_the_command_line(simcli, tmp_path):
    run = planned_run(tmp_path / "run", ["random", "greedy"], 10)
    text = simcli("replay", run, "3", "--quiet")
    assert text.code == 0 and text.err == ""
    assert text.out.startswith(
        "Game 3 (deal 1 of run seed 1), rules 'standard'\nseat 1: greedy\nseat 2: random\n"
    )
    assert "The game is over: seat" in text.out
    lines = simcli("replay", run, "0-2,9", "--format", "jsonl", "--quiet")
    assert [json.loads(line)["game"] for line in lines.out.splitlines()] == [0, 1, 2, 9]
    to_file = simcli(
        "replay", run, "0-2,9", "--format", "jsonl", "--quiet", "--out", tmp_path / "games.jsonl"
    )
    assert to_file == (0, "", "") and (tmp_path / "games.jsonl").read_text(encoding="utf-8") == lines.out
    assert [path.name for path in tmp_path.iterdir() if "tmp" in path.name] == []


def test_bad_input(refused, tmp_path):
    run = planned_run(tmp_path / "run", ["random", "greedy"], 10)
    for games in ("10", "0-10", "3,99"):
        refused("replay", run, games, words=["no game", "it has 0 to 9"])
    for games in ("5-3", "a", "-1", "", "1-", "1,,2", "1e3"):
        refused("replay", run, "--", games, words=["GAMES", "0-99"])
    refused("replay", run, "1", "--format", "json", words=["'json'", "jsonl"])
    refused("replay", run, "1", "--out", tmp_path / "none" / "file", words=["none"])
    refused("replay", run, "1", "--out", tmp_path, words=["folder"])


def test_another_strategy_than_the_runs_is_refused(simcli, tmp_path):
    mine = tmp_path / "mine.py"
    source = '"""Any."""\nfrom simcli.toolkit import lowest\n\n\ndef choose(view, legal):\n    return lowest(legal)\n'
    mine.write_text(source)
    run = planned_run(tmp_path / "run", [str(mine), "random"], 4)
    mine.write_text(source + "\n")
    outcome = simcli("replay", run, "1")
    assert outcome.code == 5 and outcome.out == ""
    assert str(mine) in outcome.err and "source" in outcome.err
    mine.unlink()
    assert simcli("replay", run, "1").code == 5
    assert simcli("replay", tmp_path / "none", "1").code == 5


def test_a_shard_has_its_own_games(tmp_path):
    run = planned_run(tmp_path / "run", ["random", "greedy"], 40)
    manifest = json.loads((run / "run.json").read_text())
    manifest["shard"] = [2, 4]
    (run / "run.json").write_text(json.dumps(manifest))
    assert Replay(run).first_and_last() == (10, 19)
    with pytest.raises(BadInput, match="no game 9; it has 10 to 19"):
        Replay(run).check(read_numbers("9-12"))


def test_a_manifest_changed_by_hand_is_refused(tmp_path):
    run = planned_run(tmp_path / "run", ["random", "greedy"], 10)
    (run / "run.json").write_text((run / "run.json").read_text().replace('"seed": 1', '"seed": 2'))
    with pytest.raises(RunDataError, match=r"run\.json"):
        Replay(run)


def test_a_strategy_that_breaks_is_named_with_its_game(simcli, tmp_path):
    (tmp_path / "bad.py").write_text(
        '"""Breaks."""\n\n\ndef choose(view, legal):\n    return 63 if view.table.round == 3 else 60 if legal == 1 << 60 else 0\n'
    )
    run = planned_run(tmp_path / "run", ["random", "greedy", str(tmp_path / "bad.py")], 30)
    outcome = simcli("replay", run, "17", "--quiet")
    assert outcome.code == 6
    assert "in game 17 (run seed 1, deal 5)" in outcome.err and "bad.py" in outcome.err


def process(run: Path, *arguments, **environment) -> subprocess.Popen:
    command = [sys.executable, "-m", "simcli.cli.app", "replay", str(run), *arguments, "--quiet"]
    return subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_the_same_text_in_every_process(tmp_path):
    run = planned_run(tmp_path / "run", ["random", "random"], 20)
    processes = [process(run, "0-19", "--format", "jsonl", PYTHONHASHSEED=seed) for seed in ("0", "1")]
    (one, complaint), (other, _) = [running.communicate(timeout=100) for running in processes]
    assert one == other and one.count(b"\n") == 20 and complaint == b""


def test_a_reader_that_goes_away_early_ends_it_quietly(tmp_path):
    running = process(
        planned_run(tmp_path / "run", ["random", "random"], 100_000), "0-99999", "--format", "jsonl"
    )
    assert running.stdout.readline().startswith(b'{"format":"simcli-game/1"')
    running.stdout.close()
    assert running.stderr.read() == b"" and running.wait(timeout=100) == 0


def test_memory_does_not_grow_with_the_number_of_games(tmp_path):
    """A million games are asked for; the first come at once, and only one is held."""
    records = Replay(planned_run(tmp_path / "run", ["random", "random"], 1_000_000)).records(
        read_numbers("0-999999")
    )
    tracemalloc.start()
    for _ in range(20):
        next(records)
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(100):
        next(records)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 500_000


def test_a_noble_that_wants_nothing_comes_on_the_first_turn(tmp_path, simcli):
    nobles = tmp_path / "nobles.csv"
    nobles.write_text(
        "\n".join(
            [
                "id,name,prestige," + ",".join(COLOURS),
                *(f"{n},Noble {n},2,{3 * (n % 2)},0,0,0,0" for n in range(1, 11)),
            ]
        )
        + "\n"
    )
    more = ("--nobles", nobles, "--set", "nobles.shown.3=8")
    assert (
        simcli(
            "run", "random", "random", "greedy", *more, "--games", 30, "--out", tmp_path / "run", "-q"
        ).code
        == 0
    )
    records = judged(tmp_path / "run", "0-29", nobles=read_nobles(nobles))
    assert all(turn["noble"] for record in records for turn in record["turns"][:3])
