"""The tables of nobles and cards against the reference engine, which plays whole games of a run
again and counts for itself."""

from collections import Counter

import pytest

from reference_counts import count_game
from reference_tables import read_cards, read_nobles
from runs import table
from simcli.runs.replay import Replay, read_numbers
from test_replay import write_other_tables

CARDS = (
    "faced",
    "games_faced",
    "bought",
    "bought_reserved",
    "reserved_table",
    "reserved_wanted",
    "reserved_deck",
    "win_shares_bought",
)
CARDS += ("win_shares_faced", "finished_bought", "finished_faced", "sum_of_rounds")
RUNS = {
    "two": ("random", "blocker", "--games", 24),
    "three": ("noble-hunter", "random", "early-reserver", "--games", 30),
    "four": ("random", "noble-hunter", "blocker", "greedy", "--games", 30),
    "mirror": ("noble-hunter", "noble-hunter", "--games", 24),
    "team": ("noble-hunter", "blocker", "random", "noble-hunter", "--rules", "team", "--games", 30),
    "other teams": (
        "noble-hunter",
        "blocker",
        "random",
        "greedy",
        "--rules",
        "team",
        "--set",
        "teams=[[1,3],[2,4]]",
        "--games",
        24,
    ),
    "few tokens": ("random", "early-reserver", "random", "--set", "limits.tokens=5", "--games", 24),
    "other cards": ("random", "blocker", "--set", "prestige_to_win=9", "--games", 30),
}


def recounted(run, games: int, cards, nobles) -> tuple[Counter, list[tuple]]:
    """Every game of a run, counted from its record."""
    replay, sums, visits = Replay(run), Counter(), []
    seats = table(run, "seats")
    places: dict[int, dict[int, int]] = {}
    for game, seat, place in seats.select("game", "seat", "place").iter_rows():
        places.setdefault(game, {})[seat] = place
    for record in replay.records(read_numbers(f"0-{games - 1}")):
        visits += count_game(record, places[record["game"]], cards, nobles, sums)
    return sums, visits


@pytest.mark.parametrize("name", RUNS)
def test_every_number_is_the_reference_engines(name, tmp_path, simcli):
    cards, nobles, more = read_cards(), read_nobles(), ()
    if name == "other cards":
        files = write_other_tables(tmp_path)
        cards, nobles, more = (
            read_cards(files[0]),
            read_nobles(files[1]),
            ("--cards", files[0], "--nobles", files[1]),
        )
    assert simcli("run", *RUNS[name], *more, "--out", tmp_path / "run", "-q").code == 0
    sums, visits = recounted(tmp_path / "run", table(tmp_path / "run", "games").height, cards, nobles)
    stored = table(tmp_path / "run", "nobles").select("game", "seat", "round", "noble", "rivals").rows()
    assert [tuple(visit) for visit in stored] == sorted(visits)
    for row in table(tmp_path / "run", "cards").iter_rows(named=True):
        where = row["place"], row["seat"], row["card"]
        assert {column: row[column] for column in CARDS} == {
            column: sums.pop((*where, column), 0) for column in CARDS
        }, where
    assert not +sums, "counted for a strategy, seat or card that the table does not have"


def test_the_cases_are_met(tmp_path, simcli):
    """Wanted and other reserves, nobles with no rival, with some, and with as many as there can be:
    else the test above would prove little."""
    assert simcli("run", *RUNS["four"], "--out", tmp_path / "run", "-q").code == 0
    cards, visits = table(tmp_path / "run", "cards"), table(tmp_path / "run", "nobles")
    assert 0 < cards["reserved_wanted"].sum() < cards["reserved_table"].sum()
    assert set(visits["rivals"].list.len()) >= {0, 1, 2}
