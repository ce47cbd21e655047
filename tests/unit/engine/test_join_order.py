"""What the join is expected to do: which nodes come first, and what costs more."""

from __future__ import annotations

from typing import Any

import numpy as np

import toygraphs
from motif.engine.join_order import estimate_join
from motif.engine.match_query import MatchQuery

LEAVES = 20
STAR = toygraphs.data_graph(
    toygraphs.in_order([(0, 0, leaf) for leaf in range(1, LEAVES + 1)] + [(1, 1, LEAVES + 1)]), LEAVES + 2, 2
)
"""A hub with twenty leaves by relation 0; relation 1 goes on from one of them."""


def relations(*chosen: int) -> tuple[np.ndarray, ...]:
    return tuple(np.arange(2) == relation for relation in chosen)


def path(known: dict[int, int], **changes: Any) -> MatchQuery:
    """Relation 0, then relation 1."""
    rows = tuple(np.array([known[node]], np.int32) if node in known else None for node in range(3))
    ends = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    parts = {"edge_relations": relations(0, 1), **changes}
    return MatchQuery(*ends, rows, (None,) * 3, relationship_masks=(None,) * 2, **parts)


def test_known_nodes_come_first() -> None:
    assert estimate_join(STAR, path({2: LEAVES + 1})).order == (2, 1, 0)
    assert estimate_join(STAR, path({0: 0})).order[0] == 0


def test_the_end_with_fewer_rows_comes_first_where_nothing_is_known() -> None:
    outward = MatchQuery(
        np.array([1], np.int32), np.array([0], np.int32), (None,) * 2, (None,) * 2, relations(0), (None,)
    )
    assert estimate_join(STAR, outward).order == (1, 0)


def test_a_hub_costs_more_than_a_leaf() -> None:
    hub = estimate_join(STAR, path({0: 0}, edge_relations=relations(0, 0)))
    leaf = estimate_join(STAR, path({2: LEAVES + 1}))
    assert hub.cost > leaf.cost > 0


def test_what_cannot_be_matched_costs_nothing() -> None:
    query = path({}, edge_relations=(np.zeros(2, bool), None))
    assert estimate_join(STAR, query).cost == 0


def test_unknown_relations_and_either_direction_are_estimated_too() -> None:
    directed = estimate_join(STAR, path({0: 0}, edge_relations=(None, None)))
    undirected = estimate_join(STAR, path({0: 0}, edge_relations=(None, None), directed=False))
    assert 0 < directed.cost < undirected.cost
