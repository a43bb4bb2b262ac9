"""Compiling a function once for all processes: a disk cache keyed by content.

numba's own cache does not notice an edit in a function that the cached one calls. Here the name of
a cache file is a hash of everything that the machine code depends on: the sources of the kernel,
the author's file, the versions of numba, llvmlite and numpy, the processor. An edit gives another
name; a file that is cut short or broken is a miss; a folder that cannot be written means compiling
anew.
"""

import contextlib
import hashlib
import os
import pickle
import re
from functools import cache
from pathlib import Path

import llvmlite
import numba
import numpy as np
from llvmlite import binding
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from simcli.base.paths import cache_folder
from simcli.engine import processor

_DIGEST = 32
# What machine code is made from besides an author's file, as patterns within the package: an edit
# of any of them is another cache key.
COMPILED_FROM = ("engine/*.py", "toolkit/*.py", "foresight.py", "native/*.py", "strategy/loading.py")


def source_digest(package: Path) -> bytes:
    """sha256 of the sources in a package's folder that machine code is made from, and of their
    paths."""
    digest = hashlib.sha256()
    for pattern in COMPILED_FROM:
        for path in sorted(package.glob(pattern)):
            digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.digest()


@cache
def kernel_fingerprint() -> str:
    """Hash of all that the compiled game depends on: its sources, the versions of the compilers,
    the processor."""
    digest = hashlib.sha256(source_digest(Path(__file__).parents[1]))
    for fact in (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
    ):
        digest.update(fact.encode() + b"\0")
    digest.update(
        f"{processor.FAST} {os.environ.get('NUMBA_CPU_NAME')} {os.environ.get('NUMBA_CPU_FEATURES')}".encode()
    )
    return digest.hexdigest()


class ContentCache(_Cache):
    """The disk cache of one function: a file for each signature, named by a hash; it holds a
    checksum and the code."""

    def __init__(self, name: str, key: str):
        self._name, self._key = name, key

    @property
    def cache_path(self):
        return str(cache_folder())

    def _path(self, sig) -> Path | None:
        folder = cache_folder()
        if folder is None:
            return None
        digest = hashlib.sha256(f"{kernel_fingerprint()} {self._key} {self._name} {sig}".encode()).hexdigest()
        return folder / "compiled" / f"{self._name}-{digest[:32]}.bin"

    def load_overload(self, sig, target_context):
        path = self._path(sig)
        try:
            content = path.read_bytes() if path else b""
        except OSError:
            return None
        payload = content[_DIGEST:]
        if not payload or hashlib.sha256(payload).digest() != content[:_DIGEST]:
            return None
        with contextlib.suppress(ImportError):  # of a module that this process does not have: a miss
            symbols, reduced = pickle.loads(payload)
            _provide(symbols, target_context)
            return CompileResult._rebuild(target_context, *reduced)
        return None

    def save_overload(self, sig, cres):
        path = self._path(sig)
        if path is None or not _is_portable(cres.library):
            return
        payload = dumps((_symbols(cres.library), cres._reduce()))
        aside = path.with_suffix(f".{os.getpid()}.tmp")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_bytes(hashlib.sha256(payload).digest() + payload)
            aside.replace(path)

    def enable(self):
        """Part of numba's interface; this cache is always on."""

    def disable(self):
        """Part of numba's interface; this cache is always on."""

    def flush(self):
        """Part of numba's interface; files are keyed by content and never stale."""


_passed: set[str] = set()  # names that numba gives to the addresses of functions passed to functions
_add_dynamic_addr = CPUContext.add_dynamic_addr


def _add_and_note(self, builder, address, info):
    if info == CPUDispatcher.__name__:
        _passed.add(f"numba.dynamic.globals.{address:x}")
    return _add_dynamic_addr(self, builder, address, info)


CPUContext.add_dynamic_addr = _add_and_note


def _is_portable(library) -> bool:
    """Whether compiled code is valid in another process. numba keeps no code with addresses in it.
    A function that is passed to another, as scores are, leaves its address behind, but the callee
    is chosen by its type: the address is read only where it is asked for its wrapper."""
    if not library.has_dynamic_globals:
        return True
    return (
        _passed.issuperset(library._dynamic_globals) and "_get_wrapper_address" not in library.get_llvm_str()
    )


def _symbols(library) -> list[str]:
    """The names outside of compiled code to which it refers."""
    declared = re.findall(r'^declare [^@]*@"?([^"( ]+)', library.get_llvm_str(), re.MULTILINE)
    external = re.findall(r'^@"?([^" ]+)"? = external', library.get_llvm_str(), re.MULTILINE)
    return sorted(name for name in declared + external if not name.startswith("llvm."))


def _provide(symbols: list[str], target_context) -> None:
    """Make sure that compiled code finds the names to which it refers.

    numba's own caches load all of numba's parts for that, which takes a third of a second and is
    needed only by code that uses one of the rare ones."""
    rtsys.initialize(target_context)
    if not all(binding.address_of_symbol(symbol) for symbol in symbols):
        target_context.refresh()


def compile_function(function, signature, name: str, key: str = "", announce=None, **options):
    """Compile a plain function for one explicit numba `signature`, or load it from the cache.

    `name` and `key` tell apart what the fingerprint of the kernel does not: the function, and the
    author's source. `announce` (no arguments) is called before a real compilation. Returns numba's
    dispatcher, with no other signature allowed."""
    dispatcher = numba.njit(**options)(function)
    store = ContentCache(name, key)
    dispatcher._cache = _Announcing(store, announce) if announce else store
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


class _Announcing(ContentCache):
    """A cache that announces each compilation."""

    def __init__(self, store: ContentCache, announce):
        super().__init__(store._name, store._key)
        self._announce = announce

    def load_overload(self, sig, target_context):
        loaded = super().load_overload(sig, target_context)
        if loaded is None:
            self._announce()
        return loaded


def address_of(dispatcher) -> int:
    """Address of the native code of a dispatcher with one signature."""
    (result,) = dispatcher.overloads.values()
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
