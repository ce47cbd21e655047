"""Some rows of a column as a column of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import taken
from motif.graphs.column import Column


def column_at(column: Column, rows: NDArray[np.integer[Any]]) -> Column:
    """The values at ``rows``, in that order; sparse where ``column`` is.

    >>> from motif.graphs.column import INTEGER
    >>> column = Column(np.array([INTEGER], np.uint8), np.array([7]), None, np.array([2], np.int32), 4)
    >>> some = column_at(column, np.array([3, 2]))
    >>> [some.value(0), some.value(1)], some.rows.tolist()
    ([None, 7], [1])
    """
    entries, kept, size = column.entries_at(rows), None, 0
    if column.rows is not None:
        kept, size = np.flatnonzero(entries >= 0).astype(np.int32), len(rows)
        entries = entries[kept]
    text = None if column.text is None else taken(column.text, entries)
    return Column(column.kind[entries], column.number[entries], text, kept, size)
