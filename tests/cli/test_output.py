"""Tables as text, JSON and notes."""

import json

import pytest

from simcli.cli.output import note, print_json, table


def test_numbers_to_the_right_texts_to_the_left():
    assert table(["name", "wins"], [["random", "9.5%"], ["greedy", "90.5%"], ["none", None]]) == (
        "name     wins\nrandom   9.5%\ngreedy  90.5%\nnone        -"
    )


def test_a_long_last_text_is_wrapped_under_itself():
    text = table(["name", "what"], [["one", "word " * 30], ["two", "short"]])
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) == 4
    assert lines[2].startswith("      word") and lines[-1] == "two   short"


def test_a_table_without_rows_is_its_header():
    assert table(["a", "b"], []) == "a  b"


def test_an_empty_text_in_the_last_column():
    assert table(["a", "b"], [["x", ""], ["y", "z"]]) == "a  b\nx\ny  z"


def test_json_is_one_value_and_refuses_what_json_has_not(capsys):
    print_json({"title": "é", "share": 0.5})
    assert json.loads(capsys.readouterr().out) == {"title": "é", "share": 0.5}
    with pytest.raises(ValueError):
        print_json({"share": float("nan")})


def test_notes_go_to_stderr_and_can_be_silenced(capsys):
    note("seen")
    note("not seen", quiet=True)
    assert capsys.readouterr() == ("", "seen\n")
