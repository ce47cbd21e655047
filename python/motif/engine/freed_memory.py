"""Memory that was freed, given back to the system."""

from __future__ import annotations

import contextlib
import ctypes


def give_back() -> None:
    """Returns what the C library keeps of freed memory to the system, where it can: gaps between what is in use too."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
