"""The report folder: everything is there, whole, safe, and the same twice."""

import csv
import json
import re
from html.parser import HTMLParser

import pytest

from simcli.report.sections import common
from synthetic import write_run

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Checks that tags close in order; keeps ids, links and tags."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], [], [], set()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        self.tags.add(tag)
        self.ids += [held["id"]] if "id" in held else []
        self.links += [held["href"]] if tag == "a" else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    top = tmp_path_factory.mktemp("runs")
    return [write_run(top / "mixed", ("a<b>&<script>", "noble|hunter"), deals=150)]


@pytest.fixture(scope="module")
def made(runs, tmp_path_factory):
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.report.build import build
    from simcli.report.write import write

    folder = tmp_path_factory.mktemp("reports") / "new" / "one"
    write(build(analyse(open_runs(runs))), folder)
    return folder


def test_the_page_is_whole_and_needs_nothing_else(made):
    text = (made / "index.html").read_text()
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        assert link[1:] in page.ids if link.startswith("#") else (made / link).is_file(), link
    assert not {"script", "link", "img", "iframe"} & page.tags
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert "a&lt;b&gt;&amp;&lt;script&gt;" in text and "a<b>" not in text and "<script" not in text
    assert text.count('role="img" aria-label="') == text.count("<svg ")
    assert (
        set(re.findall(r'aria-labelledby="([^"]+)"', text))
        == set(re.findall(r'<li><a href="#([^"]+)"', text))
        <= set(page.ids)
    )
    assert text.count("<th ") == text.count('<th scope="col">') and text.count("<details>") == text.count(
        "<summary>"
    )
    assert [int(level) for level in re.findall(r"<h([1-6])", text)][:2] == [1, 2]


def test_every_figure_has_its_files_and_numbers(made):
    held = json.loads((made / "report.json").read_text())
    assert held["format"] == "simcli-report/1" and len(held["verdicts"]) == 5
    for figure in held["figures"]:
        rows = list(csv.reader((made / "figures" / f"{figure['id']}.csv").open()))
        assert rows[0] == figure["columns"] and len(rows) == len(figure["rows"]) + 1
        for suffix in ("png", "pdf"):
            assert (made / "figures" / f"{figure['id']}.{suffix}").stat().st_size > 1000
        assert figure["finding"] and figure["caption"].endswith(".")
    assert held["metrics"] and {run["folder"] for run in held["runs"]} == {"mixed"}


def test_markdown_is_safe(made):
    text = (made / "report.md").read_text()
    assert "noble\\|hunter" in text and "a\\<b" in text
    for line in text.splitlines():
        if line.startswith("| ") and "Setting" in line:
            assert line.count("|") > 3


def test_the_name_of_a_run_cannot_bring_markup(tmp_path):
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.report.build import build
    from simcli.report.html import page
    from simcli.report.markdown import markdown

    folder = write_run(tmp_path / "<script>alert(1)<x>", ('"><script>', "`<b>`"), deals=20)
    report = build(analyse(open_runs([folder])))
    text = page(report, {figure.id: () for figure in report.figures})
    assert (
        "<script" not in text
        and "&lt;script&gt;alert(1)&lt;x&gt;" in text
        and "<code>&lt;b&gt;</code>" in text
    )
    assert not re.search(r"(?<!\\)<(script|b|x)", markdown(report))


def test_the_same_runs_give_the_same_page(made, runs, simcli, tmp_path):
    outcome = simcli("report", *runs, "--out", tmp_path / "two", "--quiet")
    assert outcome.code == 0 and outcome.err == ""
    for name in (
        "index.html",
        "report.md",
        "report.json",
        "report.pdf",
        "figures/seat-shares.png",
        "figures/game-length.pdf",
    ):
        assert (made / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    assert str(tmp_path / "two" / "index.html") in outcome.out


def test_text_and_json_write_nothing(runs, simcli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = simcli("report", runs[0], "--text")
    assert text.code == 0 and text.out.startswith("Fairness") and "not yet known" in text.out
    data = simcli("report", runs[0], "--text", "--json", "--quiet")
    assert json.loads(data.out)["format"] == "simcli-report/1"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("held", ["notes.txt", "report.json"])
def test_what_is_not_a_report_is_left_alone(runs, simcli, tmp_path, held):
    (tmp_path / held).write_text("mine")
    outcome = simcli("report", runs[0], "--out", tmp_path)
    assert outcome.code == 2 and "not a report" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == [held]


@pytest.mark.parametrize(("words", "code"), [("nowhere", 2), ("empty", 5)])
def test_no_run_no_report(simcli, tmp_path, words, code):
    (tmp_path / "empty").mkdir()
    outcome = simcli("report", tmp_path / words, "--out", tmp_path / "out")
    assert outcome.code == code and words in outcome.err and "Traceback" not in outcome.err
    assert not (tmp_path / "out").exists()


def test_numbers_for_files_have_no_negative_zero():
    assert str(common.tidy(-1e-9)) == "0.0" and common.tidy(None) is None
