"""What hypothesis draws: small multigraphs with everything awkward in them, and patterns for them.

Numbers are drawn by the block, as bytes: a choice of hypothesis costs more than a search among six nodes.
"""

from __future__ import annotations

from functools import cache

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

_COSTS = (*DISTANCES, *DISTANCES, np.inf)
_LEFT_OUT = (0, 0, 1, 2, 3, 5, 8, 16)
"""Of sixteen rows, how many are no candidates."""

_block = cache(lambda length: st.binary(min_size=length, max_size=length))
_up_to = cache(st.integers)
_BOOLEANS = st.booleans()
_INJECTIVE = st.sampled_from([True, False, "known"])
_LEAST = cache(lambda most: st.sampled_from([0, most // 2, most]))


@composite
def multigraphs(
    draw: DrawFn, max_nodes: int = 6, max_relationships: int = 9
) -> tuple[list[Triple], int, int]:
    """``(triples in order, nodes, relations)``: with loops, parallels, antiparallels and isolated nodes."""
    n_nodes = draw(_up_to(1, max_nodes))
    n_relations = draw(_up_to(1, 3))
    n_drawn = draw(_up_to(draw(_LEAST(max_relationships)), max_relationships))
    drawn = draw(_block(3 * n_drawn))
    triples = [
        (drawn[at] % n_nodes, drawn[at + 1] % n_relations, drawn[at + 2] % n_nodes)
        for at in range(0, 3 * n_drawn, 3)
    ]
    repeated = draw(_block(draw(_up_to(0, 3)))) if triples else b""
    return in_order(triples + [triples[byte % n_drawn] for byte in repeated]), n_nodes, n_relations


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
    ends = _ends(draw, max_edges)
    n_pattern = max(max(pair) for pair in ends) + 1
    with_masks = draw(_BOOLEANS) if with_masks is None else with_masks
    return SearchQuery(
        heads=np.array([head for head, _ in ends], np.int32),
        tails=np.array([tail for _, tail in ends], np.int32),
        node_candidates=tuple(_candidates(draw, n_nodes) for _ in range(n_pattern)),
        node_masks=_masks(draw, n_nodes, n_pattern) if with_masks else (None,) * n_pattern,
        relation_costs=tuple(_costs(draw, n_relations) for _ in ends),
        relationship_masks=_masks(draw, n_relationships, len(ends)) if with_masks else (None,) * len(ends),
    )


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
    ends = _ends(draw, max_edges)
    n_pattern = max(max(pair) for pair in ends) + 1
    masks_nodes, masks_relationships = draw(_BOOLEANS), draw(_BOOLEANS)
    return MatchQuery(
        heads=np.array([head for head, _ in ends], np.int32),
        tails=np.array([tail for _, tail in ends], np.int32),
        node_rows=tuple(_rows(draw, n_nodes) for _ in range(n_pattern)),
        node_masks=_masks(draw, n_nodes, n_pattern) if masks_nodes else (None,) * n_pattern,
        edge_relations=tuple(_relations(draw, n_relations) for _ in ends),
        relationship_masks=_masks(draw, n_relationships, len(ends))
        if masks_relationships
        else (None,) * len(ends),
        directed=draw(_BOOLEANS) if directed is None else directed,
        injective=draw(_INJECTIVE) if injective is None else injective,
    )


def _ends(draw: DrawFn, max_edges: int) -> list[tuple[int, int]]:
    """Edges of a pattern: its nodes are numbered 0, 1, … by value, and each is on an edge."""
    n_values, n_edges = draw(_up_to(1, 5)), draw(_up_to(1, max_edges))
    drawn = [byte % n_values for byte in draw(_block(2 * n_edges))]
    numbers = {node: place for place, node in enumerate(sorted(set(drawn)))}
    return [(numbers[drawn[at]], numbers[drawn[at + 1]]) for at in range(0, 2 * n_edges, 2)]


def _candidates(draw: DrawFn, n_nodes: int) -> Candidates | None:
    """Candidates among ``n_nodes`` rows: most of them, sometimes none; None for an unknown node."""
    how, *each = draw(_block(1 + n_nodes))
    if how % 2 == 0:
        return None
    left_out = _LEFT_OUT[how // 2 % len(_LEFT_OUT)]
    rows = np.array([row for row, byte in enumerate(each) if byte % 16 >= left_out], np.int32)
    distances = round_distances([DISTANCES[each[row] // 16 % len(DISTANCES)] for row in rows])
    order = np.lexsort((rows, distances))
    return Candidates(rows[order], distances[order])


def _costs(draw: DrawFn, n_relations: int) -> np.ndarray | None:
    """A cost for each relation, infinite for some; None for an unknown one."""
    how, *each = draw(_block(1 + n_relations))
    return round_distances([_COSTS[byte % len(_COSTS)] for byte in each]) if how % 2 else None


def _rows(draw: DrawFn, n_nodes: int) -> np.ndarray | None:
    """Up to three rows, sometimes none; None for an unknown node."""
    how, *each = draw(_block(1 + min(3, n_nodes)))
    if how % 2 == 0:
        return None
    return np.array(sorted({byte % n_nodes for byte in each[: how // 2 % 4]}), np.int32)


def _relations(draw: DrawFn, n_relations: int) -> np.ndarray | None:
    """Which relations an edge may be; None for any."""
    how, *each = draw(_block(1 + n_relations))
    return np.array([byte % 2 == 1 for byte in each]) if how % 2 else None


def _masks(draw: DrawFn, length: int, count: int) -> tuple[np.ndarray | None, ...]:
    """``count`` masks, of which some are one and the same array, as a filter for the whole graph is, and some None."""
    shared = np.array([byte % 5 > 0 for byte in draw(_block(length))], bool)
    masks = list[np.ndarray | None]()
    for _ in range(count):
        how, *each = draw(_block(1 + length))
        own = np.array([byte % 4 > 0 for byte in each], bool)
        masks.append((None, shared, own, own)[how % 4])
    return tuple(masks)
