"""Numbers as people write them on a command line: 250k, 2M, 1e6, 1_000."""

import re
from collections.abc import Callable
from decimal import Decimal

import typer

from simcli.base.errors import BadInput

_NUMBER = re.compile(r"([0-9][0-9_]*(?:\.[0-9]+)?)(?:[eE]\+?([0-9]{1,2}))?([kKmMgG]?)")
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
MOST = 10**12


def whole_number(text, low: int = 1, high: int = MOST) -> int:
    """The whole number from `low` to `high` that `text` writes; typer.BadParameter (which gets the
    option's name) otherwise."""
    value = _amount(text)
    if value is None or value != int(value) or not low <= value <= high:
        raise typer.BadParameter(
            f"{text!r} is not allowed; expected a whole number {_range(low, high, value)}, such "
            f"as {_example(low, high)}."
        )
    return int(value)


def between(low: int, high: int = MOST) -> Callable[[str], int]:
    """A parser for an option: `typer.Option(parser=between(0, 99), metavar="N")`."""

    def parse(text: str) -> int:
        return whole_number(text, low, high)

    return parse


def chance(text) -> float:
    """A chance between 0 and 1, such as 0.05; typer.BadParameter otherwise."""
    return _checked(text, _real(text), lambda value: 0 < value < 1, "between 0 and 1", "0.05")


def rate(text: str) -> float:
    """A chance from 0 to 0.5, such as 0.02; typer.BadParameter otherwise."""
    return _checked(text, _real(text), lambda value: 0 <= value <= 0.5, "from 0 to 0.5", "0.02")


def positive(text) -> float:
    """A number above 0, such as 0.25, 20k or 1e6; typer.BadParameter otherwise."""
    amount = _amount(text)
    value = _real(text) if amount is None else float(amount)
    return _checked(text, value, lambda value: 0 < value < float("inf"), "above 0", "0.25 or 20k")


def _checked(text, value: float, allowed: Callable[[float], bool], where: str, example: str) -> float:
    if not allowed(value):
        raise typer.BadParameter(f"{text!r} is not allowed; expected a number {where}, such as {example}.")
    return value


def _amount(text) -> Decimal | None:
    """The amount that `text` writes, with its exponent and unit; None where it writes none."""
    match = _NUMBER.fullmatch(str(text).strip())
    return (
        Decimal(match[1].replace("_", "")) * 10 ** int(match[2] or 0) * _UNITS[match[3].lower()]
        if match
        else None
    )


def _real(text) -> float:
    """The number that `text` writes; NaN where it writes none."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def parse_shard(text: str | None) -> tuple[int, int] | None:
    """`3/16` as (3, 16); None stays None. Raises BadInput."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    i, n = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= i <= n:
        raise BadInput(f"--shard {text!r}: expected I/N, I from 1 to N, such as 3/16")
    return i, n


def _range(low: int, high: int, value: Decimal | None) -> str:
    far = high >= MOST and (
        value is None or value <= high
    )  # the upper end is named only to those who passed it
    return f"from {low} {'on' if far else f'to {high}'}"


def _example(low: int, high: int) -> str:
    return "5000, 250k, 2M or 1e6" if high >= 2_000_000 else str(max(low, min(high, 10)))
