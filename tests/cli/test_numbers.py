"""Numbers on the command line."""

import pytest
import typer

from simcli.cli.numbers import between, whole_number


@pytest.mark.parametrize(
    "text, value",
    [
        ("1", 1),
        ("250k", 250_000),
        ("2M", 2_000_000),
        ("2m", 2_000_000),
        ("1G", 10**9),
        ("1e6", 10**6),
        ("1E+3", 1000),
    ]
    + [("1_000", 1000), ("2.5M", 2_500_000), ("1.5e1", 15), (" 7 ", 7), ("007", 7), (12, 12)],
)
def test_numbers_as_people_write_them(text, value):
    assert whole_number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-5",
        "ten",
        "1.5",
        "",
        "k",
        "1kk",
        "1e",
        "1e-3",
        "1e99",
        "1e999999",
        "nan",
        "inf",
        "0x10",
        "1,000",
        "٣",
        "_1",
        "1e13",
        "2 M",
    ],
)
def test_anything_else_is_refused_with_the_value(text):
    with pytest.raises(typer.BadParameter) as refusal:
        whole_number(text)
    assert repr(text) in str(refusal.value) and "from 1" in str(refusal.value)


def test_a_range_is_named_and_its_ends_are_in_it():
    parse = between(0, 99)
    assert (parse("0"), parse("99")) == (0, 99)
    for text in ("-1", "100"):
        with pytest.raises(typer.BadParameter, match="from 0 to 99"):
            parse(text)
