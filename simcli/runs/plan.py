"""What a run plays: the line-up, the rules, the tables of cards, the deals and their seatings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from simcli.base.errors import BadInput, RunDataError
from simcli.runs.schedule import Schedule, make_schedule, seatings_of
from simcli.store.manifest import engine_fingerprint, now, read_manifest
from simcli.strategy.files import find, split_label
from simcli.strategy.loading import Strategy, load
from simcli.variant.catalogue import Catalogue, catalogue_from_dict, load_catalogue
from simcli.variant.engine_record import rules_record
from simcli.variant.rules import Rules, load_rules, rules_from_dict

PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a run plays. `games` is what was asked for; whole deals are
    played.

    Raises BadInput for a number of strategies or a shard that cannot be played."""

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
        check_size(self.strategies)
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

    @property
    def rounding(self) -> str:
        """A note where more games are played than were asked for, else empty."""
        whole = self.schedule.deals * len(self.seatings)
        if whole == self.games:
            return ""
        return f"{whole:,} games: {self.games:,} rounded up to whole deals of {len(self.seatings)} seatings"

    @property
    def default_folder(self) -> Path:
        """runs/TIME-LINE-UP: where a run goes when no folder is named."""
        time = now().replace("-", "").replace(":", "")
        names = "-".join(dict.fromkeys(strategy.path.stem.replace("_", "-") for strategy in self.strategies))
        return Path("runs") / f"{time}-{len(self.strategies)}p-{names}"[:120]

    def config(self) -> dict:
        """All that affects the result, as plain values: what run.json holds and the run's id is the
        hash of."""
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


def check_size(line_up: Sequence, example: str = "") -> None:
    """Raise BadInput, with an `example` of what to write, unless the line-up fills a game."""
    if len(line_up) not in PLAYERS:
        raise BadInput(
            f"{len(line_up)} {'strategy' if len(line_up) == 1 else 'strategies'} given; a game "
            "has 2, 3 or 4 seats: "
            f"name one for each{f', such as `{example}`' if example else ''}"
        )


def check_names(line_up: Sequence[str]) -> None:
    """Raise BadInput for a strategy that does not exist; nothing is compiled."""
    for text in line_up:
        find(split_label(text)[0])


def new_plan(
    line_up: Sequence[str],
    games: int,
    rules: str = "standard",
    settings: Sequence[str] = (),
    cards: Path | None = None,
    nobles: Path | None = None,
    announce=None,
    **others,
) -> Plan:
    """The plan of a new run from names and files as a user gives them; `others` are further fields
    of Plan.

    All that can be refused is refused before a strategy is compiled. Raises BadInput."""
    check_names(line_up)
    chosen, catalogue = load_rules(rules, settings), load_catalogue(cards, nobles)
    return Plan(tuple(load(text, announce) for text in line_up), chosen, catalogue, games, **others)


def plan_of_run(folder: Path, announce=None) -> Plan:
    """The plan of an existing run, from its run.json; its strategies are loaded by the names given
    there.

    Raises RunDataError where it cannot be read, or a strategy, the engine or anything else is not
    what played it."""
    manifest = read_manifest(folder)
    shard = tuple(manifest["shard"]) if manifest.get("shard") else None
    return plan_from_config(manifest["config"], f"{folder}/run.json", shard, announce)


def plan_from_config(config: dict, source: str, shard: tuple[int, int] | None = None, announce=None) -> Plan:
    """The plan that a configuration (`Plan.config`) describes; `source` is named in complaints.
    Raises RunDataError."""
    try:
        strategies = tuple(load(place["label"], announce) for place in config["line_up"])
    except BadInput as error:
        raise RunDataError(f"{source}: a strategy of this run is unavailable: {error}") from None
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
