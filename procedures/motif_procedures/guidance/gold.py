"""What a schema graph describes: all its nodes, answers and paths, found by exact matching."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.data_graph import data_graph
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import MatchQuery
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif_procedures.guidance.masking import Masked

Rows = NDArray[np.int32]

MOST_ANSWERS = 1000
"""A question with more answers asks for nothing in particular; it is dropped."""

MOST_MATCHES = 20_000
"""The same of the ways in which a question's triples hold."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What a question asks for.

    Attributes
    ----------
    nodes, answers : int32
        Rows on any path, question entities among them, and those of the answers; ascending.
    paths : int32 (p, t)
        Relationships of each path, aligned with the triples; where there are more than were asked for, every n-th.
    """

    nodes: Rows
    answers: Rows
    paths: Rows


class GoldFinder:
    """Finds what schema graphs describe in one projection.

    A path gives each triple a relationship of its own that points as the triple does; no unknown is a question entity,
    but two unknowns may be one node ("films with the actors of Heat" by one director).
    """

    def __init__(self, projection: Projection, paths: int) -> None:
        self._graph = data_graph(projection)
        self._paths = paths
        self._only = np.eye(len(projection.relationships.relations), dtype=bool)

    def find(self, schema: Masked) -> Gold | None:
        """All that ``schema`` describes; None where its answers or paths are too many to ask for, or none."""
        query = self._query(schema)
        found = match_subgraphs(self._graph, query, limit=MOST_MATCHES)
        answers = distinct(found.nodes[:, schema.answer])
        if not found.complete or not 0 < len(answers) <= MOST_ANSWERS:
            return None
        stride = -(-len(found) // self._paths)
        paths = found.relationships[:: max(stride, 1)]
        return Gold(distinct(found.nodes), answers, paths.copy())

    def _query(self, schema: Masked) -> MatchQuery:
        rows = dict(schema.entities)
        known = tuple(
            np.array([rows[place]], np.int32) if place in rows else None for place in range(schema.n_places)
        )
        return MatchQuery(
            heads=np.array(schema.heads, np.int32),
            tails=np.array(schema.tails, np.int32),
            node_rows=known,
            node_masks=(None,) * schema.n_places,
            edge_relations=tuple(self._only[relation] for relation in schema.relations),
            relationship_masks=(None,) * len(schema.relations),
            directed=True,
            injective="known",
        )
