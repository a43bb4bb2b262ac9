"""A million games between the shipped scripts, and the report of them: what `make demo` runs.

Every script against itself (is a seat favoured?) and against the others, with 2, 3 and 4 players and in the team game.
"""

import shutil
import sys
from itertools import combinations
from pathlib import Path

from simcli.cli.progress import Progress, check_mode

SCRIPTS = ("greedy", "cheapest-first", "noble-hunter", "early-reserver")
RULES_OF = {"2": ("standard", 2), "3": ("standard", 3), "4": ("standard", 4), "team": ("team", 4)}


def line_ups() -> list[tuple[str, str, tuple[str, ...], int]]:
    """(folder, rules, line-up, games) of each run; the games add up to a million."""
    chosen = []
    for table, (rules, players) in RULES_OF.items():
        mirrors = [(script,) * players for script in SCRIPTS]
        if table == "2":
            mixed = [*combinations(SCRIPTS, 2), *((script, "random") for script in SCRIPTS)]
            games = {"mirror": 50_000, "mixed": 30_000}
        elif table == "3":
            mixed = list(combinations(SCRIPTS, 3))
            games = {"mirror": 30_000, "mixed": 30_000}
        elif table == "4":
            mixed = [SCRIPTS]
            games = {"mirror": 30_000, "mixed": 60_000}
        else:
            mixed = [SCRIPTS]
            games = {"mirror": 15_000, "mixed": 20_000}
        chosen += [(f"{table}-{script}", rules, line_up, games["mirror"]) for script, line_up in zip(SCRIPTS, mirrors, strict=True)]
        chosen += [(f"{table}-{'-'.join(line_up)}", rules, line_up, games["mixed"]) for line_up in mixed]
    return chosen


def main(runs: Path, report: Path) -> None:
    """Play into `runs` (made anew) and write the report to `report`; prints where to look."""
    from simcli.analysis.balance import analyse
    from simcli.analysis.runs import open_runs
    from simcli.catalogue import load_catalogue
    from simcli.plan import Plan
    from simcli.report.build import build
    from simcli.report.text import verdict_text
    from simcli.report.write import check_target, write
    from simcli.rules import load_rules
    from simcli.run import prepare
    from simcli.strategy import load

    check_target(report)
    shutil.rmtree(runs, ignore_errors=True)
    print("Compiling the game and the strategies (once; kept for the next time) ...", file=sys.stderr)
    kernel = prepare(None)
    catalogue = load_catalogue()
    plans = {}
    for name, rules, line_up, games in line_ups():
        plans[runs / name] = Plan(tuple(load(strategy) for strategy in line_up), load_rules(rules), catalogue, games)
    total = play_all(plans, kernel, "make demo")
    print("Reading and drawing ...", file=sys.stderr)
    found = build(analyse(open_runs(list(plans))))
    page = write(found, report)
    print(verdict_text(found.verdicts))
    print(f"\n{total:,} games. Look at {page}")


def play_all(plans: dict, kernel, command: str) -> int:
    """Play new runs, folder -> plan, under one bar; returns how many games there are. A signal ends the process with 130."""
    from simcli.run import play_run
    from simcli.run_folder import only_writer, open_run
    from simcli.stopping import Stop

    total = sum(plan.schedule.games for plan in plans.values())
    print(f"Playing {total:,} games ...", file=sys.stderr)
    with Stop().on_signals(lambda text: print(text, file=sys.stderr)) as stop, Progress(total, check_mode("auto", quiet=False)) as bar:
        for folder, plan in plans.items():
            manifest = open_run(plan, folder, resume=False, command=command)
            with only_writer(folder):
                play_run(plan, folder, kernel, advance=bar.advance, stop=stop, manifest=manifest)
            if stop.asked.is_set():
                sys.exit(130)
    return total


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
