"""Runs about which little can be said: the report says so, without NaN and without a traceback."""

import json
import re

import pytest

from simcli.analysis.balance import analyse
from simcli.analysis.runs import open_runs
from simcli.report.build import build
from simcli.report.markdown import markdown
from simcli.report.text import summary_text
from simcli.report.write import as_json, write
from synthetic import write_run

CASES = {
    "stalemates only": [{"deals": 30, "stalemates": 1.0}],
    "one deal": [{"deals": 1, "parts": 1, "stalemates": 0.0}],
    "one deal, different strategies": [
        {"deals": 1, "parts": 1, "stalemates": 0.0, "line_up": ("a", "b", "c")}
    ],
    "no part": [{"deals": 0, "parts": 1}],
    "seats kept": [{"deals": 40, "line_up": ("a", "b"), "seating": "fixed"}],
    "finished beside stalemates only": [
        {"deals": 30, "stalemates": 1.0},
        {"deals": 30, "line_up": ("a", "b"), "seed": 4},
    ],
    "two deals of four": [{"deals": 2, "parts": 2, "line_up": ("a", "b", "a", "c")}],
    "teams, one deal": [
        {
            "deals": 1,
            "parts": 1,
            "line_up": ("a",) * 4,
            "rules": {"teams": [[1, 4], [2, 3]], "prestige_to_win": 25},
        }
    ],
}


def report_of(tmp_path, case):
    folders = [
        write_run(tmp_path / f"run{number}", **settings) for number, settings in enumerate(CASES[case])
    ]
    return folders, build(analyse(open_runs(folders)))


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_said_that_cannot_be_said(tmp_path, case):
    folders, report = report_of(tmp_path, case)
    texts = [summary_text(folders), markdown(report), as_json(report)]
    for text in texts:
        assert not re.search(r"\b([Nn]a[Nn]|inf|None)\b", text), case
    assert json.loads(texts[2])["format"] == "simcli-report/1"
    assert len(report.verdicts) == 5


@pytest.mark.parametrize("case", ["stalemates only", "one deal", "no part"])
def test_the_page_can_be_drawn(tmp_path, case):
    _, report = report_of(tmp_path, case)
    text = write(report, tmp_path / "report").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n")
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)


def test_without_a_winner_the_verdicts_say_why(tmp_path):
    folders, report = report_of(tmp_path, "stalemates only")
    by_topic = {verdict.topic: verdict for verdict in report.verdicts}
    assert (
        by_topic["Fairness"].status == "unknown" and "no game has a winner" in by_topic["Fairness"].sentence
    )
    assert by_topic["Anomalies"].status == "bad" and "30 of 30" in by_topic["Anomalies"].sentence
    assert "problem" in summary_text(folders)


def test_one_deal_has_no_verdict_on_seats(tmp_path):
    _, report = report_of(tmp_path, "one deal")
    assert report.verdicts[0].status == "unknown"


def test_seats_kept_are_not_taken_for_fairness(tmp_path):
    _, report = report_of(tmp_path, "seats kept")
    assert report.verdicts[0].status == "unknown" and "cannot be told apart" in report.verdicts[0].sentence
