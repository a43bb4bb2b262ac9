"""The random veto: nobody buys what is forbidden, the chance is the one asked for, the sums agree,
and nothing else of a run changes."""

import json

import polars as pl
import pytest

from runs import same_tables, table

LINE_UP = ("random", "greedy", "random", "--games", "1500", "--seed", "3", "-q")


@pytest.fixture(scope="module")
def vetoed(tmp_path_factory):
    """A run in which every seat is forbidden a fifth of the cards."""
    from simcli.cli.app import main

    folder = tmp_path_factory.mktemp("veto") / "run"
    with pytest.raises(SystemExit) as end:
        main(["run", *LINE_UP, "--veto", "0.2", "--out", str(folder)])
    assert not end.value.code
    return folder


def test_as_many_are_forbidden_as_was_asked_for(vetoed):
    sums = table(vetoed, "vetoes").select(pl.col("exposed_vetoed", "exposed_free").sum()).row(0, named=True)
    exposed = sums["exposed_vetoed"] + sums["exposed_free"]
    assert exposed > 100_000
    assert abs(sums["exposed_vetoed"] / exposed - 0.2) < 0.01


def test_no_vetoed_card_is_bought_and_the_sums_are_those_of_the_cards(vetoed):
    keys = ["strategy", "place", "seat", "card"]
    both = table(vetoed, "cards").join(table(vetoed, "vetoes"), on=keys, how="full", coalesce=True)
    assert both.null_count().sum_horizontal().item() == 0
    # Exposures are the games with a winner in which the card was faced; what was bought unseen, out
    # of a deck, is not among them.
    exposed = both["exposed_vetoed"] + both["exposed_free"]
    unseen = both["finished_faced"] + both["finished_bought"] - exposed
    assert (unseen >= 0).all() and unseen.sum() < exposed.sum() / 20
    assert (both["finished_bought"] - both["bought_free"] == unseen).all()
    assert (
        both["win_shares_vetoed"] + both["win_shares_free"]
        <= both["win_shares_bought"] + both["win_shares_faced"]
    ).all()


def test_a_forbidden_card_costs_a_strategy_that_wants_it(vetoed):
    greedy = (
        table(vetoed, "vetoes")
        .filter(pl.col("strategy") == "greedy")
        .select(pl.exclude("strategy").sum())
        .row(0, named=True)
    )
    assert (
        greedy["win_shares_vetoed"] / greedy["exposed_vetoed"]
        < greedy["win_shares_free"] / greedy["exposed_free"]
    )


def test_workers_shards_and_replays_agree(vetoed, tmp_path, simcli):
    for name, more in {"one": ("--jobs", "1"), "a": ("--shard", "1/2"), "b": ("--shard", "2/2")}.items():
        assert simcli("run", *LINE_UP, "--veto", "0.2", *more, "--out", tmp_path / name).code == 0
    assert simcli("merge", tmp_path / "both", tmp_path / "a", tmp_path / "b").code == 0
    assert same_tables(tmp_path / "one", vetoed) and same_tables(tmp_path / "both", vetoed)
    assert (tmp_path / "both" / "vetoes").is_dir() and simcli("verify", tmp_path / "both", "-q").code == 0
    rounds = dict(table(vetoed, "games").select("game", "rounds").rows())
    for line in simcli("replay", vetoed, "700-720", "--format", "jsonl").out.splitlines():
        record = json.loads(line)
        assert record["turns"][-1]["round"] == rounds[record["game"]]


def test_a_changed_sum_is_found(vetoed, tmp_path, simcli):
    import shutil

    shutil.copytree(vetoed, tmp_path / "run")
    path = min((tmp_path / "run" / "vetoes").iterdir())
    frame = pl.read_parquet(path)
    frame.with_columns(pl.col("bought_free") + (pl.int_range(pl.len()) == 7).cast(pl.Int64)).write_parquet(
        path
    )
    end = simcli("verify", tmp_path / "run", "-q")
    assert end.code == 5 and "bought_free" in end.err and path.name in end.err


def test_without_a_veto_there_is_no_table_of_it(tmp_path, simcli):
    assert simcli("run", *LINE_UP, "--games", "30", "--out", tmp_path / "run").code == 0
    assert not (tmp_path / "run" / "vetoes").exists()


@pytest.mark.parametrize("rate", ["-0.1", "0.7", "two", "nan"])
def test_a_wrong_rate_is_refused(tmp_path, simcli, rate):
    end = simcli("run", "random", "random", "--veto", rate, "--out", tmp_path / "run")
    assert (
        end.code == 2
        and "--veto" in end.err
        and rate in end.err
        and "0.5" in end.err
        and not (tmp_path / "run").exists()
    )
