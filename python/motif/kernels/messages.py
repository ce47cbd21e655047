"""Messages along one pattern edge: for each row at one end the least cost of what lies beyond the other end.

Graph Semantic Distance is a sum over pattern nodes and edges, so that on a tree the cost of the best
completion is exact by passing messages from the leaves, as in semi-join reduction. An edge is crossed from
whichever end has fewer relationships to look at: pushing from the sender's rows, or pulling from the
receiver's.

``arc`` is ``(edge, head_here, node_there)``: the pattern edge, whether the rows that are walked from are
those of its head, and the pattern node at the other end.
"""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import DISAGREEMENT, Float64, Graph, Int32, Int64, Rules
from motif.kernels.compilation import kernel
from motif.kernels.rows import EMPTY, mark, new_table, passes_sieve, place_of, put, slot_of

Arc = tuple[int, bool, int]


@kernel
def relationship_cost(rules: Rules, relation: Int32, edge: int, row: int, disagrees: bool) -> float:
    """Cost of relationship ``row`` for pattern edge ``edge``; infinite when it may not be taken."""
    edge_costs, unknown_edges, _, relationship_bits = rules
    if len(relationship_bits) > 0 and (np.int64(relationship_bits[row]) >> edge) & 1 == 0:
        return np.inf
    cost = 0.0 if (unknown_edges >> edge) & 1 == 1 else edge_costs[edge, relation[row]]
    return cost + DISAGREEMENT if disagrees else cost


@kernel
def node_is_allowed(rules: Rules, node: int, row: int) -> bool:
    """Whether pattern node ``node`` may be mapped to ``row``."""
    node_bits = rules[2]
    return len(node_bits) == 0 or (node_bits[row] >> node) & 1 == 1


@kernel
def settle(graph: Graph, rows: Int32, costs: Float64, limit: float) -> tuple[float, int]:
    """Strike out (set to infinity) every cost above ``limit``.

    Returns the least finite cost struck out, infinite for none, and the number of relationships at the rows
    left.
    """
    out_indptr, _, in_indptr, _, _, _ = graph
    struck = np.inf
    work = 0
    for slot in range(len(rows)):
        if costs[slot] > limit:
            struck = min(struck, costs[slot])
            costs[slot] = np.inf
        else:
            row = rows[slot]
            work += out_indptr[row + 1] - out_indptr[row] + in_indptr[row + 1] - in_indptr[row]
    return struck, work


@kernel
def list_neighbours(
    graph: Graph,
    rules: Rules,
    arc: Arc,
    rows: Int32,
    costs: Float64,
    sieve: Int64,
    limit: float,
    control: Int64,
) -> tuple[Int32, Float64, Int64, float]:
    """Every row that is reached from ``rows`` within ``limit`` and passes ``sieve``.

    Returns the rows, the message to each, their table, and the least cost above ``limit`` that was met.
    """
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    edge, head_here, node = arc
    table = new_table(64)
    reached = np.empty(64, np.int32)
    message = np.empty(64, np.float64)
    count = 0
    struck = np.inf
    for slot in range(len(rows)):
        if costs[slot] == np.inf:
            continue
        if control[0] != 0:
            break
        row = rows[slot]
        for outgoing in (True, False):
            indptr = out_indptr if outgoing else in_indptr
            indices = out_indices if outgoing else in_indices
            for place in range(indptr[row], indptr[row + 1]):
                other = indices[place]
                if not passes_sieve(sieve, other) or (other == row and not outgoing):
                    continue
                if not node_is_allowed(rules, node, other):
                    continue
                relationship = place if outgoing else in_data[place]
                disagrees = outgoing != head_here and other != row
                cost = costs[slot] + relationship_cost(rules, relation, edge, relationship, disagrees)
                if cost > limit:
                    struck = min(struck, cost)
                    continue
                where = place_of(table, other)
                if table[where] != EMPTY:
                    known = table[where] & 0xFFFFFFFF
                    message[known] = min(message[known], cost)
                    continue
                if count == len(reached):
                    table, reached, message = _grown(table, reached, message)
                    where = place_of(table, other)
                put(table, where, other, count)
                reached[count] = other
                message[count] = cost
                count += 1
    return reached[:count].copy(), message[:count].copy(), table, struck


@kernel
def _grown(table: Int64, reached: Int32, message: Float64) -> tuple[Int64, Int32, Float64]:
    """All three with twice the room."""
    count = len(reached)
    larger = new_table(2 * count)
    rows = np.empty(2 * count, np.int32)
    costs = np.empty(2 * count, np.float64)
    rows[:count] = reached
    costs[:count] = message
    for slot in range(count):
        put(larger, place_of(larger, reached[slot]), reached[slot], slot)
    return larger, rows, costs


@kernel
def sieve_of_neighbours(graph: Graph, rows: Int32, costs: Float64, through: Int64, n_words: int) -> Int64:
    """A sieve of ``n_words`` (a power of two) for the neighbours of ``rows`` that pass ``through``."""
    out_indptr, out_indices, in_indptr, in_indices, _, _ = graph
    sieve = np.zeros(n_words, np.int64)
    for slot in range(len(rows)):
        if costs[slot] == np.inf:
            continue
        row = rows[slot]
        for place in range(out_indptr[row], out_indptr[row + 1]):
            if passes_sieve(through, out_indices[place]):
                mark(sieve, out_indices[place])
        for place in range(in_indptr[row], in_indptr[row + 1]):
            if passes_sieve(through, in_indices[place]):
                mark(sieve, in_indices[place])
    return sieve


@kernel
def push(
    graph: Graph,
    rules: Rules,
    arc: Arc,
    rows: Int32,
    costs: Float64,
    table: Int64,
    message: Float64,
    control: Int64,
) -> None:
    """Lower ``message``, aligned with the receiver's ``table``, by walking from the sender's rows."""
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    edge, head_here, _ = arc
    for slot in range(len(rows)):
        if costs[slot] == np.inf:
            continue
        if control[0] != 0:
            break
        row = rows[slot]
        for outgoing in (True, False):
            indptr = out_indptr if outgoing else in_indptr
            indices = out_indices if outgoing else in_indices
            for place in range(indptr[row], indptr[row + 1]):
                other = indices[place]
                receiver = slot_of(table, other)
                if receiver < 0 or (other == row and not outgoing):
                    continue
                relationship = place if outgoing else in_data[place]
                disagrees = outgoing != head_here and other != row
                cost = costs[slot] + relationship_cost(rules, relation, edge, relationship, disagrees)
                message[receiver] = min(message[receiver], cost)


@kernel
def pull(
    graph: Graph,
    rules: Rules,
    arc: Arc,
    rows: Int32,
    totals: Float64,
    table: Int64,
    costs: Float64,
    message: Float64,
    control: Int64,
) -> None:
    """Lower ``message``, aligned with the receiver's ``rows``, by walking from them to the sender's
    ``table``.

    Rows whose total is infinite are passed over. An empty table means a sender without conditions beyond its
    mask: every row it may take costs nothing.
    """
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    edge, head_here, node = arc
    for slot in range(len(rows)):
        if totals[slot] == np.inf:
            continue
        if control[0] != 0:
            break
        row = rows[slot]
        for outgoing in (True, False):
            indptr = out_indptr if outgoing else in_indptr
            indices = out_indices if outgoing else in_indices
            for place in range(indptr[row], indptr[row + 1]):
                other = indices[place]
                beyond = cost_beyond(rules, node, other, table, costs)
                if beyond == np.inf or (other == row and not outgoing):
                    continue
                relationship = place if outgoing else in_data[place]
                disagrees = outgoing != head_here and other != row
                cost = beyond + relationship_cost(rules, relation, edge, relationship, disagrees)
                message[slot] = min(message[slot], cost)


@kernel
def cost_beyond(rules: Rules, node: int, row: int, table: Int64, costs: Float64) -> float:
    """Cost of ``row`` for pattern node ``node`` and its branch; infinite when it may not be taken."""
    if len(table) == 0:
        return 0.0 if node_is_allowed(rules, node, row) else np.inf
    slot = slot_of(table, row)
    return np.inf if slot < 0 else costs[slot]
