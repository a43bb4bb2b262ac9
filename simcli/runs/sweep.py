"""A sweep: a grid of settings, each played as a run of its own on the same deals, all in one
folder; it can be resumed and extended.

FOLDER/sweep.json says what is varied; FOLDER/runs/POINT is an ordinary run folder for every point
of the grid."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcli.base.errors import BadInput, RunDataError
from simcli.base.stopping import Stop
from simcli.runs.folder import holds_something, missing_parts, only_writer, open_run, sound_parts
from simcli.runs.plan import Plan, plan_of_run
from simcli.runs.play import play_run
from simcli.runs.sweep_axes import PRINTED, TABLES, Axis, folder_name, grid, label
from simcli.strategy.loading import load
from simcli.variant.catalogue import load_catalogue
from simcli.variant.rules import load_rules

FORMAT = "simcli-sweep/1"
NAME, RUNS = "sweep.json", "runs"


@dataclass(frozen=True)
class Sweep:
    """The axes, and for every point (places in the axes) the plan of its run."""

    axes: tuple[Axis, ...]
    plans: dict[tuple[int, ...], Plan]

    @property
    def games(self) -> int:
        """Games of all points together."""
        return sum(plan.schedule.games for plan in self.plans.values())

    def folder(self, top: Path, point: tuple[int, ...]) -> Path:
        """The run folder of a point."""
        return top / RUNS / folder_name(self.axes, point)


def plan_sweep(
    line_up: Sequence[str],
    axes: Sequence[Axis],
    rules: str,
    games: int,
    seed: int,
    seating: str,
    announce=None,
) -> Sweep:
    """The plans of all points; rules and tables of every point are checked before a strategy is
    compiled. Raises BadInput."""
    catalogues, chosen = {}, {}
    for point in grid(axes):
        values = {axis.name: axis.texts[place] for axis, place in zip(axes, point, strict=True)}
        files = tuple(None if values.get(name, PRINTED) == PRINTED else Path(values[name]) for name in TABLES)
        if files not in catalogues:
            catalogues[files] = load_catalogue(*files)
        chosen[point] = (
            load_rules(rules, [f"{key}={value}" for key, value in values.items() if key not in TABLES]),
            catalogues[files],
        )
    strategies = tuple(load(name, announce) for name in line_up)
    plans = {}
    for point, (resolved, catalogue) in chosen.items():
        try:
            plans[point] = Plan(strategies, resolved, catalogue, games, seed, seating)
        except BadInput as error:
            raise BadInput(f"at {label(axes, point)}: {error}") from None
    return _different(Sweep(tuple(axes), plans))


def _different(sweep: Sweep) -> Sweep:
    """Refuse two points that play the same, or whose folders would have one name."""
    seen: dict[str, tuple[int, ...]] = {}
    for point, plan in sweep.plans.items():
        config = json.dumps([plan.rules.to_dict(), plan.catalogue.to_dict()], sort_keys=True)
        for key in (config, folder_name(sweep.axes, point)):
            if key in seen:
                one, two = label(sweep.axes, seen[key]), label(sweep.axes, point)
                raise BadInput(f"two points of the sweep cannot be told apart: {one} and {two}")
            seen[key] = point
    return sweep


def open_sweep(sweep: Sweep, folder: Path, resume: bool, base: Sequence[int], command: str) -> None:
    """Create the folder with the description and all its run folders; with `resume` existing ones
    must be of these very plans.

    Points may be added to an existing sweep, not removed. Raises BadInput or RunDataError."""
    held = holds_something(folder)
    if held and not resume:
        what = "a sweep" if (folder / NAME).exists() else "something else"
        raise BadInput(
            f"--out {str(folder)!r} holds {what} already; choose another folder, or continue a "
            "sweep with --resume"
        )
    if resume and not held:
        raise BadInput(f"--resume: there is no sweep in {str(folder)!r}")
    points = [folder_name(sweep.axes, point) for point in sweep.plans]
    if held:
        lost = [point["folder"] for point in read_sweep(folder)["points"] if point["folder"] not in points]
        if lost:
            raise RunDataError(
                f"{folder / NAME} is another sweep: it has the point {lost[0]}, which this one has not"
            )
    (folder / RUNS).mkdir(parents=True, exist_ok=True)
    for point, plan in sweep.plans.items():
        place = sweep.folder(folder, point)
        open_run(plan, place, place.exists(), command)
    _write(folder, sweep, base, command)


def _write(folder: Path, sweep: Sweep, base: Sequence[int], command: str) -> None:
    axes = [
        {"name": axis.name, "texts": list(axis.texts), "values": list(axis.values)} for axis in sweep.axes
    ]
    points = [{"place": list(point), "folder": folder_name(sweep.axes, point)} for point in sweep.plans]
    text = json.dumps(
        {"format": FORMAT, "command": command, "axes": axes, "base": list(base), "points": points},
        indent=1,
        ensure_ascii=False,
    )
    aside = folder / f"{NAME}.tmp"
    aside.write_text(text + "\n", encoding="utf-8")
    aside.replace(folder / NAME)


def read_sweep(folder: Path) -> dict:
    """The description of a sweep's folder. Raises RunDataError where it is missing, broken or of
    another format."""
    path = folder / NAME
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        known = (
            held["format"] == FORMAT
            and all("place" in point and "folder" in point for point in held["points"])
            and held["axes"]
            and held["base"]
        )
    except FileNotFoundError:
        raise RunDataError(f"{folder}: not the folder of a sweep (there is no {NAME} in it)") from None
    except (ValueError, OSError, KeyError, TypeError) as error:
        raise RunDataError(
            f"{path}: cannot be read as the description of a sweep ({type(error).__name__})"
        ) from None
    if not known:
        raise RunDataError(f"{path}: format {held['format']!r}; this version of simcli reads {FORMAT!r}")
    return held


def sweep_of_folder(folder: Path, announce=None) -> tuple[Sweep, tuple[int, ...], str]:
    """The sweep that a folder holds, its base and its command; strategies are loaded as they are
    named there. Raises RunDataError."""
    held = read_sweep(folder)
    axes = tuple(Axis(axis["name"], tuple(axis["texts"]), tuple(axis["values"])) for axis in held["axes"])
    plans = {
        tuple(point["place"]): plan_of_run(folder / RUNS / point["folder"], announce)
        for point in held["points"]
    }
    return Sweep(axes, plans), tuple(held["base"]), str(held["command"])


def play_sweep(
    sweep: Sweep,
    folder: Path,
    kernel,
    command: str,
    jobs: int = 0,
    advance: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> int:
    """Play what the runs of the folder lack, point after point; returns how many games are still
    missing. What is whole stays untouched."""
    missing = 0
    for point, plan in sweep.plans.items():
        place = sweep.folder(folder, point)
        manifest = open_run(plan, place, True, command)
        with only_writer(place):
            if manifest["progress"]["state"] == "complete" and not missing_parts(
                plan, sound_parts(place, manifest), place
            ):
                if advance:
                    advance(plan.schedule.games)
                continue
            if not (stop and stop.asked.is_set()):
                manifest = play_run(plan, place, kernel, jobs, advance, stop, manifest)
        missing += plan.schedule.games - manifest["progress"]["games"]
    return missing
