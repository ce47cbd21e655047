"""The join: all matches of a pattern, found or counted, with as much room as they need."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.joining_arrays import CHECKED, MULTIPLE, SHARING, Data, Pattern, Space
from motif.kernels.joining_candidates import new_join
from motif.kernels.joining_search import (
    BUFFER_FULL,
    COLLECT,
    KEPT_FULL,
    LIMIT,
    NEEDED,
    PATIENCE,
    PLACE,
    search,
)

Outcome: TypeAlias = tuple[Int32, Int32, Int64, int]
"""``nodes, relationships, progress, outcome``: matches (room, nodes) and (room, edges), of which the first
``progress[FOUND]`` are filled if they were collected, and how the search ended."""


@kernel
def join_pattern(data: Data, pattern: Pattern, space: Space, wanted: Int64, control: Int64) -> Outcome:
    """Find or count the matches of ``pattern``, one more than the limit to know that there are more.

    ``wanted`` is `COLLECT`, `LIMIT` and `PATIENCE`. Stops early once ``control[0]`` is set.
    """
    join = new_join(pattern, space)
    n_nodes, n_edges = len(join[0]), len(pattern[0])
    choice = np.zeros((n_edges, 6), np.int64), np.zeros(n_edges, np.int32), np.zeros(n_edges + 1, np.int64)
    ranged = wanted[COLLECT] == 1 or pattern[4][MULTIPLE] == 1 or pattern[4][SHARING] == 1
    visits = ranged or np.any(pattern[0][:, CHECKED] == 1)
    task = np.array([wanted[COLLECT], wanted[LIMIT], wanted[PATIENCE], np.int64(ranged), np.int64(visits)])
    kept = np.empty((16, n_nodes), np.int32), np.empty((16, n_edges), np.int32)
    progress, levels, buffer = (
        np.zeros(4, np.int64),
        np.zeros((n_nodes, 3), np.int64),
        np.empty(256, np.int32),
    )
    levels[0, PLACE] = -1
    while True:
        outcome = search(data, pattern, join, choice, kept, (progress, levels, buffer), task, control)
        if outcome == BUFFER_FULL:
            buffer = _enlarged(buffer.reshape((-1, 1)), progress[NEEDED]).reshape(-1)
        elif outcome == KEPT_FULL:
            kept = _enlarged(kept[0], progress[NEEDED]), _enlarged(kept[1], progress[NEEDED])
        else:
            return kept[0], kept[1], progress, outcome


@kernel
def _enlarged(table: Int32, n_rows: int) -> Int32:
    """``table`` with twice as many rows, at least ``n_rows``."""
    larger = np.empty((max(2 * len(table), n_rows), table.shape[1]), np.int32)
    for row in range(len(table)):
        for column in range(table.shape[1]):
            larger[row, column] = table[row, column]
    return larger
