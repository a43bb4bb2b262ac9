"""The author's path: the template plays; what is wrong with a file is said with file and line."""

import re
from pathlib import Path

import pytest

import simcli as package
from simcli.base.errors import BadInput
from simcli.strategy.conformance import check
from simcli.strategy.files import describe
from simcli.strategy.loading import load, shipped

HEAD = '"""A strategy."""\n\nfrom simcli.toolkit import lowest\n\n\n'


def test_the_template_plays_and_beats_random(tmp_path, monkeypatch, simcli, refused):
    monkeypatch.chdir(tmp_path)
    assert simcli("strategies", "new", "my-first").code == 0
    played = package.play(["./my_first.py:noble=2", "random"], games=600, seed=4)
    assert repr(played).startswith("<600 games: ./my_first.py:noble=2 9") and len(repr(played)) < 120
    shares = played.win_share
    assert shares["./my_first.py:noble=2"] > 0.9
    refused("strategies", "new", "my-first", words=("my_first.py", "exists"))
    refused("strategies", "new", "No Name", words=("'No Name'",))
    refused("strategies", "new", "greedy", words=("'greedy'",))


def test_an_edit_is_seen_by_the_process_that_played_the_file_before(tmp_path):
    mine, helper = tmp_path / "mine.py", tmp_path / "helper.py"
    mine.write_text(
        '"""Borrows."""\nfrom simcli.toolkit import borrow\n\nchoose = borrow("helper.py").choose\n'
    )
    answers = []
    for mask, word in (("PURCHASES", "first"), ("RESERVES", "second")):
        lines = f"from simcli.toolkit import {mask}, any_of\n\n\ndef choose(view, legal):\n    return any_of(view, legal & {mask} or legal)\n"
        helper.write_text(f'"""Plays the {word} way."""\n{lines}')
        answers.append(
            [
                package.play([str(path), "random"], games=200, jobs=1).win_share[str(path)]
                for path in (mine, helper)
            ]
        )
    assert min(answers[0]) > 0.85 and max(answers[1]) < 0.75
    helper.unlink()
    with pytest.raises(BadInput, match="does not exist"):
        load(str(mine))


@pytest.mark.long
def test_the_examples_of_the_guide_conform(tmp_path):
    guide = (Path(__file__).parents[2] / "strategies" / "README.md").read_text(encoding="utf-8")
    examples = [
        code for code in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if code.startswith('"""')
    ]
    assert len(examples) == 2
    for number, code in enumerate(examples):
        file = tmp_path / f"example{number}.py"
        file.write_text(code)
        playouts = ":playouts=2" if "playouts" in code else ""
        assert check(f"{file}{playouts}", positions=40, seconds=10).why is None


def test_one_strategy_is_no_line_up():
    with pytest.raises(BadInput, match="expected a list of 2 to 4 strategies, such as"):
        package.play("greedy")


def test_lists_say_what_the_files_say():
    for name in shipped():
        said = describe(name)
        assert (
            said.summary.endswith(".") and "Idea:" in said.docstring and "Weak against:" in said.docstring
        ), name
        assert said.parameters == load(name).parameters


def _refused(tmp_path, refused, source: str, *words):
    file = tmp_path / "mine.py"
    file.write_text(source)
    said = refused("strategies", "check", file, "--quiet", words=(file, *words))
    assert len(said) < 500 and "With argument" not in said and "Record(" not in said, said


CHOOSE = "def choose(view, legal):\n"
MISTAKES = {  # what follows HEAD, whose six lines come before; the line that is at fault; words of the message
    "no choose": (
        "def chose(view, legal):\n    return 0\n",
        "",
        "choose(view, legal); this file does not. Is chose meant to be choose?",
    ),
    "choose is no function": ("choose = 3\n", "", "choose(view, legal)"),
    "wrong signature": ("def choose(view):\n    return 0\n", "line 6", "choose(view)"),
    "syntax": ("def choose(view, legal)\n    return 0\n", "line 6", "expected ':'"),
    "import of a helper that is not there": (
        f"from simcli.toolkit import lowst\n\n\n{CHOOSE}    return lowst(legal)\n",
        "line 6",
        "'lowst'. Did you mean 'lowest'?",
    ),
    "import of a module that is not there": (
        f"from simcli.tools import lowest\n\n\n{CHOOSE}    return lowest(legal)\n",
        "line 6",
        "'simcli.toolkit'",
    ),
    "helper of the other module": (
        f"from simcli.toolkit import imagine\n\n\n{CHOOSE}    return 0\n",
        "line 6",
        "import it from simcli.foresight",
    ),
    "unknown helper": (
        f"{CHOOSE}    a = 1\n    return lowst(legal)\n",
        "line 8",
        "'lowst' is not defined. Did you mean 'lowest'?",
    ),
    "helper not imported": (
        f"{CHOOSE}    return any_of(view, legal)\n",
        "line 7",
        "import it from simcli.toolkit",
    ),
    "unknown field": (
        f"{CHOOSE}    a = view.table.banc\n    return lowest(legal)\n",
        "line 7",
        "'banc'. Did you mean 'bank'?",
    ),
    "unknown field of the view": (
        f"{CHOOSE}    a = view.tabel.bank\n    return lowest(legal)\n",
        "line 7",
        "'tabel' in a view. Did you mean 'table'?",
    ),
    "unknown parameter": (
        f"{CHOOSE}    return int(view.parameters.wait)\n",
        "line 7",
        "'wait' in the parameters",
    ),
    "type": (
        f"{CHOOSE}    a = 'red' + 1\n    return lowest(legal)\n",
        "line 7",
        "+ does not work with 'red', 1",
    ),
    "type in another function": (
        f"def worth(row):\n    return row + 'a'\n\n\n{CHOOSE}    a = worth(1)\n    return 0\n",
        "line 7",
        "'a'",
    ),
    "type of an argument": (
        f"{CHOOSE}    return lowest(view)\n",
        "line 7",
        "a view cannot stand where a whole number belongs",
    ),
    "number of arguments": (
        f"{CHOOSE}    return lowest(legal) + worth(1)\n\n\ndef worth():\n    return 0\n",
        "line 7",
        "too many positional arguments",
    ),
    "returns nothing": (f"{CHOOSE}    a = lowest(legal)\n", "line 6", "returns nothing"),
    "returns on one way only": (
        f"{CHOOSE}    if legal & 1:\n        return 0\n",
        "line 8",
        "every path has to end in a 'return'",
    ),
    "returns a fraction": (
        f"{CHOOSE}    return lowest(legal) / 2\n",
        "line 7",
        "returns a number with a fraction",
    ),
    "returns a comparison": (f"{CHOOSE}    return legal & 3 > 0\n", "line 7", "returns True or False"),
    "a name outside": (
        f"TURNS = 0\n\n\n{CHOOSE}    global TURNS\n    TURNS += 1\n    return 0\n",
        "line 11",
        "keeps nothing from turn to turn",
    ),
    "too few arguments of a helper": (
        f"{CHOOSE}    return lowest()\n",
        "line 7",
        "a helper is called with too few arguments",
    ),
    "other arguments of a helper": (
        f"from simcli.toolkit import any_of\n\n\n{CHOOSE}    return any_of(legal)\n",
        "line 10",
        "any_of(view, mask) is called with other arguments",
    ),
    "lambda": (
        f"{CHOOSE}    return max(range(9), key=lambda a: legal >> a)\n",
        "line 7",
        "cannot use 'legal' of the function around it",
    ),
    "dict": (
        f"{CHOOSE}    d = {{}}\n    d[1] = 2\n    return max(d, key=d.get)\n",
        "line 9",
        "max does not work with a dict, key=a method",
    ),
    "wrong arguments of a helper": (
        f"{CHOOSE}    return lowest(legal, 1)\n",
        "line 7",
        "a helper is called with 2 arguments; it takes 1",
    ),
    "name of a function misspelt": (
        f"{CHOOSE}    return 0\n\n\ndef giveback(view, left):\n    return 0\n",
        "",
        "must be called give_back",
    ),
    "parameters of another": (
        f"from simcli.toolkit import borrow\n\ngreedy = borrow('greedy')\n\n\n{CHOOSE}    return greedy.choose(view, legal)\n",
        "line 12",
        "borrowed(view,",
    ),
    "returns text": (f"{CHOOSE}    return 'red'\n", "line 7", "returns 'red'"),
    "returns two": (f"{CHOOSE}    a = 1\n    return lowest(legal), a\n", "line 8", "returns several values"),
    "list": (f"{CHOOSE}    a = []\n    return lowest(legal)\n", "line 7", "'a'"),
    "import inside": (
        f"{CHOOSE}    import os\n    return lowest(legal)\n",
        "line 7",
        "'import' stands inside a function",
    ),
    "in another function of the four": (
        f"{CHOOSE}    return lowest(legal)\n\n\ndef give_back(view, left):\n    return view.table.banc\n",
        "line 11",
        "give_back",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_shown_with_file_and_line(mistake, tmp_path, refused):
    source, line, words = MISTAKES[mistake]
    _refused(tmp_path, refused, HEAD + source, line, words)


def test_a_mistake_in_a_file_of_this_folder_is_shown_with_its_line(tmp_path, monkeypatch, refused):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(HEAD + f"{CHOOSE}    a = 'red' + 1\n    return lowest(legal)\n")
    refused(
        "strategies", "check", "./mine.py", "--quiet", words=("mine.py, line 7: choose does not compile",)
    )


def test_a_file_that_is_not_there_is_looked_for(tmp_path, monkeypatch, refused):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(HEAD + f"{CHOOSE}    return lowest(legal)\n")
    said = refused("strategies", "show", "mine", words=("there is no strategy 'mine'", "./mine.py"))
    assert "miser" not in said
    refused("strategies", "show", "./mien.py", words=("'./mien.py' does not exist", "Did you mean 'mine'?"))
    refused("strategies", "show", "sub/mine.py", words=("in this folder: ./mine.py",))
    refused("strategies", "show", "sub/other.py", words=("no folder 'sub'",))
    refused("strategies", "show", "greedy.py", words=("'greedy' without a path is",))
    refused("strategies", "show", "zzzzz.py", words=(str(tmp_path),))


def test_parameters_that_are_not_there_or_no_numbers(refused):
    refused("strategies", "check", "noble-hunter:wight=2", words=("'wight'", "'weight'"))
    refused("strategies", "check", "noble-hunter:weight=two", words=("'two'",))
