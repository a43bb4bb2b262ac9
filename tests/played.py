"""Run folders that hold only a manifest, which is all that a replay needs."""

from pathlib import Path

from simcli.runs.plan import Plan
from simcli.store.manifest import new_manifest, write_manifest
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.rules import load_rules


def planned_run(
    folder: Path,
    line_up: list[str],
    games: int,
    rules: str = "standard",
    settings=(),
    seed: int = 1,
    cards=None,
    nobles=None,
    seating: str = "rotate",
) -> Path:
    """Write the run.json of a run that is planned but not played; returns its folder."""
    plan = Plan(
        tuple(load(name) for name in line_up),
        load_rules(rules, settings),
        load_catalogue(cards, nobles),
        games=games,
        seed=seed,
        seating=seating,
    )
    folder.mkdir(parents=True)
    write_manifest(folder, new_manifest(plan.config(), "a test"))
    return folder
