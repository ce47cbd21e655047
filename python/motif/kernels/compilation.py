"""How kernels are compiled: on first use, without the GIL, and kept on disk for the next process."""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.core.caching import FunctionCache
from numba.core.compiler import CompileResult

from motif.kernels import prepared

_SETTINGS: Any = config
_COMPILED: Any = CompileResult

F = TypeVar("F", bound=Callable[..., Any])


_IMPORT = re.compile(rb"^from motif\.kernels\.(\w+) import", re.MULTILINE)


@cache
def fingerprint(source: Path) -> str:
    """What code compiled from ``source`` depends on: the kernels that it imports, theirs too, and whether bounds are
    checked."""
    read: dict[Path, bytes] = {}
    left = [source]
    while left:
        path = left.pop()
        if path not in read and path.exists():
            read[path] = path.read_bytes()
            left += [path.with_name(f"{name.decode()}.py") for name in _IMPORT.findall(read[path])]
    parts = [read[path] for path in sorted(read)]
    return hashlib.sha256(b"\0".join([*parts, str(_SETTINGS.BOUNDSCHECK).encode()])).hexdigest()


class _KernelCache(FunctionCache):
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
            _told(f"they cannot be kept: {error}")

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        return (*cast(Any, super())._index_key(signature, codegen), self._fingerprint)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        folder = recording.folder
        if folder is not None or not prepared.why_not(prepared.FOLDER):
            name = prepared.file_name(self._function, signature, self._fingerprint)
            data = prepared.load(name, folder or prepared.FOLDER)
            if data is not None:
                target_context.refresh()
                recording.names.add(name)
                return _COMPILED._rebuild(target_context, *data)
        if folder is not None or not self._has_place:
            return None
        try:
            return cast(Any, super()).load_overload(signature, target_context)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            _told(f"one that was kept cannot be read: {error!r}")
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        if recording.folder is not None:
            name = prepared.file_name(self._function, signature, self._fingerprint)
            prepared.keep(name, data._reduce(), recording.folder)
            recording.names.add(name)
            return
        if not self._has_place:
            return
        try:
            cast(Any, super()).save_overload(signature, data)
        except OSError as error:
            _told(f"they cannot be kept: {error}")


@dataclass
class _Recording:
    """Where kernels are kept while they are compiled ahead, and the names of those that were used."""

    folder: Path | None = None
    names: set[str] = field(default_factory=set)


recording = _Recording()

problems: list[str] = []
"""Why kernels had to be compiled again, or will have to be: what `motif doctor` tells."""


def _told(problem: str) -> None:
    if problem not in problems:
        problems.append(problem)


def _kept(compiled: Any, function: Callable[..., Any]) -> Any:
    """``compiled`` with its cache."""
    if not _SETTINGS.DISABLE_JIT:
        compiled._cache = cast(Any, _KernelCache)(function)
    return compiled


def kernel(function: F) -> F:
    """``function`` compiled by numba, or as it is when NUMBA_DISABLE_JIT is set."""
    compiled: Any = njit(nogil=True)(function)
    return cast(F, _kept(compiled, function))


def lean(function: F) -> F:
    """``function`` compiled without counting references to arrays; it may make no array, and call only such functions.

    Counting takes longer than all else in small functions that are called for each partial match.
    """
    options: dict[str, Any] = {"nogil": True, "_nrt": False}
    compiled: Any = njit(**options)(function)
    return cast(F, _kept(compiled, function))


def inlined(function: F) -> F:
    """A small ``function`` written into each kernel that calls it, which saves counting references at every call."""
    compiled: Any = njit(nogil=True, inline="always")(function)
    return cast(F, _kept(compiled, function))
