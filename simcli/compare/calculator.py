"""What counts of block scores say: the sequential test's state and the estimates beside it, as
plain values for a screen or JSON."""

from math import isfinite

from simcli.base.errors import BadInput
from simcli.stats.blocks import Blocks, evenly
from simcli.stats.elo import block_elo, block_nelo, block_share, one_sided
from simcli.stats.results import Interval
from simcli.stats.sequential import Hypotheses

STATES = {"H0": "H0 accepted", "H1": "H1 accepted", "open": "not decided"}


def parse_bounds(text: str, option: str = "--bounds") -> tuple[float, float]:
    """`-5,0` as (-5.0, 0.0). Raises BadInput unless they are two finite numbers, the smaller
    first."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = float("nan")
    if not (isfinite(low) and isfinite(high)):
        raise BadInput(f"{option} {text!r}: expected two numbers separated by a comma, such as -5,0")
    if low >= high:
        raise BadInput(
            f"{option} {text!r}: the first must be the smaller, such as "
            f"{min(low, high):g},{max(low, high) + (low == high):g}"
        )
    return low, high


def parse_counts(words: list[str]) -> tuple[float, ...]:
    """Counts of block scores from worst to best, typed apart or with commas. Raises BadInput for
    what is no whole number from 0."""
    counts = []
    for word in " ".join(words).replace(",", " ").split():
        if not (word.isascii() and word.isdigit()) or len(word) > 15:
            raise BadInput(f"count {word!r} is not a whole number from 0")
        counts.append(int(word))
    if len(counts) < 2:
        raise BadInput(
            f"{len(counts)} counts given: at least two are needed, from worst to best; "
            "five for pairs of games, such as 13 37 50 25 3"
        )
    return tuple(counts)


def bounds_of(interval: Interval) -> dict:
    """An interval's bounds as plain values; None where there is none."""
    return {
        "low": interval.low,
        "high": interval.high,
        "level": interval.level,
        "method": interval.method,
        "note": interval.note,
    }


def estimates(blocks: Blocks, level: float = 0.95) -> dict:
    """Share, Elo and normalized Elo as numbers (None where there is none) and their intervals of
    fixed size; los is 1 - p of the one-sided test."""
    found = {
        "share": block_share(blocks, level),
        "elo": block_elo(blocks, level),
        "nelo": block_nelo(blocks, level),
    }
    values = {name: interval.estimate for name, interval in found.items()}
    return {
        **values,
        "los": one_sided(blocks),
        "intervals": {name: bounds_of(interval) for name, interval in found.items()},
    }


def calculate(
    counts: tuple[float, ...], hypotheses: Hypotheses, players: int = 2, games: int | None = None
) -> dict:
    """The whole answer for counts of evenly spaced block scores: llr, lower, upper, state,
    estimates, intervals. Never NaN."""
    blocks = evenly(counts, players, games)
    decision = hypotheses.judge(blocks)
    return {
        "llr": decision.llr.value,
        "lower": decision.lower,
        "upper": decision.upper,
        "state": decision.state,
        **estimates(blocks),
        "blocks": blocks.total,
        "games": blocks.total * blocks.games,
        "counts": list(counts),
        "elo0": hypotheses.elo0,
        "elo1": hypotheses.elo1,
        "alpha": hypotheses.alpha,
        "beta": hypotheses.beta,
        "model": hypotheses.model,
        "method": decision.llr.method,
        "identical": decision.llr.degenerate,
    }
