"""The generalised sequential probability ratio test over blocks: bounds, the decision, and a walk with optional overshoot correction.

A batch of deals is played, the LLR of all deals so far is computed, and the test ends when it leaves (lower, upper). Wald's bounds;
overshoot correction after M. Van den Bergh, dynamic_overshoot_correction.pdf. Batches must be evaluated in the order of deals, so that the
stopping time does not depend on which worker was faster.
"""

from dataclasses import dataclass
from math import log

import numpy as np

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

    def llr(self, blocks: Blocks) -> LLR:
        """The log-likelihood ratio of H1 to H0."""
        return llr(blocks, self.elo0, self.elo1, self.model)


@dataclass(frozen=True)
class Decision:
    """`state` is "H0", "H1" or "open"; lower and upper are the bounds in force (narrower than Wald's under overshoot correction)."""

    state: str
    llr: LLR
    lower: float
    upper: float


class Walk:
    """The test as it goes: call `step` with the blocks of ALL deals so far after every batch. Once decided it stays decided.

    With `overshoot=True` every new minimum and maximum of the LLR tells by how much a batch oversteps a bound, and the bounds come nearer
    by the expected excess sum D^2 / (2 sum D). That is right only for equal batches, each evaluated once, none left out.
    """

    def __init__(self, hypotheses: Hypotheses, overshoot: bool = False):
        self.hypotheses = hypotheses
        self.overshoot = overshoot
        self.decision: Decision | None = None
        self._low = self._high = 0.0
        self._falls = [0.0, 0.0]
        self._rises = [0.0, 0.0]

    def step(self, blocks: Blocks) -> Decision:
        """Take in the state after one more batch and return the decision."""
        if self.decision is not None and self.decision.state != OPEN:
            return self.decision
        ratio = self.hypotheses.llr(blocks)
        lower, upper = self.hypotheses.lower, self.hypotheses.upper
        value = 0.0 if ratio.value is None else ratio.value
        if self.overshoot:
            self._note(value)
            lower += self._expected(self._falls)
            upper -= self._expected(self._rises)
        state = H1 if value >= upper else H0 if value <= lower else OPEN
        self.decision = Decision(state, ratio, lower, upper)
        return self.decision

    def _note(self, value: float) -> None:
        if value < self._low:
            excess, self._low = self._low - value, value
            self._falls[0] += excess
            self._falls[1] += excess * excess
        elif value > self._high:
            excess, self._high = value - self._high, value
            self._rises[0] += excess
            self._rises[1] += excess * excess

    @staticmethod
    def _expected(sums) -> float:
        return sums[1] / sums[0] / 2 if sums[0] else 0.0


def first_exit(paths, lower: float, upper: float) -> tuple[np.ndarray, np.ndarray]:
    """Where each LLR path of shape (R, T) first leaves (lower, upper): index (T where it never does), and +1 above, -1 below, 0 never.
    For studies."""
    paths = np.asarray(paths, dtype=float)
    outside = (paths <= lower) | (paths >= upper)
    ends = outside.any(axis=1)
    index = np.where(ends, outside.argmax(axis=1), paths.shape[1])
    last = paths[np.arange(len(paths)), np.minimum(index, paths.shape[1] - 1)]
    return index, np.where(ends, np.where(last >= upper, 1, -1), 0)
