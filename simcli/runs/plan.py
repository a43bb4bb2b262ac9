"""What a run plays: the line-up, the rules, the tables of cards, the deals and their seatings."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from simcli.base.errors import BadInput, RunDataError
from simcli.runs.schedule import Schedule, make_schedule, seatings_of
from simcli.store.manifest import engine_fingerprint, read_manifest
from simcli.strategy.loading import Strategy, load
from simcli.variant.catalogue import Catalogue, catalogue_from_dict
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import Rules, rules_from_dict

PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a run plays. `games` is what was asked for; whole deals are played."""

    strategies: tuple[Strategy, ...]
    rules: Rules
    catalogue: Catalogue
    games: int
    seed: int = 1
    seating: str = "rotate"
    shard: tuple[int, int] | None = None
    veto: float = 0.0
    record: np.ndarray = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self):
        if len(self.strategies) not in PLAYERS:
            raise BadInput(
                f"{len(self.strategies)} strategies; a game has 2, 3 or 4 seats: name one strategy for each"
            )
        object.__setattr__(self, "record", rules_record(self.rules, self.catalogue, len(self.strategies)))

    @property
    def labels(self) -> list[str]:
        """The strategies as they are named in the line-up, by place."""
        return [strategy.label for strategy in self.strategies]

    @cached_property
    def seatings(self) -> list[list[int]]:
        """seatings[k][place] = seat, from 1."""
        return seatings_of(self.labels, self.seating)

    @cached_property
    def schedule(self) -> Schedule:
        """Deals and parts."""
        return make_schedule(self.games, len(self.seatings), self.shard)

    def config(self) -> dict:
        """All that affects the result, as plain values: what run.json holds and the run's id is the hash of."""
        line_up = [
            {"label": s.label, "name": s.name, "parameters": s.parameters, "source": s.source}
            for s in self.strategies
        ]
        return {
            "line_up": line_up,
            "players": len(self.strategies),
            "seating": self.seating,
            "seatings": self.seatings,
            "deals": self.schedule.deals,
            "games": self.schedule.deals * len(self.seatings),
            "seed": self.seed,
            "rules": self.rules.to_dict(),
            **self.catalogue.to_dict(),
            "veto": self.veto,
            "part_deals": self.schedule.part_deals,
            "engine": engine_fingerprint(),
        }


def plan_of_run(folder: Path, announce=None) -> Plan:
    """The plan of a run that is there, out of its run.json; its strategies are loaded as they are named there.

    Raises RunDataError where it cannot be read, or a strategy, the engine or anything else is not what played it."""
    manifest = read_manifest(folder)
    shard = tuple(manifest["shard"]) if manifest.get("shard") else None
    return plan_from_config(manifest["config"], f"{folder}/run.json", shard, announce)


def plan_from_config(config: dict, source: str, shard: tuple[int, int] | None = None, announce=None) -> Plan:
    """The plan that a configuration (`Plan.config`) describes; `source` is named in complaints. Raises RunDataError."""
    try:
        strategies = tuple(load(place["label"], announce) for place in config["line_up"])
    except BadInput as error:
        raise RunDataError(f"{source}: a strategy of this run is not to be had: {error}") from None
    rules, catalogue = rules_from_dict(config["rules"], source), catalogue_from_dict(config, source)
    return Plan(
        strategies,
        rules,
        catalogue,
        config["games"],
        config["seed"],
        config["seating"],
        shard,
        config["veto"],
    )
