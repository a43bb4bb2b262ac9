"""The compiled entry points that positions, turns and records use, each compiled when it is first called."""

from functools import cache

from numba import boolean, from_dtype, int64, types

from simcli.engine import given, play, state, tally
from simcli.native.cache import compile_function

_POSITION, _RULES = from_dtype(state.POSITION), from_dtype(state.RULES)
_SIGNATURES = {
    "legal_now": int64(_POSITION, _RULES),
    "play_given_turn": int64(_POSITION, _RULES, int64, int64, int64, int64),
    "hand_on": int64(_POSITION, _RULES),
    "asked_turn": boolean(
        _POSITION,
        _RULES,
        from_dtype(state.PLACE)[::1],
        from_dtype(play.ENTRIES)[::1],
        int64,
        from_dtype(tally.TALLY),
        from_dtype(play.TURN)[::1],
        from_dtype(play.FAULT),
    ),
    "deal_orders": types.void(_POSITION, _RULES, int64, int64, int64[:, ::1]),
}
ENTRY_POINTS = tuple(_SIGNATURES)


@cache
def entry(name: str):
    """The compiled function of that name in `simcli.engine.given`."""
    return compile_function(getattr(given, name), _SIGNATURES[name], f"given_{name}")
