"""The result of a comparison in words and aligned numbers, for a terminal: the verdict first, always candidate minus baseline."""


def number(value: float | None, digits: int = 2, sign: bool = True) -> str:
    """A number with a fixed number of digits; a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"


def percent(value: float | None, digits: int = 2, sign: bool = False) -> str:
    """A share as a percentage; a dash where there is none."""
    return "-" if value is None else f"{100 * value:{'+' if sign else ''}.{digits}f}%"


def between(interval: dict, show) -> str:
    """`(low to high)` of an interval as plain values; what is missing is open."""
    return f"({show(interval['low'])} to {show(interval['high'])})"


def estimate_lines(found: dict, difference: bool = False) -> list[str]:
    """Share, Elo, normalized Elo with their intervals, and 1 - p, a line each; `difference`: the share is candidate minus baseline."""
    intervals = found["intervals"]

    def share(value):
        return percent(value, 2, difference)

    rows = [
        ("share difference" if difference else "win share", share(found["share"]), between(intervals["share"], share), intervals["share"]["note"]),
        ("Elo", number(found["elo"]), between(intervals["elo"], number), intervals["elo"]["note"]),
        ("normalized Elo", number(found["nelo"]), between(intervals["nelo"], number), intervals["nelo"]["note"]),
        ("1 - p (one-sided)", number(found["los"], 4, False), "", ""),
    ]
    return [f"  {name:<18} {value:>9}  {span}{f'  {note}' if note else ''}".rstrip() for name, value, span, note in rows]
