"""The best matches so far: distinct as sets of relationships, in the total order of matches.

The order is: cost (the distance, then the number of relationships that run against their pattern edge), then
node rows in pattern order, then relationship rows in pattern order. No two matches are equal in it.
"""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Float64, Graph, Int32, Int64, Rules
from motif.kernels.compilation import kernel

Best = tuple[Float64, Int32, Int32, Int32, Int64, Int64, Int64, Int64]
"""``costs, nodes, relationships, sets, hashes, order, count, table``: room for ``top_k`` matches;
``order[:count[0]]`` lists their places, best first. A set is named by the first relationships of its parallel
classes, sorted; ``table`` finds its match by its hash: one more than the place, 0 for none, the next slots where one is
taken."""


@kernel
def new_best(top_k: int, n_nodes: int, n_edges: int) -> Best:
    """Room for ``top_k`` matches."""
    size = 4
    while size < 2 * top_k:
        size *= 2
    return (
        np.empty(top_k, np.float64),
        np.empty((top_k, n_nodes), np.int32),
        np.empty((top_k, n_edges), np.int32),
        np.empty((top_k, n_edges), np.int32),
        np.empty(top_k, np.int64),
        np.arange(top_k),
        np.zeros(1, np.int64),
        np.zeros(size, np.int64),
    )


@kernel
def worst_cost(best: Best) -> float:
    """Cost of the last of ``top_k`` matches; infinite while there are fewer."""
    costs, _, _, _, _, order, count, _ = best
    return costs[order[-1]] if count[0] == len(costs) else np.inf


@kernel
def comes_after_worst(best: Best, nodes: Int32) -> bool:
    """Whether a partial match of the worst's cost can only come after it, by the rows mapped so far."""
    worst = best[1][best[5][-1]]
    for node in range(len(nodes)):
        if nodes[node] < 0:
            return False
        if nodes[node] != worst[node]:
            return bool(nodes[node] > worst[node])
    return False


@kernel
def offer(
    graph: Graph, rules: Rules, ends: Int64, best: Best, cost: float, nodes: Int32, found: Int32
) -> None:
    """Take a match in, unless a better one of the same set or ``top_k`` better ones are there.

    ``ends`` is (edges, 2): pattern nodes of each pattern edge. ``found`` are the relationships by pattern
    edge.
    """
    costs, all_nodes, all_relationships, sets, hashes, order, count, table = best
    relationships = found.copy()
    classes = _canonical(graph, rules, ends, nodes, relationships)
    value = _hash(classes)
    kept = _standing(best, classes, value)
    if kept >= 0:
        if not _comes_before(best, kept, cost, nodes, relationships):
            return
        place = _place_of(best, kept)
    elif count[0] < len(costs):
        place = count[0]
        kept = order[place]
        count[0] += 1
        _enter(table, value, kept)
    else:
        place = count[0] - 1
        kept = order[place]
        if not _comes_before(best, kept, cost, nodes, relationships):
            return
        _leave(table, hashes, kept)
        _enter(table, value, kept)
    new = _new_place(best, place, cost, nodes, relationships)
    for behind in range(place, new, -1):
        order[behind] = order[behind - 1]
    order[new] = kept
    costs[kept] = cost
    all_nodes[kept] = nodes
    all_relationships[kept] = relationships
    sets[kept] = classes
    hashes[kept] = value


@kernel
def _canonical(graph: Graph, rules: Rules, ends: Int64, nodes: Int32, relationships: Int32) -> Int32:
    """Sort interchangeable relationships among their pattern edges, in place; returns the sorted classes.

    Parallel relationships of one relation are interchangeable where the same pattern edges may take them.
    """
    classes = np.empty(len(relationships), np.int32)
    for edge in range(len(relationships)):
        classes[edge] = _first_parallel(
            graph, nodes[ends[edge, 0]], nodes[ends[edge, 1]], relationships[edge]
        )
    for one in range(len(relationships)):
        for other in range(one + 1, len(relationships)):
            if (
                classes[one] == classes[other]
                and relationships[one] > relationships[other]
                and same_word(rules, relationships[one], relationships[other])
            ):
                relationships[one], relationships[other] = relationships[other], relationships[one]
    return np.sort(classes)


@kernel
def same_word(rules: Rules, one: int, other: int) -> bool:
    """Whether the same pattern edges may take relationships ``one`` and ``other``."""
    words = rules[3]
    return len(words) == 0 or words[one] == words[other]


@kernel
def _first_parallel(graph: Graph, one: int, other: int, row: int) -> int:
    """First relationship with source, target and relation of ``row``, which joins ``one`` and ``other``."""
    out_indptr, out_indices, _, _, _, relation = graph
    source = one if out_indptr[one] <= row < out_indptr[one + 1] else other
    first = row
    while (
        first > out_indptr[source]
        and out_indices[first - 1] == out_indices[row]
        and relation[first - 1] == relation[row]
    ):
        first -= 1
    return first


@kernel
def _hash(classes: Int32) -> int:
    value = 0
    for item in classes:
        value = (value * 1000003 + int(item) + 1) & 0x3FFFFFFF
    return value ^ (value >> 15)


@kernel
def _standing(best: Best, classes: Int32, value: int) -> int:
    """The match kept with this set of relationships, whose hash is ``value``; -1 for none."""
    _, _, _, sets, hashes, _, _, table = best
    slot = value & (len(table) - 1)
    while table[slot] != 0:
        kept = table[slot] - 1
        if hashes[kept] == value and np.all(sets[kept] == classes):
            return int(kept)
        slot = (slot + 1) & (len(table) - 1)
    return -1


@kernel
def _place_of(best: Best, kept: int) -> int:
    """Where in the order a match stands that is kept."""
    order, count = best[5], best[6]
    for place in range(count[0]):
        if order[place] == kept:
            return place
    return -1


@kernel
def _enter(table: Int64, value: int, kept: int) -> None:
    """Let ``table`` find a match by its hash."""
    slot = value & (len(table) - 1)
    while table[slot] != 0:
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = kept + 1


@kernel
def _leave(table: Int64, hashes: Int64, kept: int) -> None:
    """Let ``table`` forget a match: those that stand behind it move up, so that each is found from its own slot on."""
    last = len(table) - 1
    gap = hashes[kept] & last
    while table[gap] != kept + 1:
        gap = (gap + 1) & last
    slot = gap
    while True:
        slot = (slot + 1) & last
        if table[slot] == 0:
            break
        own = hashes[table[slot] - 1] & last
        if ((slot - own) & last) >= ((slot - gap) & last):
            table[gap] = table[slot]
            gap = slot
    table[gap] = 0


@kernel
def _new_place(best: Best, end: int, cost: float, nodes: Int32, relationships: Int32) -> int:
    """Which of the first ``end`` places in the order, or ``end``, the match described takes."""
    order = best[5]
    low, high = 0, end
    if end > 0 and not _comes_before(best, order[end - 1], cost, nodes, relationships):
        low = end  # most come in order
    while low < high:
        middle = (low + high) // 2
        if _comes_before(best, order[middle], cost, nodes, relationships):
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def _comes_before(best: Best, kept: int, cost: float, nodes: Int32, relationships: Int32) -> bool:
    """Whether the match described comes before the one that is ``kept``."""
    costs, all_nodes, all_relationships, _, _, _, _, _ = best
    if cost != costs[kept]:
        return bool(cost < costs[kept])
    for node in range(len(nodes)):
        if nodes[node] != all_nodes[kept, node]:
            return bool(nodes[node] < all_nodes[kept, node])
    for edge in range(len(relationships)):
        if relationships[edge] != all_relationships[kept, edge]:
            return bool(relationships[edge] < all_relationships[kept, edge])
    return False
