"""Means over several runs that share deals.

Runs with one seed play the same deals, whatever their line-up, and a deal that makes games long makes them long for all. To count such runs
as independent makes the interval of the mean length almost half as wide as it is (fourteen line-ups on the same deals: standard errors 1.9
times as large for rounds, 1.8 for nobles, 1.5 for margins; 1.02 for win shares by seat). What the verdicts say about several runs together
is therefore clustered by deal over all of them.
"""

from dataclasses import replace

from simcli.analysis.measures import measures_of
from simcli.analysis.paired import estimates
from simcli.analysis.runs import Setting
from simcli.analysis.sums import Estimate


def shares_deals(setting: Setting) -> bool:
    """Do two of its runs have the same seed?"""
    return len({run.seed for run in setting.runs}) < len(setting.runs)


def clustered_over_runs(setting: Setting, answers: dict) -> dict:
    """The answers (endings, tempo, nobles, and drama if it is there) with those intervals that depend on it clustered by deal over all
    runs of the setting; the same answers where no two runs share a seed. Reads the runs once more. Raises RunDataError."""
    if not shares_deals(setting):
        return answers
    found = estimates(setting.runs, measures_of(setting.players, setting.teams))
    endings, tempo, nobles = answers["endings"], answers["tempo"], answers["nobles"]
    mended = {
        "endings": replace(
            endings,
            tied=_of(endings.tied, found.get("tied")),
            close=_of(endings.close, found.get("close")),
            margin=_of(endings.margin, found.get("margin")),
        ),
        "tempo": replace(
            tempo,
            rounds=_of(tempo.rounds, found.get("rounds")),
            overtaken=_of(tempo.overtaken, found.get("overtaken")),
        ),
        "nobles": replace(
            nobles,
            a_game=_of(nobles.a_game, found.get("nobles")),
            turned=_of(nobles.turned, found.get("turned")),
            taken=_of(nobles.taken, _times(found.get("nobles"), 1 / nobles.shown) if nobles.shown else None),
        ),
    }
    if "drama" in answers:
        mended["drama"] = replace(
            answers["drama"], changes=_of(answers["drama"].changes, found.get("lead-changes"))
        )
    return {**answers, **mended}


def _of(old: Estimate | None, new: Estimate | None) -> Estimate | None:
    """The new estimate where both are there; the value is the same, the interval and the number of deals are those over all runs."""
    return old if old is None or new is None else replace(new, value=old.value, n=old.n)


def _times(estimate: Estimate | None, factor: float) -> Estimate | None:
    if estimate is None:
        return None
    low, high, se = (
        None if value is None else factor * value for value in (estimate.low, estimate.high, estimate.se)
    )
    return Estimate(factor * estimate.value, low, high, se, estimate.n, estimate.deals)
