"""What the report says is borne by its numbers: no claim whose interval spans nothing, no share
above all, things counted once and in the right number.
"""

import re

import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.phrases import counted, mean_text
from simcli.analysis.runs import different_deals, open_runs
from simcli.analysis.sums import Estimate
from simcli.analysis.verdicts import verdicts
from simcli.figures.marks import shortened
from simcli.report.build import build
from simcli.report.html import page
from simcli.report.markdown import markdown
from synthetic import write_run


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A run of so few deals that next to nothing is known."""
    return open_runs([write_run(tmp_path_factory.mktemp("small") / "run", deals=30, line_up=("a", "b"))])


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """Two runs of one seed: the same deals, played by others."""
    top = tmp_path_factory.mktemp("two")
    return open_runs(
        [
            write_run(top / "one", deals=40, seed=3),
            write_run(top / "other", deals=40, seed=3, line_up=("a", "b")),
        ]
    )


def titles(runs) -> dict[str, str]:
    return {
        figure.id: figure.title for section in build(analyse(runs)).sections for figure in section.figures
    }


def test_deals_that_several_runs_play_are_counted_once(two):
    assert different_deals(two) == 40 and different_deals(two[:1]) == 40
    report = build(analyse(two))
    assert "on 40 different deals in 2 runs" in report.subtitle
    assert "(deals, run by run)" in report.sections[0].figures[0].caption


def test_one_is_not_told_in_the_plural(tmp_path):
    assert (
        counted(1, "game") == "1 game"
        and counted(1000, "deal") == "1,000 deals"
        and counted(0, "run") == "0 runs"
    )
    runs = open_runs([write_run(tmp_path / "run", deals=1, parts=1, stalemates=0.0)])
    text = markdown(build(analyse(runs)))
    assert "1 game on 1 deal in 1 run" in text
    assert not re.search(r"\b1 (games|deals|runs|pairings)\b", text.split("## Manifest")[0])


def test_titles_claim_nothing_whose_interval_spans_it(small):
    found = titles(small)
    assert "up to" not in found["trigger"]
    assert "every interval contains 0" in found["fair-handicap"]
    assert "no seat is known to matter" in found["ratings"]


def test_no_share_is_above_all(small):
    assert not re.search(r"(?<![\d.,])(10[1-9]|1[1-9]\d|[2-9]\d\d)(\.\d+)?%", markdown(build(analyse(small))))


def test_the_worst_setting_is_told_once(tmp_path):
    folders = [
        write_run(tmp_path / str(target), deals=60, seed=target, rules={"prestige_to_win": target})
        for target in (15, 18)
    ]
    text = markdown(build(analyse(open_runs(folders))))
    sentence = next(line for line in text.splitlines() if line.startswith("**Length**")).split(": ", 2)[2]
    assert text.count(sentence) == 1


def test_going_first_is_judged_by_the_first_seat_alone(tmp_path):
    folder = write_run(
        tmp_path / "run", deals=3000, line_up=("a", "a", "a"), seat_gain=[0.0, 3.0, -3.0], seed=5
    )
    answer = analyse(open_runs([folder])).settings[0]
    first = answer.seats.headline.rows[0].share
    (fairness, *_) = verdicts([answer])
    assert fairness.status == "bad"
    assert ("Going first" in fairness.sentence) == (not first.low <= 1 / 3 <= first.high)


def test_means_show_their_interval():
    assert mean_text(Estimate(1.16, 1.1587, 1.1613, 0.001, 100.0, 50)).count("1.16 to 1.16") == 0
    assert mean_text(Estimate(0.0, 0.0, 0.0, 0.0, 100.0, 50)) == "0 (in every deal)"


def test_names_are_shortened_so_that_they_can_be_told_apart():
    assert shortened("greedy") == "greedy"
    assert shortened("/a/long/path/to/some/mine.py", 20) == "mine.py"
    ups = [f"greedy, cheapest-first, {last}" for last in ("noble-hunter", "early-reserver")]
    assert len({shortened(up, 30) for up in ups}) == 2 and all(len(shortened(up, 30)) <= 30 for up in ups)


def test_code_and_intervals_are_marked_on_the_page(small):
    report = build(analyse(small))
    text = page(report, {figure.id: () for figure in report.figures})
    assert "<code>simcli sweep</code>" in text and "`" not in text
    assert re.search(r'<span class="whole">\([^<]* to [^<]*\)</span>', text)
