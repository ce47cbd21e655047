"""The corpus that all contenders retrieve from, and the layers of edges that some of them go along."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any

import numpy as np

from motif.errors import InvalidInput
from motif.graphs.corpus import Corpus, corpus_of
from motif.graphs.evidence import Evidence, Results
from motif.graphs.layers import IS_NEAR, IS_SIMILAR
from motif.graphs.projection import Projection
from motif.indexes.hybrid import HybridIndex, build_hybrid_index
from motif.knowledge_graph import Connection
from motif.knowledge_graph.structuring import StructuredGraph
from motif.models.encoder import TextEncoder, encode_queries

LAYER_OF = {"similarity": IS_SIMILAR, "neighbours": IS_NEAR}
"""Kinds of edges that options may vary, and the layer they make."""


@dataclass(frozen=True)
class PassageArena:
    """A corpus and who may reach its database.

    Attributes
    ----------
    projection
        The corpus, with vectors of its texts.
    encoder
        Encodes questions.
    connection
        To the database that ``projection`` is of; None in memory.
    """

    projection: Projection
    encoder: TextEncoder
    connection: Connection | None = None
    _layered: dict[str, Projection] = field(default_factory=dict)

    @cached_property
    def corpus(self) -> Corpus:
        """Chunks, entities and mentions. Raises `InvalidInput` for a graph without chunks."""
        found = corpus_of(self.projection)
        if found is None:
            raise InvalidInput(
                f"'{self.projection.name}' has no chunks to retrieve.",
                hint="Project nodes with the label Chunk, as motif load writes them.",
            )
        return found

    @cached_property
    def hybrid(self) -> HybridIndex:
        """The chunks by words and by meaning."""
        return build_hybrid_index(self.projection)

    def vector(self, question: str) -> Any:
        """The question's vector, float32 (dimension,)."""
        return encode_queries(self.encoder, [question])[0]

    def with_edges(self, edges: str, options: Mapping[str, Any]) -> Projection:
        """The corpus with a computed layer of the kind ``edges``, made once for the same ``options``.

        Without options a layer that the projection has already is kept as it is.
        """
        if not options and LAYER_OF[edges] in self.projection.layers:
            return self.projection
        key = json.dumps([edges, dict(options)], sort_keys=True)
        if key not in self._layered:
            graph = StructuredGraph(lambda: self.projection, encoder=lambda: self.encoder)
            self._layered[key] = graph.similarity(edges=edges, **options).projection  # type: ignore[arg-type]
        return self._layered[key]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each node by its element id."""
        return {self.projection.nodes.element_id(row): row for row in range(self.projection.n_nodes)}

    def rows(self, results: Results) -> list[int]:
        """Rows of the first node of each piece, as far as the projection has it."""
        ids = [piece.nodes[0].id for piece in results if piece.nodes]
        return self.rows_of_ids(ids)

    def chunk_rows(self, piece: Evidence) -> list[int]:
        """Rows of the chunks of a piece; where it has none, of those that mention all of its entities.

        Of an expansion's piece the chunk itself: the others are what it was reached from.
        """
        nodes = piece.nodes[:1] if piece.method == "expand" else piece.nodes
        rows = self.rows_of_ids([node.id for node in nodes])
        chunks = set(self.corpus.chunks.tolist())
        inside = [row for row in rows if row in chunks]
        if inside or not rows:
            return inside
        mentioning = [self.corpus.chunks_of(np.array([row], np.int32)) for row in rows]
        return [int(row) for row in reduce(np.intersect1d, mentioning)]

    def rows_of_ids(self, ids: Sequence[str]) -> list[int]:
        """Rows of the nodes with these element ids, as far as the projection has them; distinct, in their order."""
        return list(dict.fromkeys(self.row_of[one] for one in ids if one in self.row_of))
