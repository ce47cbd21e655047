"""Depth-first enumeration of matches, the most promising extension first, pruned by exact bounds."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Graph, Int64, Rules
from motif.kernels.compilation import kernel
from motif.kernels.extension import CLOSING, Partial, Supports, extend, slot_in
from motif.kernels.heaps import Stack, make_heap, new_stack, pop
from motif.kernels.ranking import Best, comes_after_worst, offer, worst_cost


@kernel
def enumerate_matches(
    graph: Graph,
    rules: Rules,
    plan: tuple[Int64, Int64, int, Int64],
    supports: Supports,
    best: Best,
    bounds: tuple[float, float],
    control: Int64,
) -> tuple[float, int]:
    """Offer to ``best`` every match whose cost is within the limit and not behind the worst kept.

    ``plan`` is the steps (see `motif.kernels.extension.extend`), the ends of each pattern edge, injectivity
    and which pattern nodes are known; ``bounds`` the least cost possible and the limit.

    Returns the least bound above the limit that was met, and the number of partial matches looked at. Stops
    early once ``control[0]`` is set.
    """
    steps, ends, injectivity, known = plan
    pairs = (injectivity, known)
    start_bound, limit = bounds
    partial = new_partial(len(known), len(ends))
    first = np.zeros(len(steps) + 1, np.int64)
    last = np.zeros(len(steps) + 1, np.int64)
    stack = new_stack(256)
    stack, last[0], struck = extend(
        graph,
        rules,
        steps[0],
        supports,
        partial,
        pairs,
        (start_bound, limit, min(limit, worst_cost(best))),
        stack,
        0,
    )
    make_heap(stack, 0, last[0])
    level = 0
    looked_at = 0
    while level >= 0 and control[0] == 0:
        if last[level] == first[level] or stack[0][first[level]] > worst_cost(best):
            level -= 1
            if level >= 0:
                unmap(steps[level], partial)
            continue
        last[level] = pop(stack, first[level], last[level])
        looked_at += 1
        bound = stack[0][last[level]]
        take(steps[level], supports, partial, stack, last[level])
        if bound == worst_cost(best) and comes_after_worst(best, partial[0]):
            unmap(steps[level], partial)
        elif level == len(steps) - 1:
            offer(graph, rules, ends, best, bound, partial[0], partial[2])
            unmap(steps[level], partial)
        else:
            level += 1
            first[level] = last[level - 1]
            cutoff = min(limit, worst_cost(best))
            stack, last[level], met = extend(
                graph,
                rules,
                steps[level],
                supports,
                partial,
                pairs,
                (bound, limit, cutoff),
                stack,
                first[level],
            )
            struck = min(struck, met)
            make_heap(stack, first[level], last[level])
    return struck, looked_at


@kernel
def new_partial(n_nodes: int, n_edges: int) -> Partial:
    """A match of which nothing is mapped yet."""
    return np.full(n_nodes, -1, np.int32), np.zeros(n_nodes, np.int64), np.full(n_edges, -1, np.int32)


@kernel
def take(step: Int64, supports: Supports, partial: Partial, stack: Stack, place: int) -> None:
    """Map what ``step`` maps to the extension at ``place``."""
    nodes, slots, relationships = partial
    if step[0] != CLOSING:
        nodes[step[1]] = stack[1][place]
        slots[step[1]] = slot_in(supports, step[1], stack[1][place])
    if step[3] >= 0:
        relationships[step[3]] = stack[2][place]


@kernel
def unmap(step: Int64, partial: Partial) -> None:
    """Take back what ``step`` mapped."""
    nodes, _, relationships = partial
    if step[0] != CLOSING:
        nodes[step[1]] = -1
    if step[3] >= 0:
        relationships[step[3]] = -1
