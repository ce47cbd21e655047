"""How deep what is given lies in itself: what goes through it level by level has only so many levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DEEPEST = 64
"""Levels of a filter, a plan or a request; what is meant has a dozen."""


def is_too_deep(value: Any, most: int = DEEPEST) -> bool:
    """Whether lists and maps lie in each other deeper than ``most`` levels.

    >>> is_too_deep({"year": {"$in": [1995, 2001]}}, 3), is_too_deep({"year": {"$in": [[1995]]}}, 3)
    (False, True)
    """
    level = [value]
    for _ in range(most + 1):
        level = [inner for one in level if isinstance(one, (Mapping, list, tuple)) for inner in _inside(one)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, Mapping) else value
