"""The axes of a sweep, read from the command line: `--set KEY=RANGE`, several tables of cards or
nobles; and the grid that they span."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.base.toml_text import read_setting, write_value

MOST_POINTS = 100
PRINTED = "printed"  # stands for the table that comes with simcli
TABLES = ("cards", "nobles")
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?")
_PIECE = re.compile(r"""(?:"[^"]*"|'[^']*'|[^;"'])+|["']""")
_HOW = "write LOW..HIGH or LOW..HIGH..STEP with whole numbers, such as 12..20, or values with ; between them"


@dataclass(frozen=True)
class Axis:
    """What is varied: a key of the rules, or `cards` or `nobles`. `texts`: the values as they are
    given to rules or tables; `values`: what they mean (numbers, texts, lists; paths as text)."""

    name: str
    texts: tuple[str, ...]
    values: tuple

    @property
    def varied(self) -> bool:
        """True where there are several values."""
        return len(self.values) > 1

    def words(self, place: int) -> str:
        """One value for a reader: 15, `1-4 v 2-3` for teams, the name of a file."""
        value = self.values[place]
        if self.name == "teams" and value and isinstance(value, list):
            return " v ".join("-".join(map(str, team)) for team in value)
        if value == []:
            return "none"
        if self.name in TABLES:
            stems = [Path(text).stem for text in self.texts]
            return stems[place] if stems.count(stems[place]) == 1 else str(value)
        return self.texts[place].strip("\"'")


def read_axes(
    settings: Sequence[str], cards: Sequence[str] = (), nobles: Sequence[str] = ()
) -> tuple[Axis, ...]:
    """The axes in the order given, tables last; an axis of one value stays as it is at every point.
    Raises BadInput."""
    axes = [_axis(setting) for setting in settings]
    names = [axis.name for axis in axes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadInput(
            f"--set {twice}=... is given twice; give the values of a key together: --set '{twice}=A;B'"
        )
    axes += [
        _unique(Axis(name, tuple(files), tuple(files)), f"--{name}")
        for name, files in zip(TABLES, (cards, nobles), strict=True)
        if files
    ]
    number = 1
    for axis in axes:
        number *= len(axis.values)
    if number > MOST_POINTS:
        sizes = " x ".join(str(len(axis.values)) for axis in axes if axis.varied)
        raise BadInput(
            f"{sizes} = {number:,} points are too many for one sweep; at most {MOST_POINTS} are allowed"
        )
    if number == 1:
        raise BadInput(
            "a sweep of one point has nothing to compare; give a key several values, such as "
            "--set prestige_to_win=12..20"
        )
    return tuple(axes)


def _axis(setting: str) -> Axis:
    key, equals, text = setting.partition("=")
    if not key.strip() or not equals or not text.strip():
        raise BadInput(f"--set {setting!r}: expected KEY=RANGE, such as prestige_to_win=12..20")
    pieces = _PIECE.findall(text)
    if (len(pieces) != text.count(";") + 1 and '"' not in text and "'" not in text) or not all(
        piece.strip() for piece in pieces
    ):
        raise BadInput(f"--set {setting!r}: there is nothing between two ; or at an end; {_HOW}")
    texts = [one for piece in pieces for one in _texts(piece.strip(), setting)]
    values = tuple(read_setting(f"{key}={one}")[1] for one in texts)
    return _unique(Axis(key.strip(), tuple(texts), values), f"--set {setting!r}")


def _texts(piece: str, setting: str) -> Iterator[str]:
    """The values that one piece between two ; stands for."""
    if ".." not in piece or "'" in piece or '"' in piece:
        yield piece
        return
    match = _RANGE.fullmatch(piece)
    if not match:
        raise BadInput(f"--set {setting!r}: {piece!r} is not a range; {_HOW}")
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step < 1:
        raise BadInput(f"--set {setting!r}: the step {step} is not allowed; a whole number from 1 on is")
    if low > high:
        raise BadInput(f"--set {setting!r}: the range {piece!r} is empty, since {low} is more than {high}")
    if (high - low) // step >= MOST_POINTS:
        raise BadInput(
            f"--set {setting!r}: {(high - low) // step + 1:,} values are too many for one sweep; "
            f"at most {MOST_POINTS} points are allowed"
        )
    yield from map(str, range(low, high + 1, step))


def _unique(axis: Axis, source: str) -> Axis:
    for place, value in enumerate(axis.values):
        if value in axis.values[:place]:
            raise BadInput(f"{source}: the value {axis.texts[place]} is there twice")
    return axis


def grid(axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """All points as places in the axes, the last axis fastest."""
    return list(product(*(range(len(axis.values)) for axis in axes)))


def label(axes: Sequence[Axis], point: Sequence[int]) -> str:
    """A point for a reader: `prestige_to_win 12, teams 1-4 v 2-3`; only what is varied."""
    return ", ".join(
        f"{axis.name} {axis.words(place)}" for axis, place in zip(axes, point, strict=True) if axis.varied
    )


def folder_name(axes: Sequence[Axis], point: Sequence[int]) -> str:
    """The name of a point's run folder: from its values alone, so that it stays when the grid
    grows."""
    pieces = [
        f"{axis.name}={_plain(axis, place)}" for axis, place in zip(axes, point, strict=True) if axis.varied
    ]
    return ",".join(pieces)[:180]


def _plain(axis: Axis, place: int) -> str:
    text = str(axis.texts[place]) if axis.name in TABLES else write_value(axis.values[place])
    return re.sub(r"[^\w.]+", "-", text).strip("-.") or "none"


def read_base(axes: Sequence[Axis], wanted: Sequence[str]) -> tuple[int, ...]:
    """The point that others are compared with: `KEY=VALUE` for some of the axes, the first value of
    the others. Raises BadInput."""
    base = [0] * len(axes)
    names = [axis.name for axis in axes if axis.varied]
    for text in wanted:
        key, _, value = text.partition("=")
        key = key.strip()
        axis = next((axis for axis in axes if axis.name == key), None)
        if axis is None:
            raise BadInput(
                f"--base {text!r}: {key!r} is not varied in this sweep.{near_match(key, names)} "
                f"Varied are {', '.join(names)}."
            )
        if not value.strip():
            raise BadInput(f"--base {text!r}: expected KEY=VALUE, such as {key}={axis.texts[0]}")
        meant = value.strip() if key in TABLES else read_setting(text)[1]
        if meant not in axis.values:
            known = ", ".join(axis.texts[:12]) + (", ..." if len(axis.texts) > 12 else "")
            raise BadInput(
                f"--base {text!r}: {value.strip()!r} is not a value of this sweep; those of {key} are {known}"
            )
        base[list(axes).index(axis)] = axis.values.index(meant)
    return tuple(base)
