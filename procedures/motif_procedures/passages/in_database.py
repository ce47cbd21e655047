"""Contenders that search a database's own indexes: neo4j-graphrag's hybrid retriever, and `expand` in Cypher alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from motif.errors import InvalidInput
from motif.knowledge_graph import Connection
from motif_cypher import template
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.passages.arena import PassageArena

CONTINUATION = "RETURN elementId(node) AS id, score"
"""What the retriever appends to its own query, so a fragment: the chunk itself."""

_LUCENE = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')

Rank = Callable[[str, int], Sequence[int]]


def hybrid_cypher(arena: PassageArena, *, vector_index: str = "", fulltext_index: str = "") -> Rank:
    """neo4j-graphrag's HybridCypherRetriever over the database's vector and full-text index.

    The indexes are those named, else the ones that the database has; with several one must be named.
    """
    connection = _connection(arena, "hybrid-cypher")
    module = optional_module("neo4j_graphrag.retrievers", "graphrag")
    retriever = module.HybridCypherRetriever(
        connection.database.driver,
        vector_index or _only(connection, "VECTOR"),
        fulltext_index or _only(connection, "FULLTEXT"),
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


def _only(connection: Connection, kind: str) -> str:
    """The name of the only index of a kind: of vectors, of those that Motif wrote."""
    names = [row["name"] for row in connection.database.run(template("show_search_indexes"), kind=kind)]
    if len(names) == 1:
        return str(names[0])
    option = f"{'vector' if kind == 'VECTOR' else 'fulltext'}_index"
    if names:
        raise InvalidInput(
            f"There are several {kind.lower()} indexes: {', '.join(names)}.",
            hint=f"Name one: --option {option}=NAME",
        )
    hints = {
        "VECTOR": "Write the vectors first: motif embed GRAPH --write.",
        "FULLTEXT": "Make one: CREATE FULLTEXT INDEX chunks FOR (n:Chunk) ON EACH [n.title, n.text]",
    }
    raise InvalidInput(f"The database has no {kind.lower()} index over nodes to search.", hint=hints[kind])
