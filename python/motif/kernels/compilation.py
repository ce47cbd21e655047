"""How kernels are compiled: on first use, cached on disk, without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """``function`` compiled by numba, or as it is when NUMBA_DISABLE_JIT is set."""
    return cast(F, njit(cache=True, nogil=True)(function))
