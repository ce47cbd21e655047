"""The relationships around many rows, copied together in blocks.

Rows of a large graph lie far apart in memory. Copying first and deciding afterwards lets the processor fetch
many of them at once, where a loop that decides as it goes would wait for each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Graph, Int32
from motif.kernels.compilation import kernel

Arcs = tuple[Int32, Int32, Int32, NDArray[np.bool_]]
"""``slots, others, relationships, outgoing``: for each relationship at a row the row's slot, the row at the
other end, the relationship, and whether it leaves the row. A loop counts once, as outgoing."""

Walk = tuple[Int32, Float64, Arcs]
"""``rows, costs, around``: rows to walk from, passing over those of infinite cost, and what `gather_all` gave
for them if it was called before, else no arcs."""

_BLOCK = 8192
_GATHERED_BLOCK = 1 << 16
"""Relationships of a block: of one that is copied, and of one that lies ready."""


@kernel
def new_arcs(room: int) -> Arcs:
    """Room for ``room`` relationships."""
    return (
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.bool_),
    )


@kernel
def next_block(graph: Graph, walk: Walk, start: int, arcs: Arcs) -> tuple[Arcs, int, int]:
    """A block from slot ``start`` on, as `gather` gives it; of those that were gathered before, where they were.

    A block is whole slots, so that a caller who looks at the clock between blocks does so after each few thousand
    relationships, but for a single slot that has more.
    """
    rows, costs, around = walk
    gathered = around[0]
    if len(gathered) == 0:
        return gather(graph, rows, costs, start, arcs, _BLOCK)
    first = np.searchsorted(gathered, start)
    stop = len(rows)
    if first + _GATHERED_BLOCK < len(gathered):
        stop = max(gathered[first + _GATHERED_BLOCK], gathered[first] + 1)
    last = np.searchsorted(gathered, stop)
    slots, others, relationships, outgoing = around
    block = slots[first:last], others[first:last], relationships[first:last], outgoing[first:last]
    return block, len(block[0]), stop


@kernel
def gather_all(graph: Graph, rows: Int32, costs: Float64, room: int) -> Arcs:
    """The relationships, ``room`` at most, around all ``rows`` of finite cost."""
    arcs, count, _ = gather(graph, rows, costs, 0, new_arcs(room), room + 1)
    slots, others, relationships, outgoing = arcs
    return slots[:count], others[:count], relationships[:count], outgoing[:count]


@kernel
def gather(
    graph: Graph, rows: Int32, costs: Float64, start: int, arcs: Arcs, block: int
) -> tuple[Arcs, int, int]:
    """Copy the relationships around ``rows[start:]`` until there are ``block``; rows of infinite cost have
    none.

    Returns them (in ``arcs``, or in a larger one), how many they are, and the slot to go on from.
    """
    out_indptr, out_indices, in_indptr, in_indices, in_data, _ = graph
    stop, total = start, 0
    while stop < len(rows) and total < block:
        if costs[stop] < np.inf:
            row = rows[stop]
            total += out_indptr[row + 1] - out_indptr[row] + in_indptr[row + 1] - in_indptr[row]
        stop += 1
    if total > len(arcs[0]):
        arcs = new_arcs(total)
    slots, others, relationships, outgoing = arcs
    count = 0
    for slot in range(start, stop):
        if costs[slot] == np.inf:
            continue
        row = rows[slot]
        for place in range(out_indptr[row], out_indptr[row + 1]):
            slots[count] = slot
            others[count] = out_indices[place]
            relationships[count] = place
            outgoing[count] = True
            count += 1
        for place in range(in_indptr[row], in_indptr[row + 1]):
            if in_indices[place] != row:
                slots[count] = slot
                others[count] = in_indices[place]
                relationships[count] = in_data[place]
                outgoing[count] = False
                count += 1
    return arcs, count, stop


@kernel
def meet_both_ways(outgoing: tuple[Int32, Int32], incoming: tuple[Int32, Int32]) -> bool:
    """Whether some two rows have relationships both ways; O(m), no further than the first such two.

    Parameters
    ----------
    outgoing, incoming
        Where the neighbours of each row begin, and the neighbours, ascending for each row.
    """
    starts, targets = outgoing
    begins, sources = incoming
    for row in range(len(starts) - 1):
        place, last = begins[row], begins[row + 1]
        for at in range(starts[row], starts[row + 1]):
            while place < last and sources[place] < targets[at]:
                place += 1
            if place < last and sources[place] == targets[at] and targets[at] != row:
                return True
    return False
