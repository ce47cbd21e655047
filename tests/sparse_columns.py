"""Columns of the same values, dense and sparse, made in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from motif.graphs.column import Column
from motif.graphs.packing import pack_values
from motif.graphs.strings import StringTable

VALUES = st.one_of(
    st.none(),
    st.none(),
    st.integers(-3, 3),
    st.sampled_from([0.5, 2.0, True, False, "", "a", "B c", "7", "2021-03-04", "1987", [], ["a", "B"], [3]]),
)


def dense(values: list[Any]) -> Column:
    """An entry for each value, also where it is None."""
    packed = pack_values(values)
    return Column(packed.kind, packed.number, StringTable(packed.offsets.astype(np.int64), packed.data))


def sparse(values: list[Any]) -> Column:
    """An entry for each value that is not None, however many these are."""
    rows = [row for row, value in enumerate(values) if value is not None]
    held = dense([values[row] for row in rows])
    return Column(held.kind, held.number, held.text, np.array(rows, np.int32), len(values))


def values_of(column: Column) -> list[tuple[str, Any]]:
    """Each value with its type, since 1 and True are equal."""
    found = [column.value(row) for row in range(len(column))]
    return [(type(value).__name__, value) for value in found]
