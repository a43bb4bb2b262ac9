"""Figures come out the same every time, follow the page's colours, have unique ids, and leave
nothing behind."""

import gc
import re
import sys
from functools import partial

import pytest

from simcli.figures import (
    calibration,
    card_demand,
    card_dumbbell,
    card_effect,
    card_lift,
    changes,
    contests,
    decided,
    fates,
    handicaps,
    histogram,
    lead_to_win,
    line_ups,
    marks,
    mixed,
    noble_claims,
    noble_timing,
    noble_winners,
    ratings,
    reserves,
    rivals,
    seat_shares,
    strategy_index,
    style,
    sweep,
    tie_ladder,
    token_scarcity,
    trigger,
    turns_by_round,
    win_matrix,
)
from simcli.figures.book import open_book
from simcli.figures.drawing import Drawing
from simcli.figures.marks import Dot

DOTS = [Dot("Seat 1", 0.53, 0.52, 0.54), Dot("Seat 2", 0.47)]
CARD = Dot("card", 0.2, 0.1, 0.3)
POINTS = [(5, 0.6, 0.5, 0.7), (10, 0.7, None, None)]
GRID_POINTS = [sweep.Point(dot, dot.low is None, x) for x, dot in enumerate(DOTS)]
DRAWN = {
    "seat_shares": partial(seat_shares.draw, rows=DOTS, fair=0.5, reach=0.06),
    "line_ups": partial(line_ups.draw, rows=[Dot("a, b", 1.2, 0.8, 1.6)], reach=3.0),
    "strategy_index": partial(
        strategy_index.draw, rows=[Dot("a name that is far too long to show", 1.4, 1.3, 1.5)], reach=2.0
    ),
    "ratings": partial(ratings.draw, rows=DOTS, digits=1),
    "mixed": partial(mixed.draw, rows=DOTS, par=0.5),
    "changes": partial(changes.draw, rows=DOTS, base=0.5, share=True),
    "gaps": partial(changes.draw_gaps, rows=DOTS, unit="rounds"),
    "sweep_curves": partial(
        sweep.curves, series=[("a", GRID_POINTS), ("b", GRID_POINTS)], share=True, base=0.5, name="target"
    ),
    "sweep_rows": partial(sweep.rows, settings=GRID_POINTS, share=False, base=0.5),
    "tie_ladder": partial(
        tie_ladder.draw,
        labels=["2 players"],
        shares=[{"prestige": 0.9, "shared": 0.1}],
        names={"prestige": "p", "shared": "s"},
    ),
    "histogram": partial(
        histogram.draw, values=[24, 25, 26], shares=[0.3, 0.4, 0.3], label="rounds", top=0.4, mean=25.0
    ),
    "trigger": partial(trigger.draw, rows=DOTS),
    "decided": partial(decided.draw, rounds=[5, 10], shares=[0.1, 0.4]),
    "calibration": partial(calibration.draw, said=[0.1, 0.9], won=[0.2, 0.8], enough=[True, False]),
    "fates": partial(fates.draw, curves={"leader": [fates.Point(*point) for point in POINTS]}, fair=0.5),
    "lead_to_win": partial(
        lead_to_win.draw,
        rounds=[5, 10],
        leads=[-1, 0, 1],
        shares=[[0.3, 0.5, 0.7], [0.2, None, 0.8]],
        thin=[[False, True, False]] * 2,
        fair=0.5,
    ),
    "noble_timing": partial(
        noble_timing.draw, curves={"1st": [noble_timing.Point(*point) for point in POINTS]}, last=30
    ),
    "noble_winners": partial(
        noble_winners.draw, names=["none", "1"], winners=[0.4, 0.6], seats=[0.5, 0.5], top=0.6
    ),
    "noble_claims": partial(
        noble_claims.draw, rows=[noble_claims.Row({"white": 4, "gold": 0, "black": 4}, 0.4)], top=0.5
    ),
    "contests": partial(
        contests.draw,
        rows=[contests.Row(DOTS[0], 0.45, True), contests.Row(DOTS[1], 0.45, False)],
        low=0.3,
        high=0.7,
    ),
    "rivals": partial(
        rivals.draw, labels=["2 players", "4 players"], bars=[[0.7, 0.3], [0.5, 0.3, 0.15, 0.05]]
    ),
    "reserves": partial(
        reserves.draw, groups=[[reserves.Row("All", DOTS[0], None)], [reserves.Row("a", *DOTS)]], top=0.8
    ),
    "card_demand": partial(
        card_demand.draw, rows=[card_demand.Row(1, 4, 0.3), card_demand.Row(3, 12, 0.1)], top=0.3
    ),
    "card_lift": partial(card_lift.draw, rows=[card_lift.Row(CARD, 0.1, True)], low=-0.1, high=0.3),
    "card_effect": partial(
        card_effect.draw,
        rows=[card_effect.Row(CARD, 0.15, True), card_effect.Row(CARD, 0.0, False)],
        low=-0.1,
        high=0.3,
    ),
    "card_dumbbell": partial(
        card_dumbbell.draw, rows=[card_dumbbell.Row(CARD, 0.4, 0.3)], low=-0.1, high=0.5
    ),
    "handicaps": partial(
        handicaps.draw,
        rows=[handicaps.Row("Seat 1", 0.4, 0.3, 0.5, 0), handicaps.Row("Seat 2", None, 3.5, None, 1)],
        reach=4.0,
        half=0.5,
    ),
    "token_scarcity": partial(token_scarcity.draw, rounds=[1, 2], shares=[[0.0, 0.1]] * 6, top=0.1),
    "turns_by_round": partial(
        turns_by_round.draw, rounds=[1, 2], curves={"purchase": [0.1, 0.2], "reserve": [0.1, 0.2]}, top=0.2
    ),
    "win_matrix": partial(
        win_matrix.draw,
        labels=["a", "b"],
        values=[[None, 0.6], [0.4, None]],
        settled=[[False, True], [False, False]],
    ),
    "nothing": partial(marks.nothing, why="no game has a winner"),
}


def svg_of(name: str, alt: str = "alt") -> str:
    return Drawing([style.Panel(name, DRAWN[name])], "A finding", "How it was found.").svg("p", [alt])[0]


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_is_the_same_twice_and_follows_the_page(name):
    text = svg_of(name, 'a "quoted" < alt')
    assert text == svg_of(name, 'a "quoted" < alt')
    assert text.startswith("<svg viewBox=") and text.endswith("</svg>")
    assert "var(--" in text and style.INK not in text
    assert "&quot;quoted&quot; &lt; alt" in text and "A finding" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and all(id_.startswith("p-0-") for id_ in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_files_are_the_same_twice(tmp_path):
    panels = [style.Panel(name, DRAWN[name]) for name in ("seat_shares", "histogram", "noble_claims")]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with open_book(tmp_path / name / "book.pdf") as book:
            Drawing(panels, "A finding", "How it was found.").save(tmp_path / name / "figure", book)
    for file, start in (("figure.png", b"\x89PNG"), ("figure.pdf", b"%PDF"), ("book.pdf", b"%PDF")):
        first, second = ((tmp_path / name / file).read_bytes() for name in ("one", "two"))
        assert first == second and first.startswith(start)


def test_a_panel_is_drawn_once_for_all_formats(tmp_path):
    drawn = []

    def draw(axis, name):
        drawn.append(name)
        axis.plot([0, 1], [0, 1])

    panels = [style.Panel(name, partial(draw, name=name)) for name in ("left", "right")]
    drawing = Drawing(panels, "A finding", "How it was found.")
    with open_book(tmp_path / "book.pdf") as book:
        drawing.save(tmp_path / "figure", book)
    assert len(drawing.svg("p", ["a", "b"])) == 2 and drawn == ["left", "right"]


def test_panels_of_one_figure_are_cut_out_alike():
    wide = style.Panel(
        "", partial(line_ups.draw, rows=[Dot("a very long name of a line-up", 1.0)], reach=3.0)
    )
    narrow = style.Panel("", DRAWN["histogram"])
    boxes = [
        re.search(r'viewBox="0 0 ([\d.]+) ', text)[1]
        for text in Drawing([wide, narrow], "t", "c").svg("p", ["a", "b"])
    ]
    assert boxes[0] == boxes[1]


def test_nothing_is_left_behind():
    from matplotlib.figure import Figure

    for _ in range(3):
        svg_of("histogram")
    gc.collect()
    # isinstance would ask a dead weak proxy
    assert not [held for held in gc.get_objects() if issubclass(type(held), Figure)]
    assert "matplotlib.pyplot" not in sys.modules


def test_lettering_can_be_read_on_its_cell():
    assert style.ink_on(style.blend(0.0)) != "#ffffff"
    assert style.ink_on(style.blend(-1.0)) == "#ffffff"
    assert style.blend(5.0) == style.blend(1.0)
