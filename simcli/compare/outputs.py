"""A result for machines and pull requests: JUnit, Markdown, GitHub annotations. All are written
from the plain values of `result`."""

import re
from xml.sax import saxutils

from simcli.compare.text import between, number, percent

_WORST_FIRST = ("fail", "inconclusive", "pass", "identical")
MARKS = {"pass": "✅", "identical": "✅", "fail": "❌", "inconclusive": "⚠️"}
MOST_CELLS = 60
# What bounds a step summary, of which GitHub takes no more than 1 MB from all steps and other
# readers less: 60 kB whatever was asked.
MOST_REQUIREMENTS, MOST_CHARACTERS = 100, 120
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _cases(result: dict) -> list[tuple[str, str, str, float]]:
    """Name, verdict, what to say, seconds of every gate."""
    gate = result["gate"]
    cases = []
    for each in result["answers"]:
        name = f"{gate['name']} {each['players']} players"
        cases.append((name, each["verdict"], f"{each['words']}: {each['why']}", each["seconds"]))
    for each in result["requirements"]:
        name = f"{each['requirement']} {each['players']} players"
        cases.append((name, each["verdict"], f"{each['metric']} is {_span(each)}", 0.0))
    return cases


def _span(each: dict) -> str:
    if each["value"] is None:
        return "not known from these games"
    return (
        f"{each['value']:.4f} "
        f"({'-' if each['low'] is None else format(each['low'], '.4f')} to "
        f"{'-' if each['high'] is None else format(each['high'], '.4f')})"
    )


def escape(text: str) -> str:
    """Text in XML, which has no control characters."""
    return saxutils.escape(_NOT_XML.sub("\ufffd", text))


def quoteattr(text: str) -> str:
    """Text as an attribute in XML, in quotes."""
    return saxutils.quoteattr(_NOT_XML.sub("\ufffd", text))


def junit(result: dict) -> str:
    """JUnit XML, as the schema of Jenkins' xUnit plugin has it: a test case a gate and number of
    players; failed gates are failures, undecided ones errors."""
    cases = _cases(result)
    failed = sum(verdict == "fail" for _, verdict, _, _ in cases)
    open_ = sum(verdict == "inconclusive" for _, verdict, _, _ in cases)
    seconds = sum(case[3] for case in cases)
    counts = f'tests="{len(cases)}" failures="{failed}" errors="{open_}" time="{seconds:.3f}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="simcli compare" {counts}>']
    suite = quoteattr(f"{result['candidate']} against {result['baseline']}")
    lines.append(f"  <testsuite name={suite} {counts}>")
    for name, verdict, text, took in cases:
        lines.append(f'    <testcase classname="simcli.compare" name={quoteattr(name)} time="{took:.3f}">')
        if verdict in ("fail", "inconclusive"):
            tag = "failure" if verdict == "fail" else "error"
            lines.append(f'      <{tag} type="{verdict}" message={quoteattr(text)}>{escape(text)}</{tag}>')
        else:
            lines.append(f"      <system-out>{escape(text)}</system-out>")
        lines.append("    </testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _cell(text) -> str:
    text = str(text)
    text = text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def markdown(result: dict) -> str:
    """A step summary: the verdict, a line a gate, block histograms folded away."""
    gate = result["gate"]
    lines = [f"## {MARKS[result['verdict']]} simcli compare: {result['verdict']}", ""]
    lines.append(
        f"`{_cell(result['candidate'])}` minus `{_cell(result['baseline'])}`, gate "
        f"{gate['name']}, bounds {gate['elo0']:g} to {gate['elo1']:g} Elo, "
    )
    lines[-1] += f"alpha {gate['alpha']:g}, beta {gate['beta']:g}. Positive is better."
    lines += [
        "",
        "| Players | Verdict | Share | Always valid | Elo | LLR | Deals | Games | Why |",
        "| --: | --- | --: | --- | --: | --: | --: | --: | --- |",
    ]
    difference = result["design"]["paired"]
    for each in result["answers"]:
        always = each["always_valid"]
        span = between(always, lambda value: percent(value, 2, difference)) if always else "-"
        llr = (
            "-" if each["llr"] is None else f"{each['llr']:.2f} in ({each['lower']:.2f}, {each['upper']:.2f})"
        )
        cells = [
            each["players"],
            f"{MARKS[each['verdict']]} {each['words']}",
            percent(each["share"], 2, difference),
            span,
            number(each["elo"]),
            llr,
        ]
        cells += [
            f"{each['blocks']:,}",
            f"{each['games']:,}",
            each["why"] + (f"; {each['warning']}" if each["warning"] else ""),
        ]
        lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    if result["requirements"]:
        lines += ["", "| Players | Requirement | Verdict | Observed |", "| --: | --- | --- | --- |"]
        shown = sorted(result["requirements"], key=lambda each: _WORST_FIRST.index(each["verdict"]))
        for each in shown[:MOST_REQUIREMENTS]:
            cells = [
                each["players"],
                each["requirement"],
                f"{MARKS[each['verdict']]} {each['verdict']}",
                _span(each),
            ]
            lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
        if len(shown) > MOST_REQUIREMENTS:
            lines += [
                "",
                (
                    f"and {len(shown) - MOST_REQUIREMENTS} more, the worst of them "
                    f"{shown[MOST_REQUIREMENTS]['verdict']}."
                ),
            ]
    for each in result["answers"]:
        if each["counts"]:
            lines += [
                "",
                f"<details><summary>Block scores, {each['players']} players</summary>",
                "",
                "| Score | Deals |",
                "| --: | --: |",
            ]
            lines += [
                f"| {cell['score']:.4f} | {cell['blocks']:.0f} |" for cell in each["counts"][:MOST_CELLS]
            ]
            lines += ["", "</details>"]
    return "\n".join([*lines, ""])


def annotations(result: dict) -> list[str]:
    """GitHub workflow commands: an error for each failed gate, a warning for each undecided one, a
    notice if all passed."""
    kinds = {"fail": "error", "inconclusive": "warning"}
    lines = [
        f"::{kinds[verdict]} title=simcli compare%3A {_command(name)}::{_command(text)}"
        for name, verdict, text, _ in _cases(result)
        if verdict in kinds
    ]
    if not lines:
        lines = [f"::notice title=simcli compare::{_command(result['candidate'])}: {result['verdict']}"]
    return lines


def _command(text: str) -> str:
    return (
        text.replace("%", "%25")
        .replace("\r", "%0D")
        .replace("\n", "%0A")
        .replace(":", "%3A")
        .replace(",", "%2C")
    )
