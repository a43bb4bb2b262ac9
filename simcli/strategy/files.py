"""Strategy files as text: where they are and what they say about themselves. Nothing is run or
compiled here, so that listings are immediate."""

import ast
import inspect
from dataclasses import dataclass
from pathlib import Path

from simcli.base.errors import BadInput, near_match
from simcli.base.paths import strategies_folder


@dataclass(frozen=True)
class StrategyFile:
    """What a strategy file says about itself."""

    name: str
    path: Path
    summary: str  # first line of the docstring
    docstring: str
    parameters: dict[str, float]
    source: str  # the text of the file


def shipped() -> dict[str, Path]:
    """The strategies that come with simcli: name to file, in the order of their names."""
    return {path.stem.replace("_", "-"): path for path in sorted(strategies_folder().glob("*.py"))}


def split_label(text: str) -> tuple[str, dict[str, str]]:
    """`NAME:key=value,key=value` as name (or path) and settings. Raises BadInput for a setting
    without a value or given twice."""
    name, colon, settings = text.partition(":")
    values: dict[str, str] = {}
    for setting in settings.split(",") if colon else []:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip() or key.strip() in values:
            raise BadInput(
                f"strategy {text!r}: {setting!r} is not a setting; write "
                "NAME:parameter=number,parameter=number"
            )
        values[key.strip()] = value.strip()
    return name, values


def find(name: str) -> Path:
    """The file of a strategy by name, or by path (which ends in .py). Raises BadInput with the near
    match."""
    if name.endswith(".py"):
        path = Path(name)
        if path.is_dir():
            raise BadInput(f"{name!r} is a folder; a strategy is a file")
        if not path.is_file():
            raise BadInput(f"strategy file {name!r} does not exist{_elsewhere(path)}")
        return path
    known = shipped()
    if name not in known and Path(f"{name}.py").is_file():
        raise BadInput(f"there is no strategy {name!r}. Give a file by its path: ./{Path(f'{name}.py')}")
    if name not in known:
        raise BadInput(
            f"there is no strategy {name!r}.{near_match(name, known)} 'simcli strategies' "
            "lists them; give a file by its path."
        )
    return known[name]


def _elsewhere(path: Path) -> str:
    """Where a strategy file that is not there might be: a file of that name in the current folder,
    one of nearly that name, or a shipped one."""
    if Path(path.name).is_file():
        return f"; there is one in this folder: ./{path.name}"
    if not path.parent.is_dir():
        return f"; there is no folder {str(path.parent)!r}"
    name = path.stem.replace("_", "-")
    if name in shipped():
        return f"; {name!r} without a path is the strategy that comes with simcli"
    beside = [file.stem for file in path.parent.glob("*.py")]
    hint = near_match(path.stem, beside)
    return f".{hint}" if hint else f"; this folder is {str(Path.cwd())!r}"


def describe(name: str) -> StrategyFile:
    """Read what the strategy of that name or path says about itself. Raises BadInput, naming file
    and line, where it is not valid Python."""
    path = find(name)
    try:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source, str(path))
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    except (SyntaxError, ValueError) as error:
        raise BadInput(
            f"{path}, line {getattr(error, 'lineno', 1)}: {getattr(error, 'msg', error)}"
        ) from None
    docstring = inspect.cleandoc(ast.get_docstring(tree) or "")
    return StrategyFile(name, path, docstring.split("\n")[0], docstring, _parameters(tree), source)


def _parameters(tree: ast.Module) -> dict[str, float]:
    """PARAMETERS where it is written as plain numbers; empty where it is worked out (loading the
    strategy shows them)."""
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "PARAMETERS" for target in targets):
            try:
                return {str(name): float(value) for name, value in ast.literal_eval(statement.value).items()}
            except (ValueError, TypeError, AttributeError):
                return {}
    return {}
