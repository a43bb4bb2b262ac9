"""A change of the rules: settings with as many players are set against each other, others are not."""

import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.changes import changes, settled
from simcli.analysis.runs import open_runs
from simcli.report.build import build
from synthetic import write_run


def of(tmp_path, *settings):
    folders = [write_run(tmp_path / f"run{number}", seed=number, **one) for number, one in enumerate(settings)]
    return analyse(open_runs(folders))


def test_a_change_is_found_and_a_blank_is_not(tmp_path):
    longer = {"prestige_to_win": 18}
    balance = of(tmp_path, {"deals": 1500}, {"deals": 1500, "rules": longer, "seat_gain": [2.0, 0.0]})
    by_name = {one.measure: one for one in changes(balance.settings)}
    seat, rounds = by_name["first seat's (team's) share of the wins"], by_name["rounds"]
    assert settled(seat) and seat.difference.low > 0.05 and seat.common
    assert not settled(rounds) and rounds.difference.low < 0 < rounds.difference.high
    assert seat.difference.estimate == pytest.approx(seat.after.value - seat.before.value)
    report = build(balance)
    section = next(section for section in report.sections if section.id == "changes")
    assert len(section.figures[0].panels) == 9 and len(section.tables[0].rows) == 9


def test_other_numbers_of_players_and_teams_are_not_compared(tmp_path):
    team = {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25}
    four = ("a",) * 4
    balance = of(tmp_path, {"deals": 30}, {"deals": 30, "line_up": four}, {"deals": 30, "line_up": four, "rules": team})
    assert changes(balance.settings) == ()
    assert "changes" not in {section.id for section in build(balance).sections}


def test_one_deal_has_a_difference_without_an_interval(tmp_path):
    balance = of(tmp_path, {"deals": 1, "parts": 1}, {"deals": 1, "parts": 1, "rules": {"prestige_to_win": 18}})
    for one in changes(balance.settings):
        assert not settled(one)
    assert build(balance)
