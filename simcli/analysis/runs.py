"""Open run folders, check them, and group them into settings that can be put beside each other."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.base.errors import BadInput, RunDataError
from simcli.store.manifest import read_manifest
from simcli.store.schema import TABLES


@dataclass(frozen=True)
class Run:
    """One run folder: what was played, and the parts that hold it.

    `line_up`: labels of the strategies by place; `seatings[k][p]`: seat (from 1) of place p (from
    0) in seating k; `team_of`: team number of each seat (from 1), empty without teams; `parts`:
    names of the part files, in order of deals, the same in every table."""

    folder: Path
    id: str
    players: int
    line_up: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    deals: int
    seed: int
    rules: dict
    cards: tuple[dict, ...]
    nobles: tuple[dict, ...]
    team_of: tuple[int, ...]
    parts: tuple[str, ...]
    manifest: dict

    @property
    def name(self) -> str:
        """The folder's own name, as it stands in texts and commands."""
        return self.folder.name

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different labels of the line-up, in order of first place."""
        return tuple(dict.fromkeys(self.line_up))

    @property
    def mirror(self) -> bool:
        """True where one and the same strategy sits in every seat."""
        return len(self.strategies) == 1

    @property
    def balanced(self) -> bool:
        """Does every strategy of the line-up sit in every seat equally often over the seatings?"""
        for label in self.strategies:
            places = [place for place, name in enumerate(self.line_up) if name == label]
            seats = [seating[place] for seating in self.seatings for place in places]
            if len({seats.count(seat) for seat in range(1, self.players + 1)}) > 1:
                return False
        return True

    @property
    def state(self) -> str:
        """Where the run stands: complete, running, interrupted or failed."""
        return self.manifest.get("progress", {}).get("state", "unknown")

    @property
    def line_up_text(self) -> str:
        """The line-up for a reader: `greedy in every seat` or `a, b, c`."""
        return f"{self.line_up[0]} in every seat" if self.mirror else ", ".join(self.line_up)

    def path(self, table: str, part: str) -> Path:
        """The file of one part of one table."""
        return self.folder / table / part


@dataclass(frozen=True)
class Setting:
    """The runs of one report that play the same rules with the same number of players; `label`
    names it in the report."""

    label: str
    players: int
    team_of: tuple[int, ...]
    runs: tuple[Run, ...]

    @property
    def teams(self) -> bool:
        """True where seats play in teams."""
        return bool(self.team_of)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different labels of all its runs, in order of first appearance."""
        return tuple(dict.fromkeys(label for run in self.runs for label in run.strategies))


def different_deals(runs: Sequence[Run]) -> int:
    """How many deals some runs played: those of one seed with the same cards and as many players
    are the same deals, counted once."""
    found: dict[str, int] = {}
    for run in runs:
        key = json.dumps([run.seed, run.players, run.cards, run.nobles])
        found[key] = max(found.get(key, 0), run.deals)
    return sum(found.values())


def open_run(folder: str | Path) -> Run:
    """Read and check `run.json` and the names of the parts. Raises BadInput (no such folder) or
    RunDataError (not a run, or not whole)."""
    folder = Path(folder)
    if not folder.is_dir():
        raise BadInput(
            f"{str(folder)!r} is not a folder; give the folder of a run, as `simcli run` printed it"
        )
    manifest = read_manifest(folder, check_id=False)
    config = manifest["config"]
    try:
        rules = config["rules"]
        players = int(config["players"])
        run = Run(
            folder=folder,
            id=str(manifest["id"]),
            players=players,
            line_up=tuple(str(entry["label"]) for entry in config["line_up"]),
            seatings=tuple(tuple(int(seat) for seat in seating) for seating in config["seatings"]),
            deals=int(config["deals"]),
            seed=int(config["seed"]),
            rules=rules,
            cards=tuple(config["cards"]),
            nobles=tuple(config["nobles"]),
            team_of=_team_of(rules.get("teams") or [], players),
            parts=_parts(folder),
            manifest=manifest,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunDataError(
            f"{folder / 'run.json'}: the run's description is not whole ({error!r})"
        ) from error
    if len(run.line_up) != players or any(
        sorted(seating) != list(range(1, players + 1)) for seating in run.seatings
    ):
        raise RunDataError(f"{folder / 'run.json'}: line-up or seatings do not fit {players} players")
    return run


def open_runs(folders: Sequence[str | Path]) -> tuple[Run, ...]:
    """Open several runs to be reported together. Raises RunDataError where two of them hold the
    same games."""
    if not folders:
        raise BadInput("no run given; give at least one run folder")
    runs = tuple(open_run(folder) for folder in folders)
    for number, run in enumerate(runs):
        for other in runs[:number]:
            if _same_games(run, other):
                raise RunDataError(
                    f"{str(other.folder)!r} and {str(run.folder)!r} hold the same games; counted "
                    "twice they would look surer than they are"
                )
    return runs


def settings_of(runs: Sequence[Run]) -> tuple[Setting, ...]:
    """Group runs by rules, card tables and number of players; fewer players first, without teams
    before teams."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(_setting_key(run), []).append(run)
    ordered = sorted(groups.values(), key=lambda group: (group[0].players, bool(group[0].team_of)))
    labels = _labels([group[0] for group in ordered])
    return tuple(
        Setting(label, group[0].players, group[0].team_of, tuple(group))
        for label, group in zip(labels, ordered, strict=True)
    )


def _parts(folder: Path) -> tuple[str, ...]:
    names = {table: {path.name for path in (folder / table).glob("part-*.parquet")} for table in TABLES}
    every = sorted(set().union(*names.values()))
    for table, held in names.items():
        for name in every:
            if name not in held:
                raise RunDataError(
                    f"{folder / table / name}: this part is missing, other tables of the run have it"
                )
    return tuple(every)


def _team_of(teams: list, players: int) -> tuple[int, ...]:
    number = {seat: team for team, members in enumerate(teams, start=1) for seat in members}
    return tuple(number[seat] for seat in range(1, players + 1)) if teams else ()


def _same_games(one: Run, two: Run) -> bool:
    if one.folder.resolve() == two.folder.resolve():
        return True
    keys = ("line_up", "players", "seed", "rules", "cards", "nobles", "veto")
    same = all(one.manifest["config"].get(key) == two.manifest["config"].get(key) for key in keys)
    return same and bool(set(one.parts) & set(two.parts))


def _setting_key(run: Run) -> str:
    return json.dumps([run.players, run.rules, run.cards, run.nobles], sort_keys=True)


def _labels(runs: Sequence[Run]) -> list[str]:
    """A short label for each setting: players and teams, and where that is not enough, the rules
    that differ."""
    plain = [_plain_label(run) for run in runs]
    labels = []
    for run, label in zip(runs, plain, strict=True):
        twins = [other for other, name in zip(runs, plain, strict=True) if name == label and other is not run]
        labels.append(label + _difference(run, twins) if twins else label)
    return [
        label if labels.count(label) == 1 else f"{label} ({number})"
        for number, label in enumerate(labels, start=1)
    ]


def _plain_label(run: Run) -> str:
    if run.team_of:
        members = [
            [str(seat) for seat, team in enumerate(run.team_of, start=1) if team == number]
            for number in sorted(set(run.team_of))
        ]
        return "Teams " + " v ".join("-".join(team) for team in members)
    return f"{run.players} players"


def _difference(run: Run, twins: Sequence[Run]) -> str:
    keys = [
        key
        for key in run.rules
        if key not in ("name", "title") and any(twin.rules.get(key) != run.rules[key] for twin in twins)
    ]
    said = [f"{key} {_short(run.rules[key])}" for key in keys]
    said += ["its cards" for twin in twins[:1] if twin.cards != run.cards]
    said += ["its nobles" for twin in twins[:1] if twin.nobles != run.nobles]
    return ", " + ", ".join(said)[:60] if said else ""


def _short(value: object) -> str:
    return json.dumps(value, separators=(",", ":")).replace('"', "")
