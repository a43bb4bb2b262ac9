"""Numbers for readers: as many digits as the interval deserves, always with the interval, never
NaN."""

import math

from simcli.analysis.handicap import REACH, Handicap
from simcli.analysis.sums import Estimate
from simcli.metrics.metric import Metric

NOTHING = "cannot be said"


def count(number: float) -> str:
    """A whole number with commas: 1,000,000."""
    return f"{round(number):,}"


def counted(number: float, word: str) -> str:
    """A number of things: `1 game`, `1,000 games`."""
    return f"{count(number)} {word}{'' if round(number) == 1 else 's'}"


def percent(value: float, digits: int = 1) -> str:
    """A share as a percentage: 0.512 -> 51.2%."""
    return f"{_not_minus_zero(100 * value, digits):.{digits}f}%"


def plain(value: float, digits: int = 2) -> str:
    """A number without a unit."""
    return f"{_not_minus_zero(value, digits):,.{digits}f}"


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign: +0.45."""
    return f"{_not_minus_zero(value, digits):+.{digits}f}"


def points(value: float, digits: int = 1) -> str:
    """A difference of shares in percentage points, with its sign: +3.1 points."""
    return f"{signed(100 * value, digits)} points"


def share_text(estimate: Estimate | None) -> str:
    """`51.2% (51.1% to 51.3%)`; without an interval it says so."""
    if estimate is None:
        return NOTHING
    digits = digits_for(estimate, 100)
    if not estimate.known:
        return f"{percent(estimate.value, digits)} (one deal: no interval)"
    if estimate.value == 0:
        return f"none (at most {percent(estimate.high, digits)})"
    if estimate.value == 1:
        return f"all (at least {percent(estimate.low, digits)})"
    return (
        f"{percent(estimate.value, digits)} ({percent(estimate.low, digits)} to "
        f"{percent(estimate.high, digits)})"
    )


def mean_text(estimate: Estimate | None) -> str:
    """`27.2 (27.1 to 27.3)`; where every deal has nothing of it, that is said instead of an
    interval from 0 to 0."""
    if estimate is None:
        return NOTHING
    if estimate.known and estimate.low == estimate.value == estimate.high == 0:
        return "0 (in every deal)"
    digits = min(2 if abs(estimate.value) >= 1 else 4, digits_for(estimate, 1))
    if (
        estimate.known
        and estimate.low < estimate.high
        and plain(estimate.low, digits) == plain(estimate.high, digits)
    ):
        digits += 1
    if not estimate.known:
        return f"{plain(estimate.value, digits)} (one deal: no interval)"
    return (
        f"{plain(estimate.value, digits)} ({plain(estimate.low, digits)} to {plain(estimate.high, digits)})"
    )


def metric_text(metric: Metric, estimate: Estimate | None) -> str:
    """The value of a metric as its kind is printed."""
    return share_text(estimate) if metric.is_share else mean_text(estimate)


def handicap_number(row: Handicap) -> str:
    """`+0.45 (+0.39 to +0.50)`; beyond what was tried it says so."""
    if row.prestige is None:
        return f"more than {row.direction * REACH:+d}"
    if row.low is None and row.high is None:
        return f"{signed(row.prestige)} (no interval)"
    ends = [
        f"beyond {end:+d}" if bound is None else signed(bound)
        for bound, end in ((row.low, -REACH), (row.high, REACH))
    ]
    return f"{signed(row.prestige)} ({ends[0]} to {ends[1]})"


def handicap_phrase(row: Handicap) -> str:
    """`seat 2 with 0.45 prestige more (0.39 to 0.50)`, `seats 1-4 with 0.22 prestige less (0.10 to
    0.33)`."""
    name = row.name[0].lower() + row.name[1:]
    if row.prestige is None:
        return f"{name} with more than {REACH} prestige {'more' if row.direction > 0 else 'less'}"
    more = row.prestige >= 0
    text = f"{name} with {plain(abs(row.prestige))} prestige {'more' if more else 'less'}"
    if row.low is None or row.high is None:
        return text
    low, high = (row.low, row.high) if more else (-row.high, -row.low)
    return f"{text} ({plain(low)} to {plain(high)})"


def digits_for(estimate: Estimate, scale: float) -> int:
    """Digits after the point, so that the interval's half width shows with one digit: between 1 and
    4."""
    if not estimate.known or estimate.high <= estimate.low:
        return 1
    return min(4, max(1, -math.floor(math.log10((estimate.high - estimate.low) / 2 * scale))))


def probability(p: float | None) -> str:
    """A p value for readers: `p = 0.03`, `p < 0.001`."""
    if p is None:
        return "no test possible"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def listed(words) -> str:
    """`a`, `a and b`, `a, b and c`."""
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else ""


def _not_minus_zero(value: float, digits: int) -> float:
    return round(value, digits) + 0.0
