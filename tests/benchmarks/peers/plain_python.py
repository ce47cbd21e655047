"""SimGRAG's algorithm 1, as the paper writes it, in straightforward Python; with §5.2's bound if asked for.

Injective, as the paper's text has it; relationships run either way. Parallel pattern edges do not occur here.
"""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.engine.gsd_search import SearchQuery
from motif.graphs.csr import CSR

Triple = tuple[int, int, int, bool]
"""Pattern edge, the end that is mapped first, the other end, and whether the latter may be mapped already."""


@dataclass
class Run:
    """One search: what it reads, and what it has found."""

    neighbours: list[list[tuple[int, int]]]
    triples: list[Triple]
    node_distances: list[dict[int, float] | None]
    relation_distances: list[dict[int, float] | None]
    top_k: int
    stops_at: float
    remaining: list[float]
    prunes: bool
    found: list[float] = field(default_factory=list)
    visited: int = 0


class OutOfTime(Exception):
    """The cap on one query was reached."""


def adjacency(outgoing: CSR, incoming: CSR, relation: NDArray[np.int32]) -> list[list[tuple[int, int]]]:
    """By node its ``(neighbour, relation)``, both ways."""
    near: list[list[tuple[int, int]]] = []
    for row in range(outgoing.n_nodes):
        pairs = []
        for csr in (outgoing, incoming):
            span = slice(csr.indptr[row], csr.indptr[row + 1])
            pairs += list(zip(csr.indices[span].tolist(), relation[csr.data[span]].tolist(), strict=True))
        near.append(pairs)
    return near


def search(
    neighbours: list[list[tuple[int, int]]], query: SearchQuery, top_k: int, cap: float, *, prunes: bool
) -> tuple[list[float], bool]:
    """Distances of the best matches, ascending, and whether the search ended within ``cap`` seconds."""
    candidates = [
        None if c is None else (c.rows.tolist(), c.distances.tolist()) for c in query.node_candidates
    ]
    start = min((n for n, c in enumerate(candidates) if c is not None), key=lambda n: len(candidates[n][0]))
    triples = depth_first_order(query, start)
    nodes = [None if c is None else dict(zip(*c, strict=True)) for c in candidates]
    relations = [
        None if c is None else {r: d for r, d in enumerate(c.tolist()) if d < np.inf}
        for c in query.relation_costs
    ]
    run = Run(
        neighbours,
        triples,
        nodes,
        relations,
        top_k,
        time.perf_counter() + cap,
        least_left(triples, nodes, relations),
        prunes,
    )
    try:
        for row, distance in zip(*candidates[start], strict=True):
            expand(run, 0, {start: row}, distance)
    except OutOfTime:
        return sorted(-d for d in run.found), False
    return sorted(-d for d in run.found), True


def expand(run: Run, i: int, mapping: dict[int, int], distance: float) -> None:
    """The paper's function Expand, from the i-th triple."""
    if i == len(run.triples):
        if len(run.found) < run.top_k:
            heapq.heappush(run.found, -distance)
        else:
            heapq.heappushpop(run.found, -distance)
        return
    edge, head, tail, _ = run.triples[i]
    relation_distances, node_distances = run.relation_distances[edge], run.node_distances[tail]
    for row, relation in run.neighbours[mapping[head]]:
        run.visited += 1
        if run.visited & 1023 == 0 and time.perf_counter() > run.stops_at:
            raise OutOfTime
        if relation_distances is not None and relation not in relation_distances:
            continue
        if node_distances is not None and row not in node_distances:
            continue
        if mapping.get(tail, row) != row or (tail not in mapping and row in mapping.values()):
            continue
        longer = distance
        if relation_distances is not None:
            longer += relation_distances[relation]
        if node_distances is not None and tail not in mapping:
            longer += node_distances[row]
        if run.prunes and len(run.found) == run.top_k and longer + run.remaining[i + 1] > -run.found[0]:
            continue
        expand(run, i + 1, {**mapping, tail: row}, longer)


def depth_first_order(query: SearchQuery, start: int) -> list[Triple]:
    """All triples in depth-first order from ``start``."""
    triples: list[Triple] = []
    done: set[int] = set()

    def visit(node: int) -> None:
        for edge, (head, tail) in enumerate(zip(query.heads.tolist(), query.tails.tolist(), strict=True)):
            if edge not in done and node in (head, tail):
                done.add(edge)
                other = tail if node == head else head
                triples.append((edge, node, other, True))
                visit(other)

    visit(start)
    return triples


def least_left(
    triples: list[Triple], nodes: list[dict[int, float] | None], relations: list[dict[int, float] | None]
) -> list[float]:
    """By triple the least distance of everything from it on (the paper's X + Y, eq. 9 and 10)."""
    left = [0.0]
    for edge, _, tail, _ in reversed(triples):
        here = sum(min(part.values()) for part in (nodes[tail], relations[edge]) if part)
        left.append(left[-1] + here)
    return left[::-1]
