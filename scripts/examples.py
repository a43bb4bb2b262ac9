"""The example reports: what `make examples` runs.

`base`: the base game for 2, 3 and 4. `team-seating`: who is favoured in the team game, the team
that starts or the other, under 1-4 v 2-3 and under 1-3 v 2-4, for several strategies on the same
deals. `target`: what a lower or higher target would do to the game for 2.
"""

import shutil
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from simcli.cli.demo import play_all

BASE = ("greedy", "noble-hunter", "lean", "balanced")
BASE_DEALS, MIXED_GAMES = 20_000, 12_000
SEATINGS = {"14-23": "teams=[[1,4],[2,3]]", "13-24": "teams=[[1,3],[2,4]]"}
TEAMS = ("cheapest-first", "greedy", "noble-hunter", "lean", "balanced", "team-player")
TEAM_DEALS = 60_000
TARGETS, TARGET_LINE_UP, TARGET_DEALS = range(12, 21), ("noble-hunter",) * 2, 20_000


def base_line_ups() -> list[tuple[tuple[str, ...], int]]:
    """(line-up, games): every strategy against itself and against the others, 2, 3 and 4 seats."""
    chosen = []
    for players in (2, 3, 4):
        chosen += [((name,) * players, BASE_DEALS) for name in BASE]
        chosen += [(line_up, MIXED_GAMES) for line_up in combinations(BASE, players)]
    return chosen


def main(runs: Path, reports: Path) -> None:
    """Play into `runs` (made anew) and write the reports under `reports`; prints where to look."""
    from simcli.report.write import check_target
    from simcli.runs.player import prepare

    for name in ("base", "team-seating", "target"):
        check_target(reports / name)
    shutil.rmtree(runs, ignore_errors=True)
    print("Compiling the game and the strategies (once; kept for the next time) ...", file=sys.stderr)
    kernel = prepare()
    base = {
        runs / "base" / f"{len(up)}-{'-'.join(dict.fromkeys(up))}": _plan(up, games)
        for up, games in base_line_ups()
    }
    team = {
        runs / "team-seating" / f"{seating}-{name}": _plan((name,) * 4, TEAM_DEALS, "team", (setting,))
        for seating, setting in SEATINGS.items()
        for name in TEAMS
    }
    target = {
        runs / "target" / str(n): _plan(TARGET_LINE_UP, TARGET_DEALS, "standard", (f"prestige_to_win={n}",))
        for n in TARGETS
    }
    play_all({**base, **team, **target}, kernel, "make examples")
    print("Reading and drawing ...", file=sys.stderr)
    print(f"\nLook at {_balance(list(base), reports / 'base')}")
    print(f"\nLook at {_balance(list(team), reports / 'team-seating')}")
    print(f"\nLook at {_target(list(target), reports / 'target')}")


def _plan(line_up: Sequence[str], games: int, rules: str = "standard", settings: Sequence[str] = ()):
    from simcli.runs.plan import Plan
    from simcli.strategy.loading import load
    from simcli.variant.catalogue import load_catalogue
    from simcli.variant.rules import load_rules

    return Plan(tuple(load(name) for name in line_up), load_rules(rules, settings), load_catalogue(), games)


def _balance(folders: Sequence[Path], report: Path) -> Path:
    """The balance report of some runs; prints its verdicts and returns its page."""
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.report.build import build
    from simcli.report.text import verdict_text
    from simcli.report.write import write

    found = build(analyse(open_runs(folders)))
    page = write(found, report)
    print(verdict_text(found.verdicts))
    return page


def _target(folders: Sequence[Path], report: Path) -> Path:
    """The report of the sweep over the target against the printed one; returns its page."""
    from simcli.analysis.grid import analyse_grid
    from simcli.analysis.runs import open_runs
    from simcli.report.sweep import findings, sweep_report
    from simcli.report.write import write

    points = [str(n) for n in TARGETS]
    grid = analyse_grid(
        open_runs(folders),
        ["prestige_to_win"],
        [[p] for p in points],
        [tuple(map(float, TARGETS))],
        points.index("15"),
    )
    page = write(sweep_report(grid), report)
    print("\n".join(findings(grid)))
    return page


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
