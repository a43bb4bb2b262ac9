"""The generalised sequential probability ratio test over blocks, with Wald's bounds.

After every batch of deals the LLR of all deals so far is computed; the test ends when it leaves
(lower, upper). Batches must be evaluated in the order of deals, so that the stopping time does not
depend on which worker was faster.
"""

from dataclasses import dataclass
from math import log

from simcli.base.errors import BadInput
from simcli.stats.blocks import Blocks
from simcli.stats.likelihood import LLR, llr

H0, H1, OPEN = "H0", "H1", "open"


@dataclass(frozen=True)
class Hypotheses:
    """H0: the candidate is at elo0, H1: at elo1 (elo0 < elo1), on the scale of `model`;
    alpha = P(accept H1 | H0), beta = P(accept H0 | H1)."""

    elo0: float
    elo1: float
    alpha: float = 0.01
    beta: float = 0.01
    model: str = "normalized"

    def __post_init__(self):
        if not self.elo0 < self.elo1:
            raise BadInput(
                f"bounds {self.elo0:g},{self.elo1:g} are the wrong way round: the first must be the smaller"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 1:
                raise BadInput(f"{name} {value!r} is not between 0 and 1")
        if self.alpha + self.beta >= 1:
            raise BadInput(f"alpha {self.alpha!r} and beta {self.beta!r} must add up to less than 1")
        if self.model not in ("normalized", "logistic"):
            raise BadInput(f"unknown model {self.model!r}: it is normalized or logistic")

    @property
    def lower(self) -> float:
        """The LLR at or below which H0 is accepted: log(beta / (1 - alpha))."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at or above which H1 is accepted: log((1 - beta) / alpha)."""
        return log((1 - self.beta) / self.alpha)

    def judge(self, blocks: Blocks) -> "Decision":
        """The decision after all deals so far; the LLR is that of H1 to H0."""
        ratio = llr(blocks, self.elo0, self.elo1, self.model)
        value = 0.0 if ratio.value is None else ratio.value
        state = H1 if value >= self.upper else H0 if value <= self.lower else OPEN
        return Decision(state, ratio, self.lower, self.upper)


@dataclass(frozen=True)
class Decision:
    """`state` is "H0", "H1" or "open"; lower and upper are the bounds of the LLR."""

    state: str
    llr: LLR
    lower: float
    upper: float
