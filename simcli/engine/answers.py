"""What is asked of a strategy and where its answers go: the signature of its functions, the record
of an answer that is not allowed, the log of a turn."""

import numpy as np
from numba import from_dtype, int64, njit

from simcli.engine.processor import caller
from simcli.engine.state import HAND, PLACE, RULES, TABLE

# Every function of a strategy, compiled, has this one signature. The whole number is the mask of
# legal actions (choose), the number of tokens still to give back (give_back), the mask of noble
# places (choose_noble) or the purchase action (pay).
ENTRY = int64(from_dtype(TABLE), from_dtype(HAND), from_dtype(RULES), int64, from_dtype(PLACE))
# The addresses of a strategy's compiled functions; 0 where it leaves the choice to the default.
ENTRIES = np.dtype([(name, np.int64) for name in ("choose", "give_back", "choose_noble", "pay")])
ask = caller(ENTRY)  # ask(address, arguments) calls one of them

# An answer that is not allowed. `allowed` is the mask of legal actions, the packed gems of the need
# or of the hand, or the mask of nobles; `place` is that in the line-up, from 0 like `seat`.
FAULT = np.dtype([(name, np.int64) for name in ("kind", "answer", "allowed", "place", "seat", "round")])
NO_FAULT, BAD_ACTION, BAD_TOKEN, BAD_NOBLE, BAD_PAYMENT = range(5)

# A turn that was played: seat from 0, rows of the card and the noble (-1 for none), packed gems
# that the hand gained before it gave any back, that were paid, that were given back.
TURN = np.dtype(
    [(name, np.int64) for name in ("seat", "round", "action", "card", "gained", "paid", "returned", "noble")]
)


@njit
def note_fault(fault, kind, answer, allowed):
    """Note an answer that is not allowed; who gave it is known to those who asked."""
    fault.kind = kind
    fault.answer = answer
    fault.allowed = allowed
