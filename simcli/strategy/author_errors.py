"""What is wrong with a strategy that does not compile, in its author's terms: file, line and one
sentence, without the compiler's internals."""

import ast
import inspect
import os
import re
import sys
from pathlib import Path

from numba import errors as numba_errors

from simcli.base.errors import near_match

# What numba lets through from inside where it does not foresee a mistake, such as a field that a
# record does not have.
COMPILE_ERRORS = (
    *(numba_errors.NumbaError, numba_errors.UnsupportedBytecodeError),
    *(
        LookupError,
        NotImplementedError,
        TypeError,
        ValueError,
        AttributeError,
        AssertionError,
        ArithmeticError,
    ),
)
# How loading's message begins about an answer that is not a whole number; its type follows.
ANSWERS = "A strategy's function answers"
_PLACES = re.compile(
    r'File "(?P<file>[^"]+)", line (?P<line>\d+)|(?:at|from) (?P<at>[^\s"]+\.py) \((?P<number>\d+)\)'
)
_SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "getitem": "[]",
    "lt": "<",
    "gt": ">",
    "eq": "==",
}
_BEGINNINGS = {
    **{
        "View": "a view",
        "Record": "a record",
        "Parameters": "the parameters",
        "Tuple": "several values",
        "UniTuple": "several values",
    },
    **{
        "DictType": "a dict",
        "reflected list": "a list",
        "list(": "a list",
        "ListType": "a list",
        "Set": "a set",
        "reflected set": "a set",
    },
    **{
        "BoundFunction": "a method",
        "type(CPUDispatcher": "a function",
        "Function": "a function",
        "Module": "a module",
        "unicode_type": "text",
    },
}
_PLAIN_TYPES = {
    "int64": "a whole number",
    "float64": "a number with a fraction",
    "unicode_type": "text",
    "none": "nothing",
    "boolean": "True or False",
    "bool": "True or False",
}


def why_it_does_not_compile(module, path: Path, name: str, error: Exception) -> str:
    """`FILE, line N: NAME does not compile: why`, for an exception that compiling the function
    `name` of a strategy module raised."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    line = _line_in_text(path, text) or _line_in_frames(path, error.__traceback__)
    if unknown := re.search(r"NameError: (?:global )?name '(\w+)' is not defined", text):
        line = _line_of_name(tree, unknown[1]) or line
        reason = f"{unknown[1]!r} is not defined{_where_it_is(unknown[1])}"
    elif isinstance(error, KeyError):
        reason = f"there is no field {error.args[0]!r}{_near_field(module, error.args[0])}"
    elif helper := re.search(r"call\(\) (?:takes (\d+) positional arguments? but (\d+)|missing) ", text):
        reason = "a helper is called with " + (
            f"{int(helper[2]) - 1} arguments; it takes {int(helper[1]) - 1}"
            if helper[1]
            else "too few arguments"
        )
    elif not isinstance(error, COMPILE_ERRORS[:2]):
        reason = f"{type(error).__name__}: {' '.join(text.split())}"[:200].removesuffix(": ")
    elif returned := re.findall(rf"{ANSWERS} (.*)", text):
        kind = next((kind for kind in returned if kind.startswith("Literal")), returned[0])
        line, reason = _line_of_return(tree, name), f"it returns {_plain(kind)}{_cure(kind)}"
    else:
        reason = _reason(module, text, _names_on(tree, line))
    line = line or _line_of_definition(tree, name)
    return f"{path}{f', line {line}' if line else ''}: {name} does not compile: {reason}"


def why_it_cannot_be_read(path: Path, error: BaseException) -> str:
    """`FILE, line N: what`, for an exception that importing a strategy file raised."""
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    missing = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", str(error))
    if missing and missing[2].startswith("simcli."):
        offers = vars(sys.modules[missing[2]]).get("__all__", [])
        elsewhere = _where_it_is(missing[1])
        what = f"{missing[2]} has no {missing[1]!r}" + (
            elsewhere if "import it" in elsewhere else f".{near_match(missing[1], offers)}"
        )
    elif isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("simcli."):
        what = (
            "there is no module "
            f"{error.name!r}.{near_match(error.name, ['simcli.toolkit', 'simcli.foresight'])}"
        )
    return f"{path}{_line_of_failure(path, error)}: {what}"


def _line_of_failure(path: Path, error: BaseException) -> str:
    """`, line N` of the deepest frame of a traceback that is in the author's file, or nothing."""
    line, traceback = "", error.__traceback__
    while traceback:
        if traceback.tb_frame.f_code.co_filename == str(path):
            line = f", line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return line


def _line_in_text(path: Path, text: str) -> int | None:
    """The author's line that numba mentions first: it begins with the innermost."""
    for place in _PLACES.finditer(text):
        if os.path.realpath(place["file"] or place["at"]) == os.path.realpath(path):
            return int(place["line"] or place["number"])
    return None


def _line_in_frames(path: Path, traceback) -> int | None:
    """The author's line that the compiler was working on, from the locations in its frames."""
    line = None
    while traceback:
        for value in list(traceback.tb_frame.f_locals.values()):
            at = getattr(value, "loc", None)
            if getattr(at, "filename", None) == str(path) and at.line:
                line = at.line
        traceback = traceback.tb_next
    return line


def _line_of_name(tree: ast.Module, name: str) -> int | None:
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    return min(lines, default=None)


def _definition(tree: ast.Module, name: str) -> ast.AST | None:
    return next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)


def _line_of_definition(tree: ast.Module, name: str) -> int | None:
    definition = _definition(tree, name)
    return definition.lineno if definition else None


def _line_of_return(tree: ast.Module, name: str) -> int | None:
    """The line of the last `return` of a function, or of its `def` where it has none."""
    definition = _definition(tree, name)
    lines = (
        [node.lineno for node in ast.walk(definition) if isinstance(node, ast.Return)] if definition else []
    )
    return max(lines, default=_line_of_definition(tree, name))


def _where_it_is(name: str) -> str:
    """Whether a module for authors has a name like it."""
    from simcli import foresight, toolkit

    for module in (toolkit, foresight):
        if name in module.__all__:
            return f"; import it from {module.__name__}"
    return "." + hint if (hint := near_match(name, [*toolkit.__all__, *foresight.__all__])) else ""


def _near_field(module, name: str, kind: str = "Record") -> str:
    """The field of what a strategy sees, of its parameters if it was looked for there, that has a
    name like it."""
    from simcli.engine import state

    if kind not in ("View", "Record", "Parameters"):
        return ""
    if kind == "Parameters":
        return "." + hint if (hint := near_match(name, module.defaults._fields)) else ""
    records = (state.TABLE, state.PLAYER, state.HAND, state.RULES, state.CARD, state.NOBLE, state.SCRATCH)
    fields = {field for record in records for field in record.names}
    fields |= {"table", "hand", "rules", "rng", "parameters", "scratch"}
    return "." + hint if (hint := near_match(name, sorted(fields))) else ""


def _plain(kind: str) -> str:
    """A numba type in plain words."""
    keyword, kind = re.match(r"(\w+=)?(.*)", kind.strip(), re.DOTALL).groups()
    if keyword:
        return f"{keyword}{_plain(kind)}"
    if " generator(" in kind:
        return "a generator"
    if literal := re.match(r"Literal\[(str|int)\]\(([^()]*)\)$", kind):
        return repr(literal[2]) if literal[1] == "str" else literal[2]
    if optional := re.match(r"(?:OptionalType\(|Option\()(.*)\)$", kind):
        return f"{_plain(optional[1])} on one path through it and nothing on another"
    for beginning, word in _BEGINNINGS.items():
        if kind.startswith(beginning):
            return word
    if "array" in kind:
        return "an array"
    return _PLAIN_TYPES.get(kind, kind)


def _arguments(text: str) -> list[str]:
    """The outermost arguments of a call written as text, from behind its opening bracket."""
    depth, parts = 1, [""]
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0:
            break
        if letter == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _cure(kind: str) -> str:
    """What to do about a function that returns a value of a numba type."""
    if kind.startswith("float"):
        return "; it has to return one whole number: // divides to one, int() cuts the rest off"
    if kind.startswith("Option"):
        return ": every path has to end in a 'return' of one whole number"
    return "; it has to return one whole number" + (": is a 'return' missing?" if kind == "none" else "")


def _names_on(tree: ast.Module, line: int | None) -> list[str]:
    """The names that stand on a line."""
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.lineno == line]


def _with_signature(module, names: list[str], signature: str) -> str:
    """The function among some names that takes these arguments, written as its call."""
    for name in names:
        function = getattr(getattr(module, name, None), "py_func", None)
        if function and str(inspect.signature(function)) == signature:
            return name + signature
    return f"a function that takes {signature}"


def _unsupported(opcode: str) -> str:
    """What an instruction of Python that the compiler does not know stands for."""
    return {
        "STORE_GLOBAL": (
            "it changes a name outside of itself ('global'); a strategy keeps nothing from turn to turn"
        ),
        "IMPORT_NAME": "'import' stands inside a function; it belongs at the top of the file",
        "IMPORT_FROM": "'import' stands inside a function; it belongs at the top of the file",
        "STORE_DEREF": (
            "a function inside a function changes a name of the outer one; hand values on as arguments"
        ),
    }.get(opcode, f"it does what a compiled function cannot ({opcode})")


def _reason(module, text: str, names: list[str]) -> str:
    """The sentence of a numba error that says what is wrong on a line with these names."""
    if opcode := re.search(r"unsupported opcode \((\w+)\)", text):
        return _unsupported(opcode[1])
    if captured := re.search(r"Cannot capture the non-constant value associated with variable '(\w+)'", text):
        return (
            f"a lambda, or a function inside a function, cannot use {captured[1]!r} of the "
            "function around it; write a loop"
        )
    if call := re.search(r">>> (\S+?)\(", text):
        kinds = ", ".join(_plain(kind) for kind in _arguments(text[call.end() :]))
        return f"{_SIGNS.get(call[1], call[1])} does not work with {kinds or 'no arguments'}"
    if field := re.search(r"Unknown attribute '(\w+)' of type (\w+)", text):
        if field[2] == "Module":
            return (
                f"{field[1]!r} cannot be used in a compiled function; numbers, tuples, functions "
                "of the file and the helpers can"
            )
        where = (
            "the parameters" if field[2] == "Tuple" else _plain(field[2])
        )  # without PARAMETERS they are an empty tuple
        if where == "the parameters" and not re.search(rf"\b{field[1]}\b", inspect.getsource(module)):
            return (
                f"there is no parameter {field[1]!r}: a borrowed strategy has its own: "
                "other.choose(borrowed(view, other.defaults), legal)"
            )
        return f"there is no field {field[1]!r} in {where}{_near_field(module, field[1], field[2])}"
    if binding := re.search(
        r"Cannot bind .* to signature '(.*?)' due to \"(?:TypeError: )?(.*?)\"", text, re.DOTALL
    ):
        return (
            f"{_with_signature(module, names, binding[1])} is called with other arguments: "
            f"{binding[2].rstrip('.')}"
        )
    if cast := re.search(r"Cannot cast (.*?) to (\w+)", text):
        return f"{_plain(cast[1])} cannot stand where {_plain(cast[2])} belongs"
    if both := re.search(r"Cannot unify (\S+) and (\S+) for '([^.']+)", text):
        return (
            f"{both[3]!r} is sometimes {_plain(both[1])}, sometimes {_plain(both[2])}; a name "
            "holds one kind of value"
        )
    if mixed := re.search(r"Can't unify return type from the following types: (.*)", text):
        return (
            f"it returns {', or '.join(_plain(kind) for kind in _arguments(mixed[1]))}; a "
            "function returns one kind of value"
        )
    if foreign := re.search(r"Untyped global name '(\w+)'", text):
        return (
            f"{foreign[1]!r} cannot be used in a compiled function; numbers, tuples, "
            "functions of the file and the helpers can"
        )
    if unclear := re.search(r"Cannot infer the type of variable '(\w+)", text):
        return f"it is not clear what {unclear[1]!r} holds; lists and dicts have no place in a strategy"
    skip = (
        "Failed in",
        "During:",
        "File ",
        "There are",
        "- Of which",
        "Overload",
        "No match",
        "No implementation",
        "Enable",
        ">>>",
    )
    for line in inspect.cleandoc(text).splitlines():
        line = re.sub(r"Literal\[(?:str|int)\]\((.*?)\)", r"\1", line.strip().split(" Raised from ")[0])
        if line and not line.startswith(skip):
            return line[:200].rstrip(".")
    return "the compiler does not say why"
