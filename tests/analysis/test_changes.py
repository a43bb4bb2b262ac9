"""A change of the rules: settings with as many players are set against each other, in the line-ups
that both have; others are not."""

from dataclasses import astuple

import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.changes import HEADLINES, changes
from simcli.analysis.runs import open_runs
from simcli.report.build import build
from synthetic import write_run

LONGER = {"prestige_to_win": 18}


def of(tmp_path, *settings):
    """The analysis of drawn runs, a seed for each unless one is given."""
    folders = [
        write_run(tmp_path / f"run{number}", **{"seed": number, **one}) for number, one in enumerate(settings)
    ]
    return analyse(open_runs(folders))


def section_of(balance):
    return next(section for section in build(balance).sections if section.id == "changes")


def test_a_change_is_found_and_a_blank_is_not(tmp_path):
    balance = of(tmp_path, {"deals": 1500}, {"deals": 1500, "rules": LONGER, "seat_gain": [2.0, 0.0]})
    by_id = {one.contrast.metric.id: one for one in changes(balance.settings)}
    assert list(by_id) == [name for name in HEADLINES if name != "starting-team"]
    seat, rounds = by_id["seat-1"].contrast, by_id["rounds"].contrast
    assert seat.settled and seat.difference.low > 0.05 and by_id["seat-1"].common
    assert not rounds.settled and rounds.difference.low < 0 < rounds.difference.high
    assert {one.contrast.pairing for one in by_id.values()} == {"independent"}
    section = section_of(balance)
    assert len(section.figures[0].panels) == len(section.tables[0].rows) == len(by_id)
    assert any("independent samples" in text for text in section.text)


def test_the_answers_are_those_of_the_other_sections(tmp_path):
    """Each measure is defined in the comparison once more; on the same run it must say what its own
    section says."""
    balance = of(tmp_path, {"deals": 400, "stalemates": 0.02}, {"deals": 300, "rules": LONGER})
    answer = balance.settings[0]
    values = {one.contrast.metric.id: one.contrast.before for one in changes(balance.settings)}
    others = {
        "seat-1": answer.seats.headline.rows[0].share,
        "rounds": answer.tempo.rounds,
        "tied": answer.endings.tied,
        "shared": answer.endings.deciders["shared"],
        "margin": answer.endings.margin,
        "nobles": answer.nobles.a_game,
        "turned": answer.nobles.turned,
        "lead-changes": answer.drama.changes,
        "overtaken": answer.tempo.overtaken,
    }
    for name, other in others.items():
        assert astuple(values[name]) == pytest.approx(astuple(other)), name
    assert abs(values["unfinished"].value - (1 - answer.endings.endings["target"].value)) < 1e-12


def test_only_line_ups_that_both_have_are_compared(tmp_path):
    three = [{"deals": 60, "line_up": up, "seed": 5} for up in (("a", "a"), ("b", "b"), ("c", "c"))]
    balance = of(tmp_path, *three, *({**one, "rules": LONGER} for one in three[:2]))
    found = changes(balance.settings)
    assert {one.line_up for one in found} == {"", "a in every seat", "b in every seat"}
    assert all(one.alone == ("c in every seat",) and one.common for one in found)
    assert {one.contrast.pairing for one in found} == {"paired"}
    whole = next(one for one in found if not one.line_up and one.contrast.metric.id == "rounds")
    assert whole.contrast.before.n == whole.contrast.after.n <= 120
    section = section_of(balance)
    assert [figure.id for figure in section.figures] == ["changes", "changes-by-line-up"]
    assert (
        any("60 deals" in text and "paired" in text for text in section.text)
        and "c in every seat" in section.notes[0]
    )


def test_other_line_ups_are_said_to_be_others(tmp_path):
    balance = of(
        tmp_path, {"deals": 50, "line_up": ("a", "a")}, {"deals": 50, "line_up": ("b", "b"), "rules": LONGER}
    )
    assert not any(one.common for one in changes(balance.settings))
    assert "includes that of the players" in section_of(balance).notes[0]


def test_other_numbers_of_players_and_teams_are_not_compared(tmp_path):
    team = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25}
    four = ("a",) * 4
    balance = of(
        tmp_path, {"deals": 30}, {"deals": 30, "line_up": four}, {"deals": 30, "line_up": four, "rules": team}
    )
    assert changes(balance.settings) == ()
    assert "changes" not in {section.id for section in build(balance).sections}


def test_teams_are_compared_by_the_team_that_starts(tmp_path):
    team = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25}
    other = {"teams": [[2, 4], [1, 3]], "prestige_to_win": 25}
    balance = of(
        tmp_path,
        *(
            {"deals": 800, "line_up": ("a",) * 4, "rules": r, "seat_gain": [3.0, 0, 0, 0]}
            for r in (team, other)
        ),
    )
    by_id = {one.contrast.metric.id: one.contrast for one in changes(balance.settings)}
    assert (
        "seat-1" not in by_id and by_id["starting-team"].before.low > 0.55 < by_id["starting-team"].after.low
    )


def test_one_deal_has_a_difference_without_an_interval(tmp_path):
    balance = of(tmp_path, {"deals": 1, "parts": 1}, {"deals": 1, "parts": 1, "rules": LONGER})
    assert not any(one.contrast.settled for one in changes(balance.settings))
    assert build(balance)
