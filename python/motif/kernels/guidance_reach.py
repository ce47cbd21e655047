"""What question entities reach, and the arcs along which a Triple-GNN's messages run there.

Nodes have *places* in the order in which they are reached, so that what is reached in l steps is a prefix. The arcs
into a node are listed by the place they come from, so that those which carry something in layer l are a prefix too.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Graph, Int32, Int64
from motif.kernels.compilation import inlined, kernel

Bools: TypeAlias = NDArray[np.bool_]

_LOOK = 4095
"""The control is looked at after so many nodes, one less than a power of two."""


@inlined
def _belongs(allowed: Bools, row: int) -> bool:
    return len(allowed) == 0 or allowed[row]


@kernel
def reach(
    graph: Graph, sources: Int32, allowed: Bools, hops: int, most: int, control: Int64
) -> tuple[Int32, Int64, Int32, Int32, bool]:
    """Breadth first from ``sources``, distinct rows, through ``allowed`` ones (empty: all).

    Returns the rows by place, how many of them are within 0 … ``hops`` steps, the place of each row of the graph (-1:
    not reached), how many arcs come into each place from those less than ``hops`` steps away, and whether all were
    found; not when there are more than ``most`` or the control has stopped it.
    """
    out_indptr, out_indices, in_indptr, in_indices, _, _ = graph
    n_nodes = len(out_indptr) - 1
    places = np.full(n_nodes, -1, np.int32)
    rows = np.empty(max(min(n_nodes, most + 1), len(sources)), np.int32)
    arcs = np.zeros(len(rows), np.int32)
    ends = np.empty(hops + 1, np.int64)
    count = 0
    for row in sources:
        places[row] = count
        rows[count] = row
        count += 1
    ends[0] = count
    following = 0
    for hop in range(hops):
        while following < ends[hop]:
            if following & _LOOK == 0 and control[0] != 0:
                return rows[:count], ends, places, arcs, False
            row = rows[following]
            following += 1
            for side in range(2):
                indptr, indices = (out_indptr, out_indices) if side == 0 else (in_indptr, in_indices)
                for at in range(indptr[row], indptr[row + 1]):
                    other = indices[at]
                    if places[other] < 0:
                        if not _belongs(allowed, other):
                            continue
                        if count >= most:
                            return rows[:count], ends, places, arcs, False
                        places[other] = count
                        rows[count] = other
                        count += 1
                    arcs[places[other]] += 1
        ends[hop + 1] = count
    return rows[:count].copy(), ends, places, arcs[:count], True


@kernel
def arcs_into(
    graph: Graph, reached: tuple[Int32, Int32, Int32], n_senders: int, control: Int64
) -> tuple[Int64, Int32, Int32]:
    """The arcs from the first ``n_senders`` places into every place, as ``indptr, senders, gates``.

    ``reached`` are rows, places and numbers of arcs as `reach` gives them. A gate is ``2 * relation``, and one more
    against the relationship's direction. Arcs into a place ascend by sender.
    """
    rows, places, counts = reached
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    indptr = np.zeros(len(rows) + 1, np.int64)
    for place in range(len(rows)):
        indptr[place + 1] = indptr[place] + counts[place]
    following = indptr[:-1].copy()
    senders, gates = np.empty(indptr[-1], np.int32), np.empty(indptr[-1], np.int32)
    for sender in range(n_senders):
        if sender & _LOOK == 0 and control[0] != 0:
            break
        row = rows[sender]
        for at in range(out_indptr[row], out_indptr[row + 1]):
            place = places[out_indices[at]]
            if place >= 0:
                senders[following[place]] = sender
                gates[following[place]] = 2 * relation[at]
                following[place] += 1
        for at in range(in_indptr[row], in_indptr[row + 1]):
            place = places[in_indices[at]]
            if place >= 0:
                senders[following[place]] = sender
                gates[following[place]] = 2 * relation[in_data[at]] + 1
                following[place] += 1
    return indptr, senders, gates
