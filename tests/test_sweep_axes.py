"""What is varied: ranges, lists, tables; the grid; the base; and what is refused."""

import pytest

from simcli.base.errors import BadInput
from simcli.runs.sweep_axes import folder_name, grid, label, read_axes, read_base

TEAMS = "teams=[[1,4],[2,3]];[[1,3],[2,4]]"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("prestige_to_win=12..15", (12, 13, 14, 15)),
        ("prestige_to_win=12..20..4", (12, 16, 20)),
        ("prestige_to_win=12..19..4", (12, 16)),
        ("prestige_to_win=12;15..16;21", (12, 15, 16, 21)),
        ("takes.fewer=free;only-if-short", ("free", "only-if-short")),
        (TEAMS, ([[1, 4], [2, 3]], [[1, 3], [2, 4]])),
        ('title="a;b";"c..d"', ("a;b", "c..d")),
    ],
)
def test_values_of_an_axis(text, values):
    (axis,) = read_axes([text])
    assert axis.values == values and axis.varied


def test_a_grid_is_the_product_and_what_is_fixed_is_not_named():
    axes = read_axes(
        ["prestige_to_win=21..23..2", TEAMS, "round_limit=90"], ["printed", "a/cards.csv", "b/cards.csv"]
    )
    points = grid(axes)
    assert len(points) == 2 * 2 * 3 and points[:2] == [(0, 0, 0, 0), (0, 0, 0, 1)]
    assert label(axes, (1, 0, 0, 2)) == "prestige_to_win 23, teams 1-4 v 2-3, cards b/cards.csv"
    names = {folder_name(axes, point) for point in points}
    assert len(names) == 12 and "prestige_to_win=23,teams=1-4-2-3,cards=printed" in names
    assert not any(set(name) & set("/;[] ") for name in names)


def test_the_base_is_the_first_or_the_one_named():
    axes = read_axes(["prestige_to_win=21..25", TEAMS], ["x.csv", "printed"])
    assert read_base(axes, []) == (0, 0, 0)
    assert read_base(axes, ["teams=[[1, 3], [2, 4]]", "cards=printed", "prestige_to_win=25"]) == (4, 1, 1)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["prestige_to_win=20..12"], "empty"),
        (["prestige_to_win=12..x"], "'12..x' is not a range"),
        (["prestige_to_win=12.."], "is not a range"),
        (["prestige_to_win=12..14..0"], "step 0"),
        (["prestige_to_win=1..1000000000000"], "too many"),
        (["prestige_to_win=1..50", "face_up=1..4"], "50 x 4 = 200"),
        (["prestige_to_win=15;16;15"], "there twice"),
        (["prestige_to_win=15;;16"], "between two ;"),
        (["prestige_to_win=15;16;"], "at an end"),
        (["prestige_to_win=1..3", "prestige_to_win=5..6"], "given twice"),
        (["prestige_to_win=15"], "one point"),
        (["prestige_to_win"], "KEY=RANGE"),
        (["=1..3"], "KEY=RANGE"),
    ],
)
def test_bad_axes_are_refused(settings, words):
    with pytest.raises(BadInput, match=words):
        read_axes(settings)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("prestige_to_win=30", "those of prestige_to_win are 21, 22"),
        ("prestige_to_wn=21", "Did you mean 'prestige_to_win'"),
        ("round_limit=90", "not varied"),
        ("prestige_to_win", "KEY=VALUE"),
    ],
)
def test_a_bad_base_is_refused(wanted, words):
    axes = read_axes(["prestige_to_win=21..22"])
    with pytest.raises(BadInput, match=words):
        read_base(axes, [wanted])
