"""`Connection.expand`: seeds and neighbours by Cypher templates alone, for databases with no service beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.database import Database
from motif.engine.expansion import MAXIMUM_WAYS
from motif.errors import InvalidConfiguration, MissingVectors
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.indexes.hybrid import BM25_WEIGHT
from motif.knowledge_graph.expanding import checked_weight
from motif.knowledge_graph.text_indexes import ChunkIndexes, chunk_indexes
from motif.models.encoder import TextEncoder, encode_queries
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_seconds
from motif.retrievers.expansion import checked_question
from motif.retrievers.expansion_presentation import clipped
from motif.retrievers.expansion_tracks import HUB, LIKENESS, NAMING, SHARING
from motif.retrievers.selection import nearest_hint
from motif_cypher import template

WORD_POOL, SEED_POOL = 2000, 100
"""Chunks looked at for each word of the question, and chunks that seeds are chosen from."""

NAMES = ("name", "title", "id")
"""Properties that name a node, first one first."""

MAXIMUM_WORDS = 64

_SILENT = ("metric", "id")
_LUCENE = re.compile(r"(\W)")
_ESCAPED = r"\\\1"


@dataclass(frozen=True, slots=True)
class IndexExpansion:
    """How to expand by a database's own indexes.

    Attributes
    ----------
    top_k
        Results at most, seeds and neighbours together; None for all.
    along
        Relationship types, and ``TYPE:metric``; None for all, likeness only where there is no other.
    fulltext_index, vector_index
        Names of indexes; None for those that `chunk_indexes` finds.
    """

    seeds: int = 10
    neighbours: int = 10
    top_k: int | None = None
    along: Sequence[str] | None = None
    bm25_weight: float = BM25_WEIGHT
    fulltext_index: str | None = None
    vector_index: str | None = None
    timeout: float = 30.0
    max_tokens: int | None = None

    def __post_init__(self) -> None:
        checked_count(self.seeds, "seeds", MAXIMUM_TOP_K)
        if self.neighbours != 0:
            checked_count(self.neighbours, "neighbours", MAXIMUM_TOP_K)
        if self.top_k is not None:
            checked_count(self.top_k, "top_k", MAXIMUM_TOP_K)
        checked_weight(self.bm25_weight)
        checked_seconds(self.timeout, 0)


def expand_by_indexes(
    database: Database, encoder: Callable[[], TextEncoder], question: str, options: IndexExpansion
) -> Results:
    """As `ExpandedGraph.expand`, by one statement over a full-text and a vector index; nothing is written.

    Besides it, the database is asked for its indexes, and for its relationship types where ``along`` names some.
    """
    question = checked_question(question)
    indexes = chunk_indexes(
        database,
        fulltext_index=options.fulltext_index,
        vector_index=options.vector_index,
        needs_words=options.bm25_weight > 0,
        needs_meaning=options.bm25_weight < 1,
    )
    words = words_of_question(question) if indexes.fulltext else []
    statement = template("expand_chunks").fill(
        label=indexes.label, embedding=indexes.vector.properties[0] if indexes.vector else "embedding"
    )
    rows = database.run(
        statement,
        timeout=options.timeout,
        words=words,
        queries=[_lucene(word, indexes) for word in words],
        vector=_vector(indexes, encoder, question),
        fulltext_index=indexes.fulltext.name if indexes.fulltext else "",
        vector_index=indexes.vector.name if indexes.vector else "",
        pool=max(WORD_POOL, options.seeds),
        seed_pool=max(SEED_POOL, options.seeds),
        seeds=options.seeds,
        neighbours=options.neighbours,
        bm25_weight=options.bm25_weight,
        along=_along(database, options.along),
        likeness=list(LIKENESS),
        naming=list(NAMING),
        sharing=list(SHARING),
        silent=list(_SILENT),
        hub=HUB,
        ways=MAXIMUM_WAYS,
        names=list(NAMES),
        texts=_text_properties(indexes),
    )
    found = [_evidence(row, options.max_tokens) for row in rows]
    return Results(found[: options.top_k], metadata={"indexes": _named(indexes)})


def words_of_question(question: str) -> list[str]:
    """The distinct words of ``question`` in lower case, as the full-text index takes them: no sign of Lucene's syntax.

    >>> words_of_question("What's (the) title:* of AND?")
    ['what', 's', 'the', 'title', 'of', 'and']
    """
    return list(dict.fromkeys(re.findall(r"\w+", question.lower())))[:MAXIMUM_WORDS]


def _vector(indexes: ChunkIndexes, encoder: Callable[[], TextEncoder], question: str) -> list[float] | None:
    if indexes.vector is None:
        return None
    model, wanted = encoder(), indexes.vector.dimension
    if wanted is not None and wanted != model.dimension:
        raise MissingVectors(
            f"The vector index '{indexes.vector.name}' holds vectors of {wanted} dimensions, "
            f"questions would be encoded by {model.name} in {model.dimension}.",
            hint="Give the model that made the vectors: connect(encoder=…), or name another: vector_index=…",
        )
    vector: list[float] = encode_queries(model, [question])[0].tolist()
    return vector


def _along(database: Database, along: Sequence[str] | None) -> list[list[str | None]] | None:
    if along is None:
        return None
    named = [along] if isinstance(along, str) else list(along)
    types = {row["name"] for row in database.run(template("tokens")) if row["kind"] == "type"}
    found: list[list[str | None]] = []
    for name in named:
        kind, _, metric = name.partition(":")
        if kind not in types:
            raise InvalidConfiguration(
                f"There is nothing called {kind!r} to expand along.", hint=nearest_hint(kind, types)
            )
        found.append([kind, metric or None])
    return found


def _text_properties(indexes: ChunkIndexes) -> list[str]:
    """What the full-text index reads of a chunk, its name apart."""
    read = indexes.fulltext.properties if indexes.fulltext else ("text",)
    return [name for name in read if name not in NAMES] or list(read)


def _lucene(word: str, indexes: ChunkIndexes) -> str:
    """``word`` as Lucene's syntax for the text properties alone: a title that the text repeats would count twice."""
    names = indexes.fulltext.properties if indexes.fulltext else ()
    asked = _text_properties(indexes)
    if len(asked) == len(names):
        return word
    return " ".join(f"{_LUCENE.sub(_ESCAPED, name)}:{word}" for name in asked)


def _named(indexes: ChunkIndexes) -> dict[str, str]:
    return {
        kind: index.name
        for kind, index in (("fulltext", indexes.fulltext), ("vector", indexes.vector))
        if index
    }


def _evidence(row: Mapping[str, Any], max_tokens: int | None) -> Evidence:
    labels = tuple(sorted(row["labels"]))
    node = Node(row["id"], row["name"] or row["id"], labels)
    edges = row["edges"]
    return Evidence(
        score=row["score"],
        nodes=(node,),
        relationships=tuple(
            Relationship(edge["id"], edge["source"], edge["type"], edge["target"], edge["type"])
            for edge in edges
        ),
        answers=(node,),
        text=clipped(row["text"] or node.name, max_tokens),
        method="expand",
        metadata={
            "role": row["role"],
            **({} if row["role"] == "seed" else _origin(row)),
            "bm25": row["bm25"],
            "cosine": row["cosine"],
        },
    )


def _origin(row: Mapping[str, Any]) -> dict[str, Any]:
    """The seeds that a neighbour is joined to, and what explains it."""
    seeds = {origin["id"]: origin["name"] or origin["id"] for origin in row["origins"]}
    via = [{"type": edge["type"], **edge["properties"]} for edge in row["edges"]]
    if row["through"] is not None:
        via[0]["through"] = row["through"]
    return {"from": list(seeds), "from_names": list(seeds.values()), "via": via}
