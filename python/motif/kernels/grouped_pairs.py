"""Partners of rows from partners of groups: rows that share a vector share its partners."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

Float32: TypeAlias = NDArray[np.float32]

Groups: TypeAlias = tuple[Int64, Int32]
"""``indptr, members``: rows of each group, ascending."""

Partners: TypeAlias = tuple[Int64, Int32, Float32]
"""``indptr, groups, scores``: the partners of each group, strongest first."""


@kernel
def list_partners(
    rows: Groups, others: Groups, partners: Partners, cap: int, same: bool
) -> tuple[Int32, Int32, Float32]:
    """``rows, others, scores``: the ``cap`` strongest partners of each row, ties by row.

    Partners of a group are ordered by score, then by their first row, so that those beyond ``cap`` + 1 cannot be
    among the first rows. With ``same``, no row is a partner of its own.
    """
    room = cap + 1 if same else cap
    n_rows = len(rows[1])
    found_rows = np.empty(n_rows * cap, np.int32)
    found_others = np.empty(n_rows * cap, np.int32)
    found_scores = np.empty(n_rows * cap, np.float32)
    count = 0
    for group in range(len(rows[0]) - 1):
        if rows[0][group] == rows[0][group + 1]:
            continue
        members, scores = _first_members(others, partners, group, room)
        for at in range(rows[0][group], rows[0][group + 1]):
            row, kept = rows[1][at], 0
            for place in range(len(members)):
                if kept == cap:
                    break
                if same and members[place] == row:
                    continue
                found_rows[count] = row
                found_others[count] = members[place]
                found_scores[count] = scores[place]
                count += 1
                kept += 1
    return found_rows[:count], found_others[:count], found_scores[:count]


@kernel
def _first_members(others: Groups, partners: Partners, group: int, room: int) -> tuple[Int32, Float32]:
    """The ``room`` strongest rows among the members of the group's partners, ties by row."""
    start, end = partners[0][group], min(partners[0][group + 1], partners[0][group] + room)
    total = 0
    for place in range(start, end):
        partner = partners[1][place]
        total += min(room, others[0][partner + 1] - others[0][partner])
    members, scores = np.empty(total, np.int32), np.empty(total, np.float32)
    count = 0
    for place in range(start, end):
        partner = partners[1][place]
        first = others[0][partner]
        for at in range(first, first + min(room, others[0][partner + 1] - first)):
            members[count] = others[1][at]
            scores[count] = partners[2][place]
            count += 1
    by_row = np.argsort(members, kind="mergesort")
    order = by_row[np.argsort(-scores[by_row], kind="mergesort")][:room]
    return members[order], scores[order]
