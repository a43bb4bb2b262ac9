"""The shape in which most answers come: an estimate with its interval."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval.

    `low` or `high` is None where no bound exists, `estimate` where no number exists. `n` is the
    number of independent units behind it (deals, unless the function says otherwise). `method`
    names the interval; `note` is empty or says in plain words what is special ("above range",
    "no data", "one deal only", ...).
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    n: int
    method: str
    note: str = ""

    @property
    def half_width(self) -> float | None:
        """Half the length, or None where a bound is missing."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def contains(self, value: float) -> bool | None:
        """Is the value inside? None where a missing bound leaves that open."""
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return False
        return None if self.low is None or self.high is None else True

    def within(self, low: float, high: float) -> str:
        """Judge the requirement `low <= truth <= high`: "inside", "outside" or "undecided"."""
        if self.low is not None and self.high is not None and low <= self.low and self.high <= high:
            return "inside"
        if (self.low is not None and self.low > high) or (self.high is not None and self.high < low):
            return "outside"
        return "undecided"

    def mapped(self, function) -> "Interval":
        """The same interval on another scale; `function` must increase."""
        estimate, low, high = (
            None if value is None else function(value) for value in (self.estimate, self.low, self.high)
        )
        return replace(self, estimate=estimate, low=low, high=high)


def nothing(level: float, n: int = 0, method: str = "none", note: str = "no data") -> Interval:
    """The interval without numbers, where the data say nothing."""
    return Interval(None, None, None, level, n, method, note)
