"""Machine code: the compiled functions, kept on disk, and the addresses by which they call each
other.

The only room that touches private parts of numba. Imports `base` and `engine`.
"""
