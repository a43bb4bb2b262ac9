"""The author's path: the template plays; what is wrong with a file is said with file and line."""

import simcli as package
from simcli.strategy import load, shipped
from simcli.strategy_files import describe

HEAD = '"""A strategy."""\n\nfrom simcli.toolkit import lowest\n\n\n'


def test_the_template_plays_and_beats_random(tmp_path, monkeypatch, simcli, refused):
    monkeypatch.chdir(tmp_path)
    assert simcli("strategies", "new", "my-first").code == 0
    shares = package.play(["./my_first.py:noble=2", "random"], games=600, seed=4).win_share
    assert shares["./my_first.py:noble=2"] > 0.9
    refused("strategies", "new", "my-first", words=("my_first.py", "exists"))
    refused("strategies", "new", "No Name", words=("'No Name'",))
    refused("strategies", "new", "greedy", words=("'greedy'",))


def test_lists_say_what_the_files_say():
    for name in shipped():
        said = describe(name)
        assert said.summary.endswith(".") and "Idea:" in said.docstring and "Weak against:" in said.docstring, name
        assert said.parameters == load(name).parameters


def _refused(tmp_path, refused, source: str, *words):
    file = tmp_path / "mine.py"
    file.write_text(source)
    return refused("strategies", "check", file, "--quiet", words=(file, *words))


def test_a_file_without_choose(tmp_path, refused):
    _refused(tmp_path, refused, HEAD, "choose(view, legal)")


def test_a_wrong_signature(tmp_path, refused):
    _refused(tmp_path, refused, HEAD + "def choose(view):\n    return 0\n", "line 6", "choose(view)")


def test_a_syntax_error(tmp_path, refused):
    _refused(tmp_path, refused, HEAD + "def choose(view, legal)\n    return 0\n", "line 6")


def test_what_does_not_compile_names_the_line(tmp_path, refused):
    _refused(tmp_path, refused, HEAD + "def choose(view, legal):\n    a = view.table.banc\n    return lowest(legal)\n", "line 7", "banc")


def test_parameters_that_are_not_there_or_no_numbers(refused):
    refused("strategies", "check", "noble-hunter:wight=2", words=("'wight'", "'weight'"))
    refused("strategies", "check", "noble-hunter:weight=two", words=("'two'",))
