"""Gold paths: the matches of a gold pattern that end in a gold answer, as rows of relationships."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.data_graph import data_graph
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import MatchQuery
from motif.errors import InvalidInput
from motif.graphs.pattern import Pattern
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection

Rows = NDArray[np.int32]

MOST_PATHS = 100_000
"""Paths of one question, at most."""


class GoldPaths:
    """Finds gold paths in one projection, by exact matching."""

    def __init__(self, projection: Projection) -> None:
        self._graph = data_graph(projection)
        self._n_nodes = projection.n_nodes
        relations = projection.relationships.relations
        self._only = dict(zip(relations, np.eye(len(relations), dtype=np.bool_), strict=True))
        self._no_relation = np.zeros(len(relations), np.bool_)

    def find(self, plan: Plan, entity: int, answers: Rows) -> Rows:
        """Rows of relationships, int32 (p, t), aligned with the triples of ``plan``: a path each, distinct, ascending.

        Relations are equal and point as the triples say, unknowns coincide as ``plan.injective`` lets them. Only paths
        whose answer is among ``answers`` are given.

        Raises `InvalidInput` for a pattern that has not exactly one known node, or for more than `MOST_PATHS` paths.
        """
        pattern = plan.parsed()
        known = (
            [] if pattern is None else [place for place, node in enumerate(pattern.nodes) if node.is_known]
        )
        if pattern is None or len(known) != 1:
            raise InvalidInput(f"A gold pattern must know exactly one node, not {len(known)}.")
        found = match_subgraphs(self._graph, self._query(pattern, plan, entity, answers), limit=MOST_PATHS)
        if not found.complete:
            raise InvalidInput(f"The gold pattern {plan.pattern!r} has more than {MOST_PATHS:,} paths.")
        return np.unique(found.relationships, axis=0)

    def _query(self, pattern: Pattern, plan: Plan, entity: int, answers: Rows) -> MatchQuery:
        is_answer = np.zeros(self._n_nodes, np.bool_)
        is_answer[answers] = True
        asked = str(plan.answer).removeprefix("?")
        return MatchQuery(
            heads=np.array([edge.head for edge in pattern.edges], np.int32),
            tails=np.array([edge.tail for edge in pattern.edges], np.int32),
            node_rows=tuple(
                np.array([entity], np.int32) if node.is_known else None for node in pattern.nodes
            ),
            node_masks=tuple(is_answer if node.unknown == asked else None for node in pattern.nodes),
            edge_relations=tuple(
                self._only.get(edge.relation or "", self._no_relation) for edge in pattern.edges
            ),
            relationship_masks=(None,) * len(pattern.edges),
            directed=True,
            injective=plan.injective,
        )
