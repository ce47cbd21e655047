"""What numba makes of a kernel: machine code, kept on disk for the next process, or compiled ahead. Imported
when the first kernel is called, and numba with it."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import llvmlite.binding
import numpy as np
from numba import config, njit
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys

from motif.kernels import prepared
from motif.kernels.compilation import recording, told

_SETTINGS: Any = config
_COMPILED: Any = CompileResult
_LLVM: Any = llvmlite.binding

_IMPORT = re.compile(rb"^from motif\.kernels\.(\w+) import", re.MULTILINE)


@cache
def fingerprint(source: Path) -> str:
    """What code compiled from ``source`` depends on: the kernels that it imports, theirs too, this module, and whether
    bounds are checked."""
    read: dict[Path, bytes] = {}
    left = [source, Path(__file__)]
    while left:
        path = left.pop()
        if path not in read and path.exists():
            read[path] = path.read_bytes()
            left += [path.with_name(f"{name.decode()}.py") for name in _IMPORT.findall(read[path])]
    parts = [read[path] for path in sorted(read)]
    return hashlib.sha256(b"\0".join([*parts, str(_SETTINGS.BOUNDSCHECK).encode()])).hexdigest()


class KernelCache(FunctionCache):
    """numba's cache, but a change in a kernel makes all compile again that call it; before it, what was compiled when
    Motif was installed.

    numba looks at the file of the function alone; kernels call each other across files, and one that was compiled
    with another's former code would go on silently with it. A cache that cannot be read or written costs time and
    nothing else; `problems` says why.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = f"{function.__module__}.{function.__qualname__}"
        self._fingerprint = fingerprint(Path(function.__code__.co_filename))
        self._has_place = True
        try:
            cast(Any, super()).__init__(function)
        except (RuntimeError, OSError) as error:  # no folder that can be written
            self._has_place, self._cache_path = False, None
            told(f"they cannot be kept: {error}")

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        return (*cast(Any, super())._index_key(signature, codegen), self._fingerprint)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        folder = recording.folder
        if folder is not None or not prepared.why_not(prepared.FOLDER):
            name = prepared.file_name(self._function, signature, self._fingerprint)
            data = prepared.load(name, folder or prepared.FOLDER)
            if data is not None:
                rtsys.initialize(target_context)  # finished code needs no more; to compile, numba does
                recording.names.add(name)
                return _with_own_types(_rebuilt(target_context, *data))
        if folder is not None or not self._has_place:
            return None
        try:
            return _with_own_types(cast(Any, super()).load_overload(signature, target_context))
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            told(f"one that was kept cannot be read: {error!r}")
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        if recording.folder is not None:
            name = prepared.file_name(self._function, signature, self._fingerprint)
            prepared.keep(name, (_defined(data.library), data._reduce()), recording.folder)
            recording.names.add(name)
            return
        if not self._has_place:
            return
        try:
            cast(Any, super()).save_overload(signature, data)
        except OSError as error:
            told(f"they cannot be kept: {error}")


def _defined(library: Any) -> list[str]:
    """The names that finished code defines."""
    module = library._get_module_for_linking()
    named = (*module.functions, *module.global_variables)
    return [one.name for one in named if not one.is_declaration]


def _rebuilt(target_context: Any, defined: list[str], reduced: tuple[Any, ...]) -> Any:
    """What was compiled ahead, ready to be called.

    numba reads at once the code that others may be linked with, and asks for each of its names: half of what loading
    takes. Here the names were kept, and that code is read when something is linked with it, which is seldom.
    """
    (library_name, kind, codes), *rest = reduced
    if kind != "object":
        return _COMPILED._rebuild(target_context, *reduced)
    machine_code, for_linking = codes
    target_context.codegen()._engine._defined_symbols.update(defined)
    loaded = _COMPILED._rebuild(target_context, (library_name, kind, (machine_code, _nothing())), *rest)
    library = loaded.library
    library._shared_module = None

    def for_linking_read() -> Any:
        if library._shared_module is None:
            library._shared_module = _LLVM.parse_bitcode(for_linking)
        return library._shared_module

    library._get_module_for_linking = for_linking_read
    return loaded


@cache
def _nothing() -> bytes:
    """Code that defines nothing."""
    code: bytes = _LLVM.parse_assembly("").as_bitcode()
    return code


def _with_own_types(loaded: Any) -> Any:
    """What was loaded, with numpy's own types among its constants, where those that were unpickled are copies.

    numba finds a constant by identity. Whatever is compiled later for a function that something loaded calls shares its
    constants, and would append its types once more; kept so, its code asks for places that the constants of another
    process have not: "'descr' is NULL".
    """
    for environment in (loaded.environment, *loaded.referenced_envs) if loaded is not None else ():
        constants = environment.consts
        constants[:] = [_own_type(one) for one in constants]
    return loaded


def _own_type(constant: Any) -> Any:
    is_plain = isinstance(constant, np.dtype) and constant.kind in "biufc"
    return np.dtype(constant.str) if is_plain else constant


def compiled(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """``function`` as numba's dispatcher with these options and its cache; as it is when NUMBA_DISABLE_JIT is set."""
    made: Any = njit(nogil=True, **options)(function)
    if not _SETTINGS.DISABLE_JIT:
        made._cache = cast(Any, KernelCache)(function)
    return made
