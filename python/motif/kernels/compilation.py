"""How kernels are compiled: on first use, without the GIL, and kept on disk for the next process."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.core.caching import FunctionCache

_SETTINGS: Any = config

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
    """numba's cache, but a change in a kernel makes all compile again that call it.

    numba looks at the file of the function alone; kernels call each other across files, and one that was compiled
    with another's former code would go on silently with it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        cast(Any, super()).__init__(function)
        self._fingerprint = fingerprint(Path(function.__code__.co_filename))

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        return (*cast(Any, super())._index_key(signature, codegen), self._fingerprint)


def kernel(function: F) -> F:
    """``function`` compiled by numba, or as it is when NUMBA_DISABLE_JIT is set."""
    compiled: Any = njit(nogil=True)(function)
    if not _SETTINGS.DISABLE_JIT:
        compiled._cache = cast(Any, _KernelCache)(function)
    return cast(F, compiled)


def lean(function: F) -> F:
    """``function`` compiled without counting references to arrays; it may make no array, and call only such functions.

    Counting takes longer than all else in small functions that are called for each partial match.
    """
    options: dict[str, Any] = {"nogil": True, "_nrt": False}
    compiled: Any = njit(**options)(function)
    if not _SETTINGS.DISABLE_JIT:
        compiled._cache = cast(Any, _KernelCache)(function)
    return cast(F, compiled)


def inlined(function: F) -> F:
    """A small ``function`` written into each kernel that calls it, which saves counting references at every call."""
    compiled: Any = njit(nogil=True, inline="always")(function)
    if not _SETTINGS.DISABLE_JIT:
        compiled._cache = cast(Any, _KernelCache)(function)
    return cast(F, compiled)
