"""Where a rising curve of shares crosses a target: the handicap that makes a seat fair."""

from math import log

from simcli.stats.results import Interval, nothing

METHOD = "crossing of log-odds"


def _root(points, target: float) -> float | None:
    """x where the line through (x, share) points first reaches the target from below, or None."""
    previous = None
    for x, share in points:
        if share is None:
            continue
        if share >= target:
            if previous is None:
                return x if share == target else None
            x0, share0 = previous
            if share0 > 0 and share < 1:
                bottom, top, level = (log(v / (1 - v)) for v in (share0, share, target))
            else:
                bottom, top, level = share0, share, target
            return x0 + (x - x0) * (level - bottom) / (top - bottom)
        previous = (x, share)
    return None


def crossing(xs, shares, target: float) -> Interval:
    """x at which the share equals `target` (0 < target < 1), with log-odds linear between points.

    `xs` ascending; `shares` one Interval for each, of a quantity that rises with x. The interval
    runs from where the upper band reaches the target to where the lower band does. A bound or
    estimate outside the points is None.
    """
    xs = [float(x) for x in xs]
    if not shares:
        return nothing(0.95, 0, METHOD)
    curves = [
        [(x, getattr(share, name)) for x, share in zip(xs, shares, strict=True)]
        for name in ("estimate", "high", "low")
    ]
    estimate, low, high = (_root(curve, target) for curve in curves)
    note = "" if estimate is not None else "outside the handicaps tried"
    return Interval(estimate, low, high, shares[0].level, min(share.n for share in shares), METHOD, note)
