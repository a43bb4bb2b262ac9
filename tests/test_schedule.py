"""Deals, seatings and parts: whole deals, every seat as often, ranges without gap or overlap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcli.base.errors import BadInput
from simcli.runs.schedule import MOST_GAMES_OF_A_PART, make_schedule, seatings_of


def test_rotation_gives_every_place_every_seat_once():
    for players in (2, 3, 4):
        seatings = seatings_of([f"s{i}" for i in range(players)], "rotate")
        assert len(seatings) == players
        assert all(
            sorted(seats) == list(range(1, players + 1))
            for seats in [*seatings, *zip(*seatings, strict=True)]
        )


def test_all_and_fixed_and_one_strategy_alone():
    assert len({tuple(seats) for seats in seatings_of(list("abcd"), "all")}) == 24
    assert seatings_of(["a", "b"], "fixed") == [[1, 2]]
    for mode in ("rotate", "all"):
        assert seatings_of(["a", "a", "a"], mode) == [[1, 2, 3]]
    with pytest.raises(BadInput, match="rotate, all, fixed"):
        seatings_of(["a", "b"], "random")


def test_games_are_rounded_up_to_whole_deals():
    assert [make_schedule(games, 3).games for games in (1, 3, 4, 10)] == [3, 3, 6, 12]


@given(st.integers(1, 10**7), st.sampled_from([1, 2, 3, 4, 24]), st.integers(1, 40))
def test_parts_and_shards_cover_all_deals_once(games, seatings, shards):
    whole = make_schedule(games, seatings)
    shards = min(shards, whole.deals)
    parts = [part for i in range(shards) for part in make_schedule(games, seatings, (i + 1, shards)).parts()]
    for bounds in (whole.parts(), parts):
        assert bounds[0][0] == 0 and bounds[-1][1] == whole.deals - 1
        assert all(b + 1 == c for (_, b), (c, _) in pairwise(bounds))
        assert all(0 < (b - a + 1) * seatings <= MOST_GAMES_OF_A_PART for a, b in bounds)


def test_more_shards_than_deals_are_refused():
    with pytest.raises(BadInput, match="only 2 deals"):
        make_schedule(4, 2, (1, 3))
