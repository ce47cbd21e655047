"""How many cases a test draws: many of compiled kernels, fewer where numba is off and kernels are slow functions."""

from __future__ import annotations

import os

IS_INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

HAS_CHECKED_BOUNDS = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
"""The cases have been compared with their twins before: what is looked for now is where an array ends."""


def examples(compiled: int, interpreted: int) -> int:
    """Of the two the one that fits this run; a quarter of ``compiled`` with checked bounds."""
    if IS_INTERPRETED:
        return interpreted
    return max(1, compiled // 4) if HAS_CHECKED_BOUNDS else compiled
