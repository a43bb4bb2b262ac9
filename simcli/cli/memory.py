"""How the C library deals out memory."""

import ctypes
import sys

_M_ARENA_MAX = -8  # of mallopt, in glibc's malloc.h


def keep_few_pools() -> None:
    """Have the C library keep two pools of memory instead of up to eight a core. Tables are read by several threads in turn; with a pool each, what one
    has freed is not used by the next, and a report of many runs takes nearly twice the memory. Does nothing where there is no such setting.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt:
        mallopt(_M_ARENA_MAX, 2)
