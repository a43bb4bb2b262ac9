"""What a card is worth, measured: in a run with a veto each seat is forbidden each card with a
small chance, drawn for nothing else.

Exposures of free seats and of forbidden ones differ by that draw alone, so the difference of their
win indices is the effect of being free to purchase the card (intention to treat), and over the
share of the free that do purchase it the effect of a purchase (instrumental variable: nobody
purchases what is forbidden). Both within run, place and seat, weighted by n1 n0 / (n1 + n0)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simcli.analysis.blocks import read_sums
from simcli.analysis.runs import Run, Setting
from simcli.stats.multiplicity import benjamini_hochberg
from simcli.stats.normal import two_sided_p, z_of
from simcli.stats.shrinkage import shrink

KEYS = ("place", "seat", "card")
# A card with fewer forbidden exposures than this is counted and not judged.
FEWEST = 30
# Where fewer of the free seats purchase a card, the effect of a purchase would be a ratio to almost
# nothing.
LEAST_UPTAKE = 0.02
DISCOVERIES = 0.05


@dataclass(frozen=True)
class Effect:
    """A number with its standard error and 95% interval."""

    value: float
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class VetoRow:
    """One card. `option`: win index of seats that were free to purchase it less that of seats that
    were not; `purchase`: the same for one purchase, None where `uptake` (share of the free
    exposures with a purchase) is below LEAST_UPTAKE; `shrunk`: `option` after empirical Bayes; `p`:
    chance of such a difference without an effect; `q`: the same after Benjamini and Hochberg over
    the cards of the setting; `discovery`: q is at most 5%. None where the card has too few
    forbidden exposures."""

    card: int
    free: int
    vetoed: int
    uptake: float | None
    option: Effect | None
    purchase: Effect | None
    shrunk: float | None = None
    p: float | None = None
    q: float | None = None
    discovery: bool = False


@dataclass(frozen=True)
class VetoAnswer:
    """All cards of one setting in order of id, from its runs with a veto; `rates`: their veto
    rates; `runs`: how many they are. Without such a run `rows` is empty."""

    rows: tuple[VetoRow, ...]
    rates: tuple[float, ...]
    runs: int

    @property
    def judged(self) -> tuple[VetoRow, ...]:
        """The cards with an effect, largest shrunk effect first."""
        return tuple(
            sorted(
                (row for row in self.rows if row.shrunk is not None), key=lambda row: (-row.shrunk, row.card)
            )
        )


def rate_of(run: Run) -> float:
    """The share of a run's exposures to each card that the veto forbids; 0 in a run without a
    veto."""
    return float(run.manifest["config"].get("veto") or 0.0)


def answer(setting: Setting) -> VetoAnswer:
    """Answer for one setting from the `vetoes` tables of its runs with a veto. Raises RunDataError
    for a part that cannot be read."""
    runs = [run for run in setting.runs if rate_of(run) > 0]
    frames = [
        frame.with_columns(pl.lit(number).alias("run"))
        for number, run in enumerate(runs)
        if len(frame := _read(run))
    ]
    rates = tuple(sorted({rate_of(run) for run in runs}))
    if not frames:
        return VetoAnswer((), rates, len(runs))
    cards = [int(card["id"]) for card in setting.runs[0].cards]
    return VetoAnswer(effects(pl.concat(frames), cards, setting.players), rates, len(runs))


def effects(strata: pl.DataFrame, cards: Sequence[int], players: int) -> tuple[VetoRow, ...]:
    """One row a card, in the order of `cards`. `strata`: the VETOES columns from `exposed_vetoed`
    on, by KEYS and run."""
    found = {row["card"]: row for row in _by_card(strata).to_dicts()}
    return _judged([_row(card, found.get(card), players) for card in cards])


def _read(run: Run) -> pl.DataFrame:
    return read_sums(run, "vetoes", KEYS)


def _by_card(strata: pl.DataFrame) -> pl.DataFrame:
    """Weighted sums over the strata in which both arms have two exposures or more. Neyman's
    variance of a difference of means; that of a win share between 0 and 1 is at most p(1 - p),
    which it is where no win is shared."""
    free, vetoed = pl.col("exposed_free").cast(pl.Float64), pl.col("exposed_vetoed").cast(pl.Float64)
    p, q = pl.col("win_shares_free") / free, pl.col("win_shares_vetoed") / vetoed
    uptake = pl.col("bought_free") / free
    weight = free * vetoed / (free + vetoed)
    both = (pl.col("exposed_free") >= 2) & (pl.col("exposed_vetoed") >= 2)
    # Sums of shares of thirds miss 1 by rounding.
    spread = (p * (1 - p)).clip(0.0) / (free - 1) + (q * (1 - q)).clip(0.0) / (vetoed - 1)
    kept = strata.filter(both).select(
        "card",
        weight.alias("weight"),
        (weight * (p - q)).alias("gap"),
        (weight**2 * spread).alias("variance"),
        (weight * uptake).alias("uptake"),
        (weight**2 * uptake * (1 - uptake) / free).alias("uptake_variance"),
    )
    sums = kept.group_by("card").agg(pl.all().sum())
    counts = strata.group_by("card").agg(pl.col("exposed_free", "exposed_vetoed").sum())
    return counts.join(sums, on="card", how="left").sort("card")


def _row(card: int, found: dict | None, players: int) -> VetoRow:
    if found is None:
        return VetoRow(card, 0, 0, None, None, None)
    free, vetoed, weight = int(found["exposed_free"]), int(found["exposed_vetoed"]), found["weight"]
    if vetoed < FEWEST or not weight:
        return VetoRow(card, free, vetoed, None, None, None)
    uptake = found["uptake"] / weight
    gap, error = players * found["gap"] / weight, players * math.sqrt(found["variance"]) / weight
    if error == 0:
        return VetoRow(card, free, vetoed, uptake, None, None)
    purchase = None
    if uptake >= LEAST_UPTAKE:
        # Of a ratio: the two parts are close to independent, since nearly all of the error is that
        # of the few forbidden exposures.
        part = math.sqrt(found["uptake_variance"]) / weight
        purchase = _effect(gap / uptake, math.hypot(error / uptake, gap * part / uptake**2))
    return VetoRow(card, free, vetoed, uptake, _effect(gap, error), purchase)


def _effect(value: float, error: float) -> Effect:
    half = z_of(0.95) * error
    return Effect(value, error, value - half, value + half)


def _judged(rows: Sequence[VetoRow]) -> tuple[VetoRow, ...]:
    """The rows with p values, false-discovery control and shrunk effects."""
    judged = [row for row in rows if row.option is not None]
    chances = [two_sided_p(row.option.value / row.option.error) for row in judged]
    shrunk = shrink([row.option.value for row in judged], [row.option.error for row in judged]).estimates
    marks = {
        row.card: {"shrunk": value, "p": p, "q": q, "discovery": q is not None and q <= DISCOVERIES}
        for row, value, p, q in zip(judged, shrunk, chances, benjamini_hochberg(chances), strict=True)
    }
    return tuple(VetoRow(**{**row.__dict__, **marks.get(row.card, {})}) for row in rows)
