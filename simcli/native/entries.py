"""The compiled functions that positions, turns and records call, each compiled when first
called."""

from functools import cache

from numba import boolean, from_dtype, int64, types

from simcli.engine import answers, given, legality, state, tally
from simcli.native.cache import compile_function

_POSITION, _RULES = from_dtype(state.POSITION), from_dtype(state.RULES)
_FAULT = from_dtype(answers.FAULT)
_ENTRY_POINTS = {
    "legal_now": (legality.legal_now.py_func, int64(_POSITION, _RULES)),
    "play_given_turn": (given.play_given_turn, int64(_POSITION, _RULES, int64, int64, int64, int64, _FAULT)),
    "hand_on": (given.hand_on, int64(_POSITION, _RULES)),
    "asked_turn": (
        given.asked_turn,
        boolean(
            _POSITION,
            _RULES,
            from_dtype(state.PLACE)[::1],
            from_dtype(answers.ENTRIES)[::1],
            int64,
            from_dtype(tally.TALLY),
            from_dtype(answers.TURN)[::1],
            _FAULT,
        ),
    ),
    "deal_orders": (given.deal_orders, types.void(_POSITION, _RULES, int64, int64, int64[:, ::1])),
}
ENTRY_POINTS = tuple(_ENTRY_POINTS)


@cache
def entry(name: str):
    """The compiled function of that name, one of ENTRY_POINTS."""
    function, signature = _ENTRY_POINTS[name]
    return compile_function(function, signature, f"given_{name}")
