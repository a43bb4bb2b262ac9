"""The two shapes in which most answers come: an interval and a test."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval.

    `low` or `high` is None where no bound exists, `estimate` where no number exists. `n` is the number of independent units behind it
    (deals, unless the function says otherwise). `method` names the interval; `note` is empty or says in plain words what is special
    ("above range", "no data", "one deal only", ...).
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
        """Is the value inside? None where the interval cannot say because a bound on that side is missing."""
        if self.low is not None and value < self.low or self.high is not None and value > self.high:
            return False
        return None if self.low is None or self.high is None else True

    def within(self, low: float, high: float) -> str:
        """Judge a requirement `low <= truth <= high` on the interval: "inside", "outside" or "undecided"."""
        if self.low is not None and self.high is not None and low <= self.low and self.high <= high:
            return "inside"
        if self.low is not None and self.low > high or self.high is not None and self.high < low:
            return "outside"
        return "undecided"

    def mapped(self, function, method: str | None = None) -> "Interval":
        """The same interval on another scale; `function` must increase. Example: `interval.mapped(lambda s: players * s)`."""
        values = [
            None if value is None else function(value) for value in (self.estimate, self.low, self.high)
        ]
        return Interval(*values, self.level, self.n, method or self.method, self.note)


@dataclass(frozen=True)
class Test:
    """A test: `p` is None where the data cannot say (then `note` says why). `df` holds one or two degrees of freedom."""

    statistic: float | None
    df: tuple[int, ...]
    p: float | None
    n: int
    method: str
    note: str = ""

    # pytest would otherwise take an imported name that starts with Test for a class of tests.
    __test__ = False


def nothing(level: float, n: int = 0, method: str = "none", note: str = "no data") -> Interval:
    """The interval that says that nothing can be said."""
    return Interval(None, None, None, level, n, method, note)
