"""How good predicted chances are: the Brier score."""

import numpy as np


def brier(chances, outcomes, weights=1.0) -> float | None:
    """Weighted mean of (chance - outcome)^2 over rows (R,); None without rows or weight."""
    p, y = np.asarray(chances, dtype=float), np.asarray(outcomes, dtype=float)
    w = np.broadcast_to(np.asarray(weights, dtype=float), p.shape)
    return float(np.average((p - y) ** 2, weights=w)) if w.sum() > 0 else None
