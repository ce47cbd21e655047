"""How kernels are compiled: on first use, without the GIL, and kept on disk for the next process.

numba is imported when the first kernel is called, not when a module that has some is imported: who asks for help, or
for what needs none, does not wait for it.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


class Late:
    """A kernel until numba is asked for it: at its first call, or for any attribute that numba's dispatchers have.

    numba must not meet one: when a kernel is made, all of its module that it may call are made too, and stand in the
    module in their place.
    """

    def __init__(self, function: Callable[..., Any], make: Callable[[], Any]) -> None:
        self._make, self._made, self._namespace = make, cast(Any, None), function.__globals__
        functools.update_wrapper(self, function)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return (self._made or self.made())(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._made or self.made(), name)

    def made(self) -> Any:
        """What numba makes of it, the same object each time."""
        with _making:
            if self._made is None:
                self._made = self._make()
                for name, value in list(self._namespace.items()):
                    if isinstance(value, Late):
                        self._namespace[name] = value.made()
            return self._made


_making = threading.RLock()


@dataclass
class _Recording:
    """Where kernels are kept while they are compiled ahead, and the names of those that were used."""

    folder: Path | None = None
    names: set[str] = field(default_factory=set)


recording = _Recording()

problems: list[str] = []
"""Why kernels had to be compiled again, or will have to be: what `motif doctor` tells."""


def told(problem: str) -> None:
    """Remember a problem, once."""
    if problem not in problems:
        problems.append(problem)


def kernel(function: F) -> F:
    """``function`` compiled by numba, or as it is when NUMBA_DISABLE_JIT is set."""
    return _late(function)


def lean(function: F) -> F:
    """``function`` compiled without counting references to arrays; it may make no array, and call only such functions.

    Counting takes longer than all else in small functions that are called for each partial match.
    """
    return _late(function, _nrt=False)


def inlined(function: F) -> F:
    """A small ``function`` written into each kernel that calls it, which saves counting references at every call."""
    return _late(function, inline="always")


def summing(function: F) -> F:
    """``function`` compiled as `lean` compiles, its sums of floats in any order, as vector units add them up: four
    times faster than one number at a time. Nothing else is loosened."""
    return _late(function, _nrt=False, fastmath={"reassoc"})


def _late(function: F, **options: Any) -> F:
    def make() -> Any:
        from motif.kernels.machine_code import compiled

        return compiled(function, options)

    return cast(F, Late(function, make))
