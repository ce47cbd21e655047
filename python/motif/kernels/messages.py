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

from motif.kernels.arcs import Walk, new_arcs, next_block
from motif.kernels.arrays import DISAGREEMENT, Codes, Float64, Graph, Int32, Int64, Rules
from motif.kernels.compilation import inlined, kernel
from motif.kernels.rows import EMPTY, mark, new_table, passes_sieve, place_of, put, slot_of

Arc = tuple[int, bool, int]


@inlined
def relationship_cost(rules: Rules, relation: Codes, edge: int, row: int, disagrees: bool) -> float:
    """Cost of relationship ``row`` for pattern edge ``edge``; infinite when it may not be taken."""
    edge_costs, unknown_edges, _, relationship_bits = rules
    if len(relationship_bits) > 0 and (np.int64(relationship_bits[row]) >> edge) & 1 == 0:
        return np.inf
    cost = 0.0 if (unknown_edges >> edge) & 1 == 1 else edge_costs[edge, relation[row]]
    return cost + DISAGREEMENT if disagrees else cost


@inlined
def node_is_allowed(rules: Rules, node: int, row: int) -> bool:
    """Whether pattern node ``node`` may be mapped to ``row``."""
    node_bits = rules[2]
    return len(node_bits) == 0 or (node_bits[row] >> node) & 1 == 1


@inlined
def cost_beyond(rules: Rules, node: int, row: int, table: Int64, costs: Float64) -> float:
    """Cost of ``row`` for pattern node ``node`` and its branch; infinite when it may not be taken."""
    if len(table) == 0:
        return 0.0 if node_is_allowed(rules, node, row) else np.inf
    slot = slot_of(table, row)
    return np.inf if slot < 0 else costs[slot]


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
    walk: Walk,
    sieve: Int64,
    limit: float,
    control: Int64,
) -> tuple[Int32, Float64, Int64, float]:
    """Every row that is reached by ``walk`` within ``limit`` and passes ``sieve``.

    Returns the rows, the message to each, their table, and the least cost above ``limit`` that was met.
    """
    edge, head_here, node = arc
    rows, costs, _ = walk
    arcs = new_arcs(64)
    table, reached, message = new_table(64), np.empty(64, np.int32), np.empty(64, np.float64)
    count, struck, start = 0, np.inf, 0
    while start < len(rows) and control[0] == 0:
        arcs, n_arcs, start = next_block(graph, walk, start, arcs)
        slots, others, relationships, outgoing = arcs
        for place in range(n_arcs):
            other = others[place]
            if not passes_sieve(sieve, other) or not node_is_allowed(rules, node, other):
                continue
            slot = slots[place]
            disagrees = outgoing[place] != head_here and other != rows[slot]
            cost = costs[slot] + relationship_cost(rules, graph[5], edge, relationships[place], disagrees)
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
def sieve_of_neighbours(graph: Graph, walk: Walk, through: Int64, n_words: int, control: Int64) -> Int64:
    """A sieve of ``n_words`` (a power of two) for what ``walk`` reaches and ``through`` lets pass."""
    rows = walk[0]
    sieve = np.zeros(n_words, np.int64)
    arcs = new_arcs(64)
    start = 0
    while start < len(rows) and control[0] == 0:
        arcs, n_arcs, start = next_block(graph, walk, start, arcs)
        others = arcs[1]
        for place in range(n_arcs):
            if passes_sieve(through, others[place]):
                mark(sieve, others[place])
    return sieve


@kernel
def push(
    graph: Graph,
    rules: Rules,
    arc: Arc,
    walk: Walk,
    table: Int64,
    message: Float64,
    control: Int64,
) -> None:
    """Lower ``message``, aligned with the receiver's ``table``, by a walk from the sender's rows."""
    edge, head_here, _ = arc
    rows, costs, _ = walk
    arcs = new_arcs(64)
    start = 0
    while start < len(rows) and control[0] == 0:
        arcs, n_arcs, start = next_block(graph, walk, start, arcs)
        slots, others, relationships, outgoing = arcs
        for place in range(n_arcs):
            receiver = slot_of(table, others[place])
            if receiver < 0:
                continue
            slot = slots[place]
            disagrees = outgoing[place] != head_here and others[place] != rows[slot]
            cost = costs[slot] + relationship_cost(rules, graph[5], edge, relationships[place], disagrees)
            message[receiver] = min(message[receiver], cost)


@kernel
def pull(
    graph: Graph,
    rules: Rules,
    arc: Arc,
    walk: Walk,
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
    edge, head_here, node = arc
    rows = walk[0]
    arcs = new_arcs(64)
    start = 0
    while start < len(rows) and control[0] == 0:
        arcs, n_arcs, start = next_block(graph, walk, start, arcs)
        slots, others, relationships, outgoing = arcs
        for place in range(n_arcs):
            beyond = cost_beyond(rules, node, others[place], table, costs)
            if beyond == np.inf:
                continue
            slot = slots[place]
            disagrees = outgoing[place] != head_here and others[place] != rows[slot]
            cost = beyond + relationship_cost(rules, graph[5], edge, relationships[place], disagrees)
            message[slot] = min(message[slot], cost)
