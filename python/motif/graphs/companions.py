"""What is made of an object once and lives exactly as long as it, also where it refers back to it."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")

_PLACE = "_motif_companions"
_LOCK = threading.RLock()


def companion(owner: object, maker: object, make: Callable[[], Made], fits: Callable[[Made], bool]) -> Made:
    """What ``maker`` made of ``owner`` before, as long as it ``fits``; else what ``make`` gives, kept from now on.

    It is kept with the owner, not with the maker: a table of the maker's would hold whatever refers to its owner for
    ever. The maker is held weakly. Safe for threads; two that come at once may both make one, and the later is kept.

    >>> class Graph: ...
    >>> class Planner: ...
    >>> graph, planner = Graph(), Planner()
    >>> first = companion(graph, planner, lambda: [graph], lambda made: True)
    >>> companion(graph, planner, lambda: [graph], lambda made: True) is first
    True
    """
    with _LOCK:
        kept: weakref.WeakKeyDictionary[object, Made] = vars(owner).setdefault(
            _PLACE, weakref.WeakKeyDictionary()
        )
        found = kept.get(maker)
    if found is not None and fits(found):
        return found
    made = make()
    with _LOCK:
        kept[maker] = made
    return made
