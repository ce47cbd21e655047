"""Extensions of a partial match by one step: a root's row, a neighbour, or a closing relationship."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Codes, Float64, Graph, Int32, Int64, Rules
from motif.kernels.compilation import kernel
from motif.kernels.heaps import Stack, with_room
from motif.kernels.messages import cost_beyond, relationship_cost
from motif.kernels.ranking import same_word
from motif.kernels.rows import slot_of

ROOT, TREE, CLOSING = 0, 1, 2
"""Kinds of step."""

Supports = tuple[Int64, Int64, Int32, Float64, Float64]
"""``places, tables, rows, costs, messages``: the supports of all pattern nodes, one after another. A row of
``places`` is where a pattern node's table begins, its length (0: no conditions), where its rows and costs
begin, their number, and where the message to its parent begins, which is aligned with the parent's rows.
``costs`` is the least cost of a row with the branch below it; the message of a root is its least cost."""

Partial = tuple[Int32, Int64, Int32]
"""``nodes, slots, relationships`` by pattern node and pattern edge, -1 where not mapped yet."""


@kernel
def extend(
    graph: Graph,
    rules: Rules,
    step: Int64,
    supports: Supports,
    partial: Partial,
    pairs: tuple[int, Int64],
    bounds: tuple[float, float, float],
    stack: Stack,
    top: int,
) -> tuple[Stack, int, float]:
    """Put the extensions of ``partial`` by ``step`` above ``top``.

    ``step`` is kind, node, parent, edge, and whether the parent is the edge's head. ``pairs`` is injectivity
    (0 none, 1 where one of both is known, 2 all) and which pattern nodes are known. ``bounds`` are that of
    ``partial``, the one that is the limit of this search, and the lesser one above which nothing is of use
    any more.

    Returns the stack, its new top, and the least bound above the limit that was met.
    """
    if step[0] == ROOT:
        return _by_root(step, supports, partial, pairs, bounds, stack, top)
    if step[0] == TREE:
        return _by_neighbour(graph, rules, step, supports, partial, pairs, bounds, stack, top)
    return _by_closing(graph, rules, step, partial, bounds, stack, top)


@kernel
def _by_root(
    step: Int64,
    supports: Supports,
    partial: Partial,
    pairs: tuple[int, Int64],
    bounds: tuple[float, float, float],
    stack: Stack,
    top: int,
) -> tuple[Stack, int, float]:
    places, _, rows, costs, messages = supports
    node = step[1]
    base = bounds[0] - messages[places[node, 4]]
    first = places[node, 2]
    stack = with_room(stack, top, places[node, 3])
    struck = np.inf
    for slot in range(first, first + places[node, 3]):
        bound = base + costs[slot]
        if bound > bounds[2]:
            if bound > bounds[1]:
                struck = min(struck, bound)
            continue
        if clashes(partial[0], pairs, node, rows[slot]):
            continue
        stack[0][top] = bound
        stack[1][top] = rows[slot]
        stack[2][top] = -1
        top += 1
    return stack, top, struck


@kernel
def _by_neighbour(
    graph: Graph,
    rules: Rules,
    step: Int64,
    supports: Supports,
    partial: Partial,
    pairs: tuple[int, Int64],
    bounds: tuple[float, float, float],
    stack: Stack,
    top: int,
) -> tuple[Stack, int, float]:
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    places, tables, _, costs, messages = supports
    nodes, slots, taken = partial
    node, parent, edge, head_here = step[1], step[2], step[3], step[4] == 1
    table = tables[places[node, 0] : places[node, 0] + places[node, 1]]
    costs = costs[places[node, 2] : places[node, 2] + places[node, 3]]
    base = bounds[0] - messages[places[node, 4] + slots[parent]]
    row = nodes[parent]
    degree = out_indptr[row + 1] - out_indptr[row] + in_indptr[row + 1] - in_indptr[row]
    stack = with_room(stack, top, degree)
    struck = np.inf
    for outgoing in (True, False):
        indptr = out_indptr if outgoing else in_indptr
        indices = out_indices if outgoing else in_indices
        for place in range(indptr[row], indptr[row + 1]):
            other = indices[place]
            beyond = cost_beyond(rules, node, other, table, costs)
            if beyond == np.inf or (other == row and not outgoing) or clashes(nodes, pairs, node, other):
                continue
            relationship = place if outgoing else in_data[place]
            disagrees = outgoing != head_here and other != row
            bound = base + beyond + relationship_cost(rules, relation, edge, relationship, disagrees)
            if bound > bounds[2]:
                if bound > bounds[1]:
                    struck = min(struck, bound)
                continue
            if is_taken(taken, relationship):
                continue
            if place > indptr[row] and indices[place - 1] == other:
                before = place - 1 if outgoing else in_data[place - 1]
                if is_spare_of(rules, relation, taken, before, relationship):
                    continue
            stack[0][top] = bound
            stack[1][top] = other
            stack[2][top] = relationship
            top += 1
    return stack, top, struck


@kernel
def _by_closing(
    graph: Graph,
    rules: Rules,
    step: Int64,
    partial: Partial,
    bounds: tuple[float, float, float],
    stack: Stack,
    top: int,
) -> tuple[Stack, int, float]:
    out_indptr, out_indices, _, _, _, relation = graph
    nodes, _, taken = partial
    head, tail = nodes[step[2]], nodes[step[1]]
    edge = step[3]
    struck = np.inf
    for agrees in (True, False):
        if head == tail and not agrees:
            break
        source, target = (head, tail) if agrees else (tail, head)
        start = out_indptr[source]
        place = start + np.searchsorted(out_indices[start : out_indptr[source + 1]], target)
        first = place
        while place < out_indptr[source + 1] and out_indices[place] == target:
            bound = bounds[0] + relationship_cost(rules, relation, edge, place, not agrees)
            if bound > bounds[2]:
                if bound > bounds[1]:
                    struck = min(struck, bound)
            elif not is_taken(taken, place) and not (
                place > first and is_spare_of(rules, relation, taken, place - 1, place)
            ):
                stack = with_room(stack, top, 1)
                stack[0][top] = bound
                stack[1][top] = -1
                stack[2][top] = place
                top += 1
            place += 1
    return stack, top, struck


@kernel
def clashes(nodes: Int32, pairs: tuple[int, Int64], node: int, row: int) -> bool:
    """Whether mapping ``node`` to ``row`` breaks injectivity."""
    injectivity, known = pairs
    if injectivity == 0:
        return False
    for other in range(len(nodes)):
        if nodes[other] == row and (injectivity == 2 or known[node] == 1 or known[other] == 1):
            return True
    return False


@kernel
def is_taken(taken: Int32, relationship: int) -> bool:
    """Whether a pattern edge has ``relationship`` already."""
    for edge in range(len(taken)):  # noqa: SIM110, as numba knows no any()
        if taken[edge] == relationship:
            return True
    return False


@kernel
def is_spare_of(rules: Rules, relation: Codes, taken: Int32, before: int, relationship: int) -> bool:
    """Whether ``relationship`` only repeats the free parallel ``before``: one of both is enough to try."""
    return (
        relation[before] == relation[relationship]
        and same_word(rules, before, relationship)
        and not is_taken(taken, before)
    )


@kernel
def slot_in(supports: Supports, node: int, row: int) -> int:
    """Slot of ``row`` in the support of ``node``; 0 where that has no conditions."""
    places, tables, _, _, _ = supports
    if places[node, 1] == 0:
        return 0
    return slot_of(tables[places[node, 0] : places[node, 0] + places[node, 1]], row)
