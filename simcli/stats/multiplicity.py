"""Many tests at once: adjusted p values. A result is significant where its adjusted p is at most
alpha (or q)."""

import numpy as np


def _adjusted(p_values, steps) -> list[float | None]:
    """Apply `steps(sorted p) -> adjusted p, in the same order` to the values that exist; None stays
    None and is not counted as a test."""
    known = [i for i, p in enumerate(p_values) if p is not None]
    p = np.array([p_values[i] for i in known], dtype=float)
    if np.any(~((p >= 0) & (p <= 1))):
        raise ValueError(f"p values lie between 0 and 1, got {p_values!r}")
    order = np.argsort(p, kind="stable")
    out: list[float | None] = [None] * len(p_values)
    for position, value in zip(order, steps(p[order]), strict=True):
        out[known[position]] = float(min(1.0, value))
    return out


def holm(p_values) -> list[float | None]:
    """Holm's step-down adjusted p values (family-wise error), in the order given."""
    return _adjusted(p_values, lambda p: np.maximum.accumulate(p * np.arange(len(p), 0, -1)))


def benjamini_hochberg(p_values) -> list[float | None]:
    """Benjamini and Hochberg's step-up adjusted p values (false discovery rate), in the order
    given."""

    def steps(p):
        return np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]

    return _adjusted(p_values, steps)
