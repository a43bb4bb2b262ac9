"""How the C library hands out memory."""

import ctypes
import sys

_M_ARENA_MAX = -8  # of mallopt, in glibc's malloc.h


def keep_few_pools() -> None:
    """Have glibc keep two memory pools instead of up to eight a core; other C libraries are left
    alone.

    Several threads read tables in turn. With a pool each, none reuses what another has freed, and a
    report of many runs takes nearly twice the memory."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt:
        mallopt(_M_ARENA_MAX, 2)
