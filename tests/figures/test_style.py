"""Figures come out the same every time, follow the page's colours, have unique ids, and leave
nothing behind."""

import gc
import re
import sys

import pytest

from simcli.figures import (
    card_demand,
    card_dumbbell,
    card_effect,
    card_lift,
    contests,
    fates,
    handicaps,
    histogram,
    lead_to_win,
    line_ups,
    marks,
    noble_claims,
    noble_timing,
    noble_winners,
    reserves,
    rivals,
    seat_shares,
    strategy_index,
    style,
    tie_ladder,
    token_scarcity,
    trigger,
    turns_by_round,
    win_matrix,
)

ROWS = [("Seat 1", 0.53, 0.52, 0.54), ("Seat 2", 0.47, None, None)]
DRAWN = {
    "seat_shares": lambda axis: seat_shares.draw(axis, ROWS, 0.5, 0.06),
    "line_ups": lambda axis: line_ups.draw(axis, [("a, b", 1.2, 0.8, 1.6)], 3.0),
    "strategy_index": lambda axis: strategy_index.draw(
        axis, [("a name that is far too long to show", 1.4, 1.3, 1.5)], 2.0
    ),
    "tie_ladder": lambda axis: tie_ladder.draw(
        axis, [("2 players", {"prestige": 0.9, "shared": 0.1})], {"prestige": "p", "shared": "s"}
    ),
    "histogram": lambda axis: histogram.draw(axis, [24, 25, 26], [0.3, 0.4, 0.3], "rounds", 25.0, top=0.4),
    "trigger": lambda axis: trigger.draw(axis, ROWS),
    "fates": lambda axis: fates.draw(axis, [("leader", [(5, 0.6, 0.5, 0.7), (10, 0.7, None, None)])], 0.5),
    "lead_to_win": lambda axis: lead_to_win.draw(
        axis, [5, 10], [-1, 0, 1], [[0.3, 0.5, 0.7], [0.2, None, 0.8]], [[False, True, False]] * 2, 0.5
    ),
    "noble_timing": lambda axis: noble_timing.draw(
        axis, [("1st", [10, 11], [0.2, 0.5], [0.1, None], [0.3, None])], 30
    ),
    "noble_winners": lambda axis: noble_winners.draw(axis, ["none", "1"], [0.4, 0.6], [0.5, 0.5], 0.6),
    "noble_claims": lambda axis: noble_claims.draw(
        axis, [("A noble", {"white": 4, "gold": 0, "black": 4}, 0.4)], 0.5
    ),
    "contests": lambda axis: contests.draw(
        axis, [("Seat 1", 0.55, 0.5, 0.6, 0.45, True), ("Seat 2", 0.4, None, None, 0.45, False)], 0.3, 0.7
    ),
    "rivals": lambda axis: rivals.draw(
        axis, [("2 players", [0.7, 0.3]), ("4 players", [0.5, 0.3, 0.15, 0.05])]
    ),
    "reserves": lambda axis: reserves.draw(
        axis, [[("All", (0.4, 0.3, 0.5), None)], [("a", (0.1, None, None), (0.6, 0.5, 0.7))]], 0.8
    ),
    "card_demand": lambda axis: card_demand.draw(axis, [(1, 4, 0.3), (3, 12, 0.1)], 0.3),
    "card_lift": lambda axis: card_lift.draw(axis, [("card", 0.2, 0.1, 0.0, 0.2, True)], -0.1, 0.3),
    "card_effect": lambda axis: card_effect.draw(
        axis, [("card", 0.2, 0.1, 0.3, 0.15, True), ("other", 0.0, -0.1, 0.1, 0.0, False)], -0.1, 0.3
    ),
    "card_dumbbell": lambda axis: card_dumbbell.draw(axis, [("card", 0.4, 0.3, 0.2, 0.1, 0.3)], -0.1, 0.5),
    "handicaps": lambda axis: handicaps.draw(
        axis, [("Seat 1", 0.4, 0.3, 0.5, 0), ("Seat 2", None, 3.5, None, 1)], 4.0, 0.5
    ),
    "token_scarcity": lambda axis: token_scarcity.draw(axis, [1, 2], [[0.0, 0.1]] * 6, 0.1),
    "turns_by_round": lambda axis: turns_by_round.draw(
        axis, [1, 2], [("purchase", [0.1, 0.2]), ("reserve", [0.1, 0.2])], 0.2
    ),
    "win_matrix": lambda axis: win_matrix.draw(
        axis, ["a", "b"], [[None, 0.6], [0.4, None]], [[False, True], [False, False]]
    ),
    "nothing": lambda axis: marks.nothing(axis, "no game has a winner"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_is_the_same_twice_and_follows_the_page(name):
    panel = style.Panel(name, DRAWN[name])
    text = style.svg_text(panel, "p", 'a "quoted" < alt')
    assert text == style.svg_text(panel, "p", 'a "quoted" < alt')
    assert text.startswith("<svg viewBox=") and text.endswith("</svg>")
    assert "var(--" in text and style.INK not in text
    assert "&quot;quoted&quot; &lt; alt" in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and all(one.startswith("p-") for one in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_files_are_the_same_twice(tmp_path):
    panels = [style.Panel(name, DRAWN[name]) for name in ("seat_shares", "histogram", "noble_claims")]
    first = [
        path.read_bytes()
        for path in style.save_files(panels, "A finding", "How it was found.", tmp_path / "one")
    ]
    second = [
        path.read_bytes()
        for path in style.save_files(panels, "A finding", "How it was found.", tmp_path / "two")
    ]
    assert first == second
    assert first[0].startswith(b"\x89PNG") and first[1].startswith(b"%PDF")


def test_nothing_is_left_behind():
    from matplotlib.figure import Figure

    panel = style.Panel("", DRAWN["histogram"])
    for _ in range(3):
        style.svg_text(panel, "p", "alt")
    gc.collect()
    assert not [
        one for one in gc.get_objects() if issubclass(type(one), Figure)
    ]  # isinstance would ask a dead weak proxy
    assert "matplotlib.pyplot" not in sys.modules


def test_lettering_can_be_read_on_its_cell():
    assert style.ink_on(style.blend(0.0)) != "#ffffff"
    assert style.ink_on(style.blend(-1.0)) == "#ffffff"
    assert style.blend(5.0) == style.blend(1.0)
