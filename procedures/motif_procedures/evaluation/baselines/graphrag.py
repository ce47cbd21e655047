"""neo4j-graphrag's retrievers that continue in Cypher, over the vector index that ``motif embed --write`` makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.knowledge_graph import Connection
from motif_cypher import template
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import Lines, best_entities, excluded, outcome_of_lines
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.evaluation.outcomes import Ask, Outcome

AROUND = """
OPTIONAL MATCH (node)-[r]-()
WITH node, score, r LIMIT 10000
RETURN elementId(node) AS id, score,
       collect([elementId(startNode(r)), type(r), elementId(endNode(r))]) AS relationships
"""
"""The continuation that the retrievers append to their own query, so a fragment: the nodes' relationships."""

_LUCENE = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')

Search = Callable[[str, list[float]], Sequence[Mapping[str, Any]]]


def vector_cypher(arena: Arena, *, nodes: int = 10, vector_index: str = "") -> Ask:
    """neo4j-graphrag's VectorCypherRetriever: the ``nodes`` nearest nodes and all their relationships.

    ``vector_index`` names the index; by default those over ``motifTextEmbedding``, of each label.
    """
    connection = _connection(arena, "vector-cypher")
    module = optional_module("neo4j_graphrag.retrievers", "graphrag")
    names = [vector_index] if vector_index else _indexes(connection, "VECTOR")
    retrievers = [
        module.VectorCypherRetriever(
            connection.database.driver, name, AROUND, neo4j_database=connection.database.name
        )
        for name in names
    ]

    def search(question: str, vector: list[float]) -> list[Mapping[str, Any]]:
        return [
            record
            for retriever in retrievers
            for record in retriever.get_search_results(query_vector=vector, top_k=nodes).records
        ]

    return _ask(arena, search, nodes)


def hybrid_cypher(arena: Arena, *, nodes: int = 10, vector_index: str = "", fulltext_index: str = "") -> Ask:
    """neo4j-graphrag's HybridCypherRetriever: as `vector_cypher`, with a full-text index beside.

    ``fulltext_index`` names it; by default the only one there is.
    """
    connection = _connection(arena, "hybrid-cypher")
    module = optional_module("neo4j_graphrag.retrievers", "graphrag")
    words = fulltext_index or _indexes(connection, "FULLTEXT")[0]
    names = [vector_index] if vector_index else _indexes(connection, "VECTOR")
    retrievers = [
        module.HybridCypherRetriever(
            connection.database.driver, name, words, AROUND, neo4j_database=connection.database.name
        )
        for name in names
    ]

    def search(question: str, vector: list[float]) -> list[Mapping[str, Any]]:
        text = _LUCENE.sub(r"\\\1", question)
        return [
            record
            for retriever in retrievers
            for record in retriever.get_search_results(
                query_text=text, query_vector=vector, top_k=nodes
            ).records
        ]

    return _ask(arena, search, nodes)


def _connection(arena: Arena, name: str) -> Connection:
    if arena.connection is None:
        raise InvalidInput(
            f"The baseline '{name}' searches a database's own indexes.",
            hint="Leave --in-memory out and name a projection with --graph.",
        )
    return arena.connection


def _indexes(connection: Connection, kind: str) -> list[str]:
    """Names of the indexes of a kind: of vectors, those that Motif wrote."""
    rows = connection.database.run(template("show_search_indexes"), kind=kind)
    if rows:
        return [row["name"] for row in rows]
    hints = {
        "VECTOR": "Write the vectors first: motif embed GRAPH --write.",
        "FULLTEXT": "Make one: CREATE FULLTEXT INDEX names FOR (n:Label) ON EACH [n.name]",
    }
    raise InvalidInput(f"The database has no {kind.lower()} index over nodes to search.", hint=hints[kind])


def _ask(arena: Arena, search: Search, nodes: int) -> Ask:
    projection = arena.projection
    row_of = {projection.nodes.element_id(row): row for row in range(projection.n_nodes)}

    def ask(asked: Asked) -> Outcome:
        records = search(asked.text, arena.encode(asked.text).tolist())
        found = sorted(records, key=lambda record: (-record["score"], record["id"]))[:nodes]
        known = [record for record in found if record["id"] in row_of]
        lines = _lines(known, row_of)
        retrieved = np.array([row_of[record["id"]] for record in known], np.int32)
        ends = np.concatenate([retrieved, lines.source, lines.target])
        is_excluded = excluded(projection, asked.text, retrieved[:0], ends)
        answers = (
            retrieved[~is_excluded[retrieved]] if not len(lines.source) else best_entities(lines, is_excluded)
        )
        return outcome_of_lines(projection, lines, answers, None)

    return ask


def _lines(records: Sequence[Mapping[str, Any]], row_of: Mapping[str, int]) -> Lines:
    """The relationships of all records, each as good as its node."""
    rows = [
        (row_of[source], row_of[target], relation, record["score"])
        for record in records
        for source, relation, target in record["relationships"]
        if source in row_of and target in row_of
    ]
    source: NDArray[np.int32] = np.array([row[0] for row in rows], np.int32)
    target: NDArray[np.int32] = np.array([row[1] for row in rows], np.int32)
    return Lines(source, target, [row[2] for row in rows], np.array([row[3] for row in rows], np.float64))
