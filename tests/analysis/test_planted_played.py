"""Effects planted in games that are truly played: a card and a noble that are worth more, a seat
with prestige given to it, equal seats."""

import csv
import shutil

import numpy as np
import polars as pl
import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.blocks import blocks
from simcli.analysis.evaluate import PAIR, Sheet, metrics_of, pair_sums
from simcli.analysis.runs import open_run, open_runs
from simcli.analysis.sums import ratio
from simcli.base.paths import data_folder
from simcli.cli.app import main
from simcli.store.schema import polars_schema

CARD, NOBLE, GAMES = "12", "1", "12000"
pytestmark = pytest.mark.long


def play(folder, *words):
    with pytest.raises(SystemExit) as end:
        main(["run", *words, "--games", GAMES, "--out", str(folder), "--quiet"])
    assert not end.value.code
    return folder


def changed(path, name: str, key: str, prestige: int):
    """A copy of one of the printed tables with the prestige of one row changed."""
    rows = list(csv.DictReader((data_folder() / name).open(encoding="utf-8")))
    next(row for row in rows if row["id"] == key)["prestige"] = str(prestige)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("played")


@pytest.fixture(scope="module")
def plain(folder):
    return play(folder / "plain", "greedy", "greedy")


def answers(*runs):
    return [analyse(open_runs([run])).settings[0] for run in runs]


def test_a_card_worth_two_more_stands_out(folder, plain):
    table = changed(folder / "cards.csv", "cards.csv", CARD, 2)
    before, after = answers(plain, play(folder / "card", "greedy", "greedy", "--cards", table))
    old, new = (next(row for row in answer.cards.rows if row.id == int(CARD)) for answer in (before, after))
    assert new.demand > old.demand + 0.1
    assert new.adjusted - old.adjusted > 5 * np.hypot(new.error, old.error) and new.discovery
    ranked = sorted(
        (row for row in after.cards.rows if row.shrunk is not None and row.level == 1),
        key=lambda row: -row.shrunk,
    )
    assert ranked[0].id == int(CARD)


def test_a_noble_worth_six_carries_more(folder, plain):
    table = changed(folder / "nobles.csv", "nobles.csv", NOBLE, 6)
    line_up = ("noble-hunter", "noble-hunter")
    before, after = answers(
        play(folder / "before", *line_up), play(folder / "noble", *line_up, "--nobles", table)
    )
    assert after.nobles.part.low > before.nobles.part.high
    assert after.nobles.turned.value > before.nobles.turned.value
    # Nobody hunts by what a noble is worth, so that it is claimed as before.
    old, new = (
        next(row for row in answer.nobles.nobles if row.id == int(NOBLE)) for answer in (before, after)
    )
    assert old.rate.low < new.rate.value < old.rate.high


def rewritten(run, folder, change):
    """A copy of a run of two seats whose final prestige `change(prestige)` alters, (games, 2), and
    whose winners follow from it."""
    shutil.copytree(run, folder)
    for path in (folder / "seats").iterdir():
        frame = pl.read_parquet(path)
        prestige = change(frame["prestige"].to_numpy().reshape(-1, 2).astype(int))
        rank = 1000 * prestige - frame["cards"].to_numpy().reshape(-1, 2)
        won = (rank == rank.max(axis=1, keepdims=True)) / (1 + (rank[:, :1] == rank[:, 1:]))
        values = {
            "prestige": prestige.ravel(),
            "win_share": np.where(frame["win_share"].is_null(), np.nan, won.ravel()),
        }
        frame.with_columns(
            pl.Series(name, array).fill_nan(None).cast(polars_schema("seats")[name])
            for name, array in values.items()
        ).write_parquet(path)
    return folder


def test_two_prestige_for_the_first_seat_are_seen_and_asked_back(folder, plain):
    run = rewritten(plain, folder / "given", lambda prestige: prestige + [2, 0])
    before, after = (answer.seats for answer in answers(plain, run))
    assert after.headline.rows[0].verdict == "outside" and after.headline.p < 1e-9
    # What is given to the final positions is what the handicap takes off them.
    old, new = before.handicaps[0], after.handicaps[0]
    assert new.prestige == pytest.approx(old.prestige - 2, abs=1e-9)


def test_seats_made_equal_are_not_accused(folder, plain):
    """The two seats of the unfair run change places in games drawn at random."""
    rng = np.random.default_rng(3)
    unfair = rewritten(plain, folder / "unfair", lambda prestige: prestige + [2, 0])
    shutil.copytree(unfair, folder / "equal")
    for path in (folder / "equal" / "seats").iterdir():
        frame = pl.read_parquet(path)
        swap = np.repeat(rng.random(len(frame) // 2) < 0.5, 2)
        seat = np.where(swap, 3 - frame["seat"].to_numpy(), frame["seat"].to_numpy())
        frame.with_columns(pl.Series("seat", seat).cast(frame["seat"].dtype)).sort(
            "game", "seat"
        ).write_parquet(path)
    equal = answers(folder / "equal")[0].seats
    assert equal.headline.verdict != "outside" and equal.headline.p > 0.001
    assert equal.handicaps[0].low < 0 < equal.handicaps[0].high


METRICS = (
    *("seat1_share", "tie_rate", "shared_victory_rate", "mean_margin", "mean_rounds", "overtaken_rate"),
    *("seat1_trigger_win_rate", "lead_changes", "leader10_win_rate", "last15_win_rate", "nobles_per_game"),
    *("no_noble_rate", "noble_turned_rate", "returned_tokens", "table_reserves"),
)


def test_intervals_of_small_pieces_cover_the_whole(folder):
    """Sixty pieces of a hundred deals each: their intervals hold the value of all six thousand in
    95% of the cases."""
    run = open_run(play(folder / "mixed", "greedy", "noble-hunter"))
    metrics = metrics_of(run)
    sheet = Sheet(run, [metrics[name] for name in METRICS])
    (block,) = blocks(run, sheet.games, sheet.seats)
    hits = []
    for pairs, columns in sheet.by_deal(block):
        whole = pair_sums(pairs, columns, block.deals)
        for start in range(0, block.deals, 100):
            part = pair_sums(pairs, [column[start : start + 100] for column in columns], 100)
            for name, sums in part.items():
                is_share = metrics[name].is_share
                piece, truth = (ratio([each], *PAIR, is_share) for each in (sums, whole[name]))
                hits.append(piece.low <= truth.value <= piece.high)
    assert len(hits) == 60 * len(METRICS)
    # Metrics of one piece hang together, so the spread of the mean is that of about sixty times a
    # few.
    assert 0.93 <= np.mean(hits) <= 0.98
