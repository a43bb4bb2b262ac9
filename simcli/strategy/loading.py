"""Strategies: finding, reading, compiling and naming them. A strategy is one file;
strategies/README.md says how it looks to its author."""

import hashlib
import importlib.util
import inspect
import os
import sys
from collections import namedtuple
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
from numba import errors, njit, types
from numba.extending import overload

from simcli.base.errors import BadInput, SimcliError, near_match
from simcli.engine.answers import ENTRIES, ENTRY
from simcli.engine.model import View
from simcli.engine.state import MOST_PARAMETERS
from simcli.native.cache import address_of, compile_function
from simcli.strategy.author_errors import (
    ANSWERS,
    COMPILE_ERRORS,
    why_it_cannot_be_read,
    why_it_does_not_compile,
)
from simcli.strategy.files import find, shipped, split_label
from simcli.toolkit.borrowing import lend_with

__all__ = [
    "Strategy",
    "View",
    "find",
    "line_up_arrays",
    "load",
    "parameters_of",
    "read",
    "shipped",
    "split_label",
]

FUNCTIONS = {"choose": "legal", "give_back": "left", "choose_noble": "coming", "pay": "action"}


@dataclass(frozen=True)
class Strategy:
    """A strategy with its parameters fixed, ready to play. `label` names it in a line-up and in
    every table."""

    label: str
    name: str
    path: Path
    summary: str  # first line of the docstring
    docstring: str
    parameters: dict[str, float] = field(hash=False)
    source: str  # sha256 of the file
    entries: np.ndarray = field(hash=False, repr=False, compare=False)  # one ENTRIES record
    dispatchers: tuple = field(hash=False, repr=False, compare=False)  # keep the compiled code alive


_reading: list[Path] = []  # files that are being read, the innermost last
_borrowed: dict[Path, set[Path]] = {}  # by file, the files whose functions it uses
_modules: dict[Path, tuple[str, ModuleType]] = {}  # by file, its source_hash when it was read, and its module


def lend(name: str):
    """The module of another strategy, for a strategy file that is being read and wants to use its
    functions. Raises BadInput for a circle."""
    path = _lent(name)
    if path in _reading:
        circle = " borrows ".join(str(file) for file in [*_reading[_reading.index(path) :], path])
        raise BadInput(f"strategies cannot borrow in a circle: {circle}")
    module = read(path)
    if _reading:
        _borrowed[_reading[-1]] |= {path} | _borrowed[path]
    return module


lend_with(lend)


def _lent(name: str) -> Path:
    """The file that is borrowed from: a path is looked for beside the file that borrows, then in
    the current folder."""
    near = Path(os.path.normpath(_reading[-1].parent / name)) if _reading and name.endswith(".py") else None
    return near if near and near.is_file() else find(name)


def source_hash(path: Path) -> str:
    """sha256 of a strategy file that has been read, and of those it borrows from."""
    own = hashlib.sha256(path.read_bytes()).hexdigest()
    others = sorted(hashlib.sha256(other.read_bytes()).hexdigest() for other in _borrowed[path])
    return hashlib.sha256("".join([own, *others]).encode()).hexdigest() if others else own


def read(path: Path):
    """The module of a strategy file, with its plain functions ready to be compiled, and `defaults`:
    its parameters as a named tuple.

    It is read once, and anew after an edit of it or of a file that it borrows from: as notebooks
    need. Raises BadInput if it cannot be imported or is not a strategy."""
    source, module = _modules.get(path, ("", None))
    if module and source == _source_or_none(path):
        return module
    _borrowed[path] = set()
    _reading.append(path)
    try:
        module = _read(path)
    finally:
        _reading.pop()
    _modules[path] = source_hash(path), module
    return module


def _source_or_none(path: Path) -> str | None:
    """`source_hash`, or None where one of the files no longer exists."""
    try:
        return source_hash(path)
    except OSError:
        return None


def _read(path: Path):
    source = path.read_bytes()
    # The name differs for files of one name and for versions of one file: numba names machine code
    # by module and function.
    name = f"simcli_strategy_{path.stem}_{hashlib.sha256(bytes(path.resolve()) + source).hexdigest()[:16]}"
    module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
    sys.modules[name] = module  # compiled code that comes from the cache asks for its module by name
    try:
        code = compile(source, str(path), "exec")
        exec(code, module.__dict__)
    except SyntaxError as error:
        raise BadInput(f"{path}, line {error.lineno}: {error.msg}") from None
    except SimcliError:  # of a strategy that this one borrows
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(why_it_cannot_be_read(path, error)) from None
    for name, value in list(vars(module).items()):
        if inspect.isfunction(value) and value.__module__ == module.__name__:
            module.__dict__[name] = njit(boundscheck=True, error_model="python")(value)
    _check_functions(module, path)
    parameters = parameters_of(module)
    module.defaults = namedtuple("Parameters", parameters)(*parameters.values())
    return module


def _check_functions(module, path: Path) -> None:
    own = [
        name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__
    ]
    if not hasattr(module, "choose"):
        raise BadInput(
            f"{path}: a strategy defines choose(view, legal); this file does not.{_nearly('choose', own)}"
        )
    for name, argument in FUNCTIONS.items():
        function = getattr(module, name, None)
        if function is None:
            if same := [other for other in own if other.replace("_", "").lower() == name.replace("_", "")]:
                raise BadInput(f"{path}: {same[0]} would never be called; the function must be called {name}")
            continue
        python = getattr(function, "py_func", function)
        arguments = list(inspect.signature(python).parameters) if callable(python) else []
        if len(arguments) != 2:
            line = python.__code__.co_firstlineno if hasattr(python, "__code__") else 1
            raise BadInput(
                f"{path}, line {line}: {name}({', '.join(arguments)}) takes two arguments: "
                f"{name}(view, {argument})"
            )
    if not (module.__doc__ or "").strip():
        raise BadInput(
            f"{path}, line 1: a strategy begins with a docstring; its first line is what "
            "'simcli strategies' shows"
        )
    parameters = getattr(module, "PARAMETERS", {})
    good = isinstance(parameters, dict) and all(
        isinstance(k, str) and k.isidentifier() and isinstance(v, int | float) and not isinstance(v, bool)
        for k, v in parameters.items()
    )
    if not good or len(parameters) > MOST_PARAMETERS:
        raise BadInput(
            f"{path}: PARAMETERS is a dict of at most {MOST_PARAMETERS} names with numbers as "
            f"defaults; it is {parameters!r}"
        )


def _nearly(name: str, own: list[str]) -> str:
    """A hint where the file has a function whose name is nearly that one."""
    close = [other for other in own if near_match(other, [name])]
    return f" Is {close[0]} meant to be {name}?" if close else ""


def parameters_of(module) -> dict[str, float]:
    """The parameters of a strategy module with their defaults."""
    return {name: float(value) for name, value in getattr(module, "PARAMETERS", {}).items()}


def _settings(text: str, path: Path, defaults: dict[str, float], given: dict[str, str]) -> dict[str, float]:
    values = dict(defaults)
    for name, value in given.items():
        if name not in defaults:
            known = f"its parameters are {', '.join(defaults)}" if defaults else "it has none"
            raise BadInput(
                f"strategy {text!r}: no parameter {name!r} in {path.name}; "
                f"{known}.{near_match(name, defaults)}"
            )
        try:
            values[name] = float(value)
        except ValueError:
            values[name] = float("nan")
        if not np.isfinite(values[name]):
            raise BadInput(
                f"strategy {text!r}: parameter {name!r} is {value!r}; expected a number, such as "
                f"{defaults[name]:g}"
            )
    return values


def load(text: str, announce=None) -> Strategy:
    """Read and compile the strategy that `text` names (`random`, `noble-hunter:weight=2.5`,
    `./mine.py`).

    `announce(label)` is called once before a compilation that is not in the cache. Raises BadInput,
    naming file and line, where it cannot be used."""
    name, given = split_label(text)
    path = find(name)
    module = read(path)
    parameters = _settings(text, path, parameters_of(module), given)
    source, _ = _modules[path]
    entries, dispatchers = _compiled(path, source, announce)
    docstring = inspect.cleandoc(module.__doc__)
    return Strategy(
        text, name, path, docstring.splitlines()[0], docstring, parameters, source, entries, dispatchers
    )


@cache
def _compiled(path: Path, source: str, announce):
    """Entries and dispatchers of a strategy file as its `source` is now; parameters are arguments,
    so that all settings share one compilation."""
    module = read(path)
    # Compiled code knows its modules by name, and the name by the place of the file: a copy
    # elsewhere is compiled for itself.
    key = " ".join([source, *(str(file.resolve()) for file in [path, *sorted(_borrowed[path])])])
    entries = np.zeros(1, dtype=ENTRIES)
    dispatchers = []
    names = list(parameters_of(module))
    for name in FUNCTIONS:
        if not hasattr(module, name):
            continue
        function = getattr(module, name)
        entry = _entry(function if hasattr(function, "py_func") else njit(function), names)
        entry.__qualname__ = f"{module.__name__}_{name}"
        say = (lambda: announce(path)) if announce else None
        try:
            compiled = compile_function(entry, ENTRY, f"{path.stem}.{name}", key, say)
        except COMPILE_ERRORS as error:
            raise BadInput(why_it_does_not_compile(module, path, name, error)) from None
        entries[name] = address_of(compiled)
        dispatchers.append(compiled)
    return entries, tuple(dispatchers)


def _answer(value):
    """The answer of an author's function as int64; anything but a whole number is refused when it
    is compiled."""
    raise NotImplementedError("only for compiled code")


@overload(_answer, inline="never")
def _compiled_answer(value):
    if not isinstance(value, types.Integer | types.IntegerLiteral):
        raise errors.TypingError(f"{ANSWERS} {value}")
    return lambda value: types.int64(value)


def _entry(function, parameter_names: list[str]):
    """The function with the kernel's signature that hands an author's function its view."""
    values = ", ".join(f"place.parameter[{i}]" for i in range(len(parameter_names)))
    parameters = f"Parameters({values})" if parameter_names else "()"
    source = (
        "def entry(table, hand, rules, number, place):\n"
        f"    return answer(function(View(table, hand, rules, place.rng, {parameters}, "
        "place.scratch), number))\n"
    )
    scope = {
        "__name__": __name__,
        "function": function,
        "View": View,
        "answer": _answer,
        "Parameters": namedtuple("Parameters", parameter_names),
    }
    exec(source, scope)
    return scope["entry"]


def line_up_arrays(strategies: list[Strategy]):
    """Entries (ENTRIES[k]) and parameters (float64[k, MOST_PARAMETERS]) of a line-up of k
    strategies."""
    entries = np.concatenate([strategy.entries for strategy in strategies])
    parameters = np.zeros((len(strategies), MOST_PARAMETERS))
    for place, strategy in enumerate(strategies):
        parameters[place, : len(strategy.parameters)] = list(strategy.parameters.values())
    return entries, parameters
