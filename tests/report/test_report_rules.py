"""The report says by which rules its runs were played, and what of them is not as shipped."""

from simcli.analysis.balance import analyse
from simcli.analysis.runs import open_runs
from simcli.report.build import build
from simcli.report.rules import rules_table
from simcli.variant.rule_changes import changed, rules_text
from synthetic import write_run


def test_other_rules_are_told_and_marked(tmp_path):
    folders = [
        write_run(tmp_path / "plain", deals=20),
        write_run(tmp_path / "other", deals=20, seed=4, rules={"prestige_to_win": 18}),
    ]
    balance = analyse(open_runs(folders))
    plain, other = balance.runs
    assert changed(plain.rules, plain.players) == {} and rules_text(plain.rules, plain.players) == "standard"
    assert (
        changed(other.rules, other.players) == {"prestige_to_win": "18"}
        and rules_text(other.rules, other.players) == "standard, with prestige_to_win = 18"
    )
    report = build(balance)
    assert report.subtitle.endswith("; rules standard, with prestige_to_win = 18")
    row = next(row for row in report.sections[-1].tables[-1].rows if row[0] == "prestige_to_win")
    assert sorted(row[1:]) == ["15", "18 *"]


def test_a_number_by_players_is_that_of_the_setting(tmp_path):
    run = open_runs([write_run(tmp_path / "three", deals=20, line_up=("a", "b", "c"))])
    table = rules_table([analyse(run).settings[0].setting])
    assert dict(row[:2] for row in table.rows)["bank.gems"] == "5"


def test_rules_of_an_unknown_name_have_nothing_to_be_compared_with(tmp_path):
    run = open_runs([write_run(tmp_path / "own", deals=20, rules={"name": "my own", "prestige_to_win": 18})])[
        0
    ]
    assert changed(run.rules, run.players) == {} and rules_text(run.rules, run.players) == "my own"
