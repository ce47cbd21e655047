"""The node that each relationship leaves: it follows from where each node's relationships begin, and takes no room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

_MANY = 8
"""Of so many relationships, one that is asked for: then all are made, which is quicker than a search for each."""

_AT_ONCE = 1 << 18

_Value = TypeVar("_Value", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Sources:
    """Rows of the sources of relationships that ascend by source, int32 (m,).

    Those of a few are looked up; all are made, and kept, when `whole` is asked for: four bytes for each relationship in
    this process's own memory, so what answers questions asks for a few, or for stretches (`stretches`).

    Attributes
    ----------
    starts : int32 (n + 1,) or None
        Where the relationships of each node begin: the outgoing adjacency's ``indptr``.
    given : int32 (m,) or None
        The sources themselves, where ``starts`` is None.

    >>> sources = Sources(np.array([0, 2, 2, 3], np.int32))
    >>> len(sources), sources.whole.tolist(), int(sources[2]), sources[np.array([2, 0])].tolist(), sources[1:].tolist()
    (3, [0, 0, 2], 2, [2, 0], [0, 2])
    """

    starts: NDArray[np.int32] | None
    given: NDArray[np.int32] | None = None

    @classmethod
    def of(cls, sources: NDArray[np.int32]) -> Sources:
        """As given, which need not ascend."""
        return cls(None, sources)

    @cached_property
    def whole(self) -> NDArray[np.int32]:
        """All of them; read-only, as a mapped file is."""
        if self.starts is None:
            assert self.given is not None
            return self.given
        made = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))
        made.flags.writeable = False
        return made

    def __len__(self) -> int:
        if self.starts is None:
            return len(self.whole)
        return int(self.starts[-1])

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> np.int32: ...

    @overload
    def __getitem__(self, rows: slice | NDArray[Any]) -> NDArray[np.int32]: ...

    def __getitem__(self, rows: Any) -> Any:
        if self.starts is None or "whole" in self.__dict__:
            return self.whole[rows]
        if isinstance(rows, (int, np.integer)) and 0 <= rows < len(self):
            return np.int32(self.starts.searchsorted(np.int32(rows), "right") - 1)
        if isinstance(rows, slice):
            first, last, step = rows.indices(len(self))
            if step == 1:
                return self._stretch(first, max(first, last))
            rows = np.arange(first, last, step)
        chosen = np.asarray(rows)
        if chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        if not chosen.size:
            return np.empty(chosen.shape, np.int32)
        if chosen.size * _MANY > len(self) or chosen.min() < 0:
            return self.whole[chosen]
        if chosen.max() >= len(self):
            raise IndexError(f"relationship {chosen.max()} of {len(self)}")
        # Of one type with what is searched: else numpy makes a copy of all that it searches.
        found = self.starts.searchsorted(chosen.astype(np.int32, copy=False), "right") - 1
        return found.astype(np.int32)

    def spread(self, of_nodes: NDArray[_Value]) -> NDArray[_Value]:
        """What the source of each relationship has, (m,): ``of_nodes[whole]``, for which `whole` need not be made.

        >>> Sources(np.array([0, 2, 2, 3], np.int32)).spread(np.array([True, False, False])).tolist()
        [True, True, False]
        """
        if self.starts is None:
            return of_nodes[self.whole]
        return np.repeat(of_nodes[: len(self.starts) - 1], np.diff(self.starts))

    def stretches(self) -> Iterator[tuple[slice, NDArray[np.int32]]]:
        """All of them, some at a time: the rows, and their sources."""
        for start in range(0, len(self), _AT_ONCE):
            rows = slice(start, min(start + _AT_ONCE, len(self)))
            yield rows, self[rows]

    def _stretch(self, first: int, last: int) -> NDArray[np.int32]:
        assert self.starts is not None
        low, high = self.starts.searchsorted(np.array([first, last], np.int32), "right").tolist()
        low, high = max(low - 1, 0), min(high, len(self.starts) - 1)
        bounds = np.clip(self.starts[low : high + 1], first, last)
        return np.repeat(np.arange(low, high, dtype=np.int32), np.diff(bounds))
