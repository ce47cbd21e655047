"""Contenders that search a database's own indexes: neo4j-graphrag's hybrid retriever, and `expand` in Cypher alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from motif.errors import InvalidInput
from motif.knowledge_graph import Connection
from motif.knowledge_graph.text_indexes import chunk_indexes
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.passages.arena import PassageArena

CONTINUATION = "RETURN elementId(node) AS id, score"
"""What the retriever appends to its own query, so a fragment: the chunk itself."""

_LUCENE = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')

Rank = Callable[[str, int], Sequence[int]]


def hybrid_cypher(
    arena: PassageArena, *, vector_index: str | None = None, fulltext_index: str | None = None
) -> Rank:
    """neo4j-graphrag's HybridCypherRetriever over the chunks' vector and full-text index.

    Raises `InvalidInput`, with the statement that makes it, for an index that is not there.
    """
    connection = _connection(arena, "hybrid-cypher")
    module = optional_module("neo4j_graphrag.retrievers", "graphrag")
    indexes = chunk_indexes(connection.database, vector_index=vector_index, fulltext_index=fulltext_index)
    assert indexes.vector is not None and indexes.fulltext is not None  # both are needed, so both are there
    retriever = module.HybridCypherRetriever(
        connection.database.driver,
        indexes.vector.name,
        indexes.fulltext.name,
        CONTINUATION,
        neo4j_database=connection.database.name,
    )

    def rank(question: str, count: int) -> list[int]:
        found = retriever.get_search_results(
            query_text=_LUCENE.sub(r"\\\1", question),
            query_vector=arena.vector(question).tolist(),
            top_k=count,
        ).records
        return arena.rows_of_ids([record["id"] for record in found])

    return rank


def expand_by_cypher(arena: PassageArena, *, seed_share: float = 0.5, **options: object) -> Rank:
    """`Connection.expand`: Cypher templates, and nothing of a projection."""
    connection = _connection(arena, "expand-cypher")

    def rank(question: str, count: int) -> list[int]:
        seeds = max(1, round(seed_share * count))
        found = connection.expand(question, seeds=seeds, neighbours=count - seeds, top_k=count, **options)
        return arena.rows(found)

    return rank


def _connection(arena: PassageArena, name: str) -> Connection:
    if arena.connection is None:
        raise InvalidInput(
            f"The contender '{name}' searches a database's own indexes.",
            hint="Name a projection with --graph.",
        )
    return arena.connection
