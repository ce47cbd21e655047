"""What hypothesis draws: small multigraphs with everything awkward in them, and patterns for them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

from motif.engine.candidates import Candidates, round_distances
from motif.engine.gsd_search import SearchQuery
from motif.engine.match_query import MatchQuery
from naive import Triple
from toygraphs import in_order

DISTANCES = (0.0, 0.25, 0.25, 0.5, 0.7, 1.0, 1.25)
"""With ties, and with values that floating point cannot add exactly unless they are rounded first."""


@composite
def multigraphs(
    draw: DrawFn, max_nodes: int = 6, max_relationships: int = 9
) -> tuple[list[Triple], int, int]:
    """``(triples in order, nodes, relations)``: with loops, parallels, antiparallels and isolated nodes."""
    n_nodes = draw(st.integers(1, max_nodes))
    n_relations = draw(st.integers(1, 3))
    node = st.integers(0, n_nodes - 1)
    triple = st.tuples(node, st.integers(0, n_relations - 1), node)
    least = draw(st.sampled_from([0, max_relationships // 2, max_relationships]))
    triples = draw(st.lists(triple, min_size=least, max_size=max_relationships))
    repeated = draw(st.lists(st.sampled_from(triples), max_size=3)) if triples else []
    return in_order(triples + repeated), n_nodes, n_relations


@composite
def queries(
    draw: DrawFn,
    n_nodes: int,
    n_relations: int,
    n_relationships: int,
    *,
    max_edges: int = 4,
    with_masks: bool | None = None,
) -> SearchQuery:
    """A query for a graph of that size: trees, cycles, loops, parallel edges and several components."""
    node = st.integers(0, draw(st.integers(0, 4)))
    ends = _relabelled(draw(st.lists(st.tuples(node, node), min_size=1, max_size=max_edges)))
    n_pattern = max(max(pair) for pair in ends) + 1
    with_masks = draw(st.booleans()) if with_masks is None else with_masks
    node_masks = draw(_masks(n_nodes)) if with_masks else st.none()
    relationship_masks = draw(_masks(n_relationships)) if with_masks else st.none()
    return SearchQuery(
        heads=np.array([head for head, _ in ends], np.int32),
        tails=np.array([tail for _, tail in ends], np.int32),
        node_candidates=tuple(draw(st.none() | candidates(n_nodes)) for _ in range(n_pattern)),
        node_masks=tuple(draw(node_masks) for _ in range(n_pattern)),
        relation_costs=tuple(draw(st.none() | costs_of_relations(n_relations)) for _ in ends),
        relationship_masks=tuple(draw(relationship_masks) for _ in ends),
    )


@composite
def candidates(draw: DrawFn, n_nodes: int) -> Candidates:
    """Candidates among ``n_nodes`` rows: most of them, sometimes none."""
    left_out = draw(st.sets(st.integers(0, n_nodes - 1), max_size=draw(st.sampled_from([1, 2, n_nodes]))))
    rows = np.array([row for row in range(n_nodes) if row not in left_out], np.int32)
    distances = round_distances(
        draw(st.lists(st.sampled_from(DISTANCES), min_size=len(rows), max_size=len(rows)))
    )
    order = np.lexsort((rows, distances))
    return Candidates(rows[order], distances[order])


@composite
def costs_of_relations(draw: DrawFn, n_relations: int) -> np.ndarray:
    """A cost for each relation, infinite for some."""
    cost = st.sampled_from((*DISTANCES, *DISTANCES, np.inf))
    return round_distances(draw(st.lists(cost, min_size=n_relations, max_size=n_relations)))


@composite
def _masks(draw: DrawFn, length: int) -> st.SearchStrategy[np.ndarray | None]:
    """A strategy of masks of which some are one and the same array, as a filter for the whole graph is."""
    shared = np.array(draw(st.lists(st.integers(0, 9), min_size=length, max_size=length)), int) > 1
    own = st.lists(st.integers(0, 3), min_size=length, max_size=length).map(
        lambda bits: np.array(bits, int) > 0
    )
    return st.sampled_from([None, shared]) | own


def _relabelled(ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same pattern with its nodes numbered 0, 1, … by value, so that each is on an edge."""
    numbers = {node: place for place, node in enumerate(sorted({node for pair in ends for node in pair}))}
    return [(numbers[head], numbers[tail]) for head, tail in ends]


@composite
def match_queries(
    draw: DrawFn,
    n_nodes: int,
    n_relations: int,
    n_relationships: int,
    *,
    max_edges: int = 4,
    directed: bool | None = None,
    injective: bool | str | None = None,
) -> MatchQuery:
    """A query for exact matching: trees, cycles, loops, parallel edges and several components."""
    node = st.integers(0, draw(st.integers(0, 4)))
    ends = _relabelled(draw(st.lists(st.tuples(node, node), min_size=1, max_size=max_edges)))
    n_pattern = max(max(pair) for pair in ends) + 1
    rows = st.sets(st.integers(0, n_nodes - 1), max_size=min(3, n_nodes)).map(
        lambda chosen: np.array(sorted(chosen), np.int32)
    )
    relations = st.lists(st.booleans(), min_size=n_relations, max_size=n_relations).map(np.array)
    node_masks = draw(_masks(n_nodes)) if draw(st.booleans()) else st.none()
    relationship_masks = draw(_masks(n_relationships)) if draw(st.booleans()) else st.none()
    return MatchQuery(
        heads=np.array([head for head, _ in ends], np.int32),
        tails=np.array([tail for _, tail in ends], np.int32),
        node_rows=tuple(draw(st.none() | rows) for _ in range(n_pattern)),
        node_masks=tuple(draw(node_masks) for _ in range(n_pattern)),
        edge_relations=tuple(draw(st.none() | relations) for _ in ends),
        relationship_masks=tuple(draw(relationship_masks) for _ in ends),
        directed=draw(st.booleans()) if directed is None else directed,
        injective=draw(st.sampled_from([True, False, "known"])) if injective is None else injective,
    )
