"""What a comparison writes for machines and pull requests: JUnit against its schema, Markdown
within its bounds, annotations, JSON without NaN."""

import json
import re
from xml.etree import ElementTree

import pytest

from simcli.compare.outputs import annotations, junit, markdown
from simcli.metrics.registry import every_metric

# The schema of JUnit files that Jenkins' xUnit plugin publishes (junit-10), as facts: the
# attributes of each element, the required ones with a star, and the elements that it may hold.
ELEMENTS = {
    "testsuites": ("name time tests failures errors", "testsuite"),
    "testsuite": (
        "name* tests* failures* errors* group time skipped timestamp hostname id package file log url",
        "testsuite properties testcase system-out system-err",
    ),
    "testcase": (
        "name* time classname group",
        "skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err",
    ),
    "failure": ("type message", ""),
    "error": ("type message", ""),
    "system-out": ("", ""),
}
TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")
COUNTS = ("tests", "failures", "errors", "skipped")


def against_the_schema(element: ElementTree.Element) -> list[str]:
    """What the schema would complain about, in an element and all that it holds."""
    if element.tag not in ELEMENTS:
        return [f"there is no element {element.tag}"]
    attributes, children = (words.split() for words in ELEMENTS[element.tag])
    wrong = [
        f"{element.tag} lacks {name}"
        for name in attributes
        if name.endswith("*") and name[:-1] not in element.attrib
    ]
    wrong += [
        f"{element.tag} has no attribute {name}"
        for name in element.attrib
        if name not in {word.rstrip("*") for word in attributes}
    ]
    wrong += [f"{element.tag} {name} is no number" for name in COUNTS if not element.get(name, "0").isdigit()]
    wrong += [f"{element.tag} time is none"] * (not TIME.fullmatch(element.get("time", "0")))
    wrong += [f"{element.tag} holds {child.tag}" for child in element if child.tag not in children]
    wrong += [f"{element.tag} holds text"] * (
        element.tag.startswith("test")
        and bool("".join([element.text or "", *(c.tail or "" for c in element)]).strip())
    )
    return wrong + [complaint for child in element for complaint in against_the_schema(child)]


@pytest.mark.parametrize(
    "text",
    [
        "<testsuites skipped='0'/>",
        "<testsuite name='a' tests='1' failures='0'/>",
        "<testsuites time='1 s'/>",
        "<testsuites><testcase name='a'/></testsuites>",
    ],
)
def test_the_check_can_fail(text):
    assert against_the_schema(ElementTree.fromstring(text))


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Results of comparisons of every kind: failed, undecided, passed, identical, paired, with
    requirements."""
    from simcli.compare.decide import GATES, Gate
    from simcli.compare.require import parse_requirement
    from simcli.compare.whole import Comparison
    from simcli.variant.rules import load_rules

    def play(
        one, two, gate="no-regression", players=(2,), paired=False, require=(), most=3000, rules="standard"
    ):
        asked = Gate(gate, *GATES[gate], model="logistic" if paired or gate == "equivalent" else "normalized")
        requirements = [parse_requirement(text) for text in require]
        whole = Comparison(
            one,
            two,
            asked,
            load_rules(rules),
            (None, None),
            players,
            [],
            paired,
            requirements,
            400,
            1,
            most,
            None,
        )
        return json.loads(json.dumps(whole.run(), allow_nan=False))

    return {
        "fail": play(
            "greedy",
            "random",
            players=(2, 4),
            require=("stalemate_rate > 0.5", "mean_rounds > 5", "seat1_share in [0.49, 0.51]"),
        ),
        "inconclusive": play("greedy", "cheapest-first", "equivalent", (3,)),
        "pass": play("random", "greedy", "improve", rules="team", players=(4,)),
        "identical": play("greedy", "greedy", paired=True),
        "paired": play("greedy", "greedy:cost=0.102", paired=True, players=(4,)),
    }


@pytest.mark.parametrize("name", ["fail", "inconclusive", "pass", "identical", "paired"])
def test_every_output(results, name):
    result = results[name]
    if name != "paired":
        assert result["verdict"] == name
    root = ElementTree.fromstring(junit(result))
    assert root.tag == "testsuites" and against_the_schema(root) == []
    cases = root.findall("./testsuite/testcase")
    verdicts = [each["verdict"] for each in (*result["answers"], *result["requirements"])]
    assert len(cases) == len(verdicts) == len({case.get("name") for case in cases})
    for element in (root, root[0]):
        assert [element.get(word) for word in ("tests", "failures", "errors")] == [
            str(n) for n in (len(cases), verdicts.count("fail"), verdicts.count("inconclusive"))
        ]
    assert [[child.tag for child in case] for case in cases] == [
        [{"fail": "failure", "inconclusive": "error"}.get(verdict, "system-out")] for verdict in verdicts
    ]
    text = markdown(result)
    assert (
        text.startswith("## ")
        and len(text.encode()) < 60_000
        and "nan" not in text.lower()
        and "None" not in text
    )
    lines = annotations(result)
    assert len(lines) == max(1, len(verdicts) - verdicts.count("pass") - verdicts.count("identical"))
    assert all(
        re.fullmatch(r"::(error|warning|notice) title=[^:,]+(%3A[^:,]*)?::[^\n]+", line) for line in lines
    )


METRICS = every_metric()
HOSTILE = "a|b<i>`x`\x1b[31m\n]]>&\"'" * 40


def test_the_largest_result(results):
    """Three numbers of players with every metric required, under names as long and odd as they
    come."""
    result = json.loads(json.dumps(results["fail"]))
    result["candidate"], result["baseline"] = HOSTILE, "/".join(["folder"] * 200) + ".py"
    answer = result["answers"][1]
    answer["counts"] = [{"score": k / 48, "blocks": 10**9 + k} for k in range(-48, 49)]
    result["answers"] = [
        {**answer, "players": players, "why": HOSTILE, "warning": HOSTILE} for players in (2, 3, 4)
    ]
    entry = result["requirements"][0]
    verdicts = ("pass", "fail", "inconclusive")
    result["requirements"] = [
        {
            **entry,
            "players": players,
            "metric": metric,
            "requirement": f"{metric} < 0.5 {HOSTILE}",
            "verdict": verdicts[k % 3],
        }
        for players in (2, 3, 4)
        for k, metric in enumerate(METRICS)
    ]
    text = markdown(result)
    assert 20_000 < len(text.encode()) < 60_000 and "more, the worst of them" in text and "<i>" not in text
    table = [line for line in text.splitlines() if line.startswith("| ") and "❌" in line]
    assert len(table) == 3 + min(100, sum(each["verdict"] == "fail" for each in result["requirements"]))
    root = ElementTree.fromstring(junit(result))
    assert against_the_schema(root) == [] and len(root.findall(".//testcase")) == 3 + 3 * len(METRICS)
    assert all("\n" not in line for line in annotations(result))


def test_files_and_annotations_of_the_command(simcli, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    xml, md = tmp_path / "a" / "out.xml", tmp_path / "summary.md"
    words = (
        "--max-games",
        "20000",
        "--quiet",
        "--players",
        "2,4",
        "--junit",
        xml,
        "--markdown",
        md,
        "--require",
        "stalemate_rate > 0.5",
        "--require-games",
        "400",
    )
    outcome = simcli("compare", "greedy", "random", *words)
    assert outcome.code == 3
    assert outcome.out.startswith("FAIL: random against greedy") and "::error title=" in outcome.out
    root = ElementTree.parse(xml).getroot()
    assert (
        against_the_schema(root) == []
        and len(root.findall(".//failure")) == int(root.attrib["failures"]) == 4
    )
    assert md.read_text(encoding="utf-8").startswith("## ❌")


def test_metrics_are_those_of_the_report(simcli, tmp_path):
    """Every metric can be asked for, and has a value in one game or the other."""
    from simcli.analysis.balance import analyse, values_of
    from simcli.analysis.runs import open_runs

    names = set()
    for rules in ("standard", "team"):
        folder = tmp_path / rules
        simcli("run", *["greedy"] * 3, "random", "--rules", rules, "--games", "2000", "-q", "--out", folder)
        (answer,) = analyse(open_runs([folder])).settings
        by_strategy = {name for name in answer.values if name.startswith("strategy")}
        assert set(answer.values) - by_strategy <= set(METRICS)
        names |= set(answer.values) - by_strategy
        asked = ("mean_rounds", "seat1_share", "level2_reserved_bought_rate", "noble_contested_rate")
        assert values_of(open_runs([folder]), asked) == {name: answer.values[name] for name in asked}
    assert names == set(METRICS)
    listed = simcli("compare", "--list-metrics")
    assert listed.code == 0 and [line.split()[0] for line in listed.out.splitlines()] == list(METRICS)
