"""What `Connection.expand` sends and what it makes of the rows; the statement itself runs in the integration tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from fakes import HashEncoder
from motif.errors import InvalidConfiguration, InvalidInput, MissingVectors
from motif.knowledge_graph.expanding_cypher import IndexExpansion, expand_by_indexes
from motif.knowledge_graph.text_indexes import chunk_indexes

ENCODER = HashEncoder(8)


def index(
    name: str, kind: str, *properties: str, labels: tuple[str, ...] = ("Chunk",), dimension: int = 8
) -> Any:
    configuration = {"vector.dimensions": dimension} if kind == "VECTOR" else {}
    return {
        "name": name,
        "type": kind,
        "labels": list(labels),
        "properties": list(properties),
        "configuration": configuration,
    }


WORDS, VECTORS = index("words", "FULLTEXT", "title", "text"), index("vectors", "VECTOR", "embedding")
ROW = {
    "id": "4:x:1",
    "labels": ["Chunk"],
    "name": "Heat",
    "text": "Two men meet over coffee.",
    "score": 0.5,
    "role": "neighbour",
    "bm25": 1.0,
    "cosine": 0.25,
    "origins": [{"id": "4:x:2", "name": "Ali"}, {"id": "4:x:3", "name": None}],
    "edges": [
        {"id": "5:x:1", "source": "4:x:9", "type": "FROM_CHUNK", "target": "4:x:2", "properties": {}},
        {"id": "5:x:2", "source": "4:x:9", "type": "FROM_CHUNK", "target": "4:x:1", "properties": {"n": 1}},
    ],
    "through": "Michael Mann",
}


class FakeDatabase:
    """Answers from a dict by statement, and remembers the parameters."""

    def __init__(self, *indexes: Mapping[str, Any], rows: list[Any] | None = None) -> None:
        self.answers: dict[str, list[Any]] = {
            "show_text_indexes": list(indexes),
            "tokens": [{"kind": "type", "name": "IS_SIMILAR"}, {"kind": "label", "name": "Chunk"}],
            "expand_chunks": rows or [],
        }
        self.sent: dict[str, Any] = {}

    def run(self, statement: Any, /, **parameters: Any) -> list[Any]:
        self.sent = {**parameters, "text": statement.text}
        return self.answers[statement.name]


def expand(database: Any, question: str = "who met over coffee?", **options: Any) -> Any:
    return expand_by_indexes(database, lambda: ENCODER, question, IndexExpansion(**options))


def test_a_row_becomes_evidence() -> None:
    [piece] = expand(FakeDatabase(WORDS, VECTORS, rows=[ROW]), max_tokens=4)
    assert (piece.nodes[0].name, piece.answers, piece.text) == ("Heat", piece.nodes, "Two men meet…")
    assert [edge.type for edge in piece.relationships] == ["FROM_CHUNK", "FROM_CHUNK"]
    assert piece.metadata == {
        "role": "neighbour",
        "from": ["4:x:2", "4:x:3"],
        "from_names": ["Ali", "4:x:3"],
        "via": [{"type": "FROM_CHUNK", "through": "Michael Mann"}, {"type": "FROM_CHUNK", "n": 1}],
        "bm25": 1.0,
        "cosine": 0.25,
    }


def test_what_the_statement_is_given() -> None:
    database = FakeDatabase(WORDS, VECTORS)
    results = expand(database, 'heat AND "title:heat*" \\', along=["IS_SIMILAR:title-cell"], top_k=3)
    assert results == [] and results.metadata == {"indexes": {"fulltext": "words", "vector": "vectors"}}
    sent = database.sent
    assert sent["words"] == ["heat", "and", "title"]
    assert sent["queries"] == ["text:heat", "text:and", "text:title"]
    assert sent["along"] == [["IS_SIMILAR", "title-cell"]]
    assert len(sent["vector"]) == 8 and sent["texts"] == ["text"]
    assert ":`Chunk`" in sent["text"] and ".`embedding`" in sent["text"]


def test_words_alone_and_meaning_alone_need_one_index() -> None:
    database = FakeDatabase(WORDS)
    expand(database, bm25_weight=1)
    assert database.sent["vector"] is None
    database = FakeDatabase(VECTORS)
    expand(database, bm25_weight=0)
    assert database.sent["words"] == [] and database.sent["queries"] == []


@pytest.mark.parametrize(
    ("indexes", "options", "error", "message"),
    [
        ([], {}, MissingVectors, r"no vector index over :Chunk nodes.*kg\.embed\(write=True\)"),
        ([VECTORS], {}, InvalidInput, r"no full-text index over :Chunk nodes.*CREATE FULLTEXT INDEX"),
        ([WORDS, VECTORS], {"vector_index": "vector"}, MissingVectors, "no vector index named 'vector'"),
        (
            [WORDS, VECTORS, index("more", "VECTOR", "motifTextEmbedding")],
            {},
            InvalidInput,
            "several vector indexes: vectors, more.*vector_index='vectors'",
        ),
        (
            [WORDS, index("vectors", "VECTOR", "embedding", dimension=3)],
            {},
            MissingVectors,
            "holds vectors of 3 dimensions.*by fake-hash in 8.*connect",
        ),
        ([WORDS, VECTORS], {"along": "IS_SIMILR"}, InvalidConfiguration, "Did you mean 'IS_SIMILAR'"),
    ],
)
def test_what_is_missing_is_said(indexes: list[Any], options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        expand(FakeDatabase(*indexes), **options)


@pytest.mark.parametrize(
    "options",
    [{"seeds": 0}, {"neighbours": -1}, {"top_k": 0}, {"bm25_weight": 2}, {"timeout": 0}],
)
def test_what_cannot_be_used_is_said(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(options))):
        IndexExpansion(**options)


def test_an_empty_question_is_refused() -> None:
    with pytest.raises(InvalidInput, match="not empty"):
        expand(FakeDatabase(WORDS, VECTORS), " ")


def test_indexes_over_chunks_come_before_others() -> None:
    others = [
        index("names", "VECTOR", "embedding", labels=("__Entity__",)),
        index("entities", "FULLTEXT", "name", labels=("__Entity__",)),
    ]
    database: Any = FakeDatabase(*others, WORDS, VECTORS)
    found = chunk_indexes(database)
    assert (found.label, found.fulltext and found.fulltext.name, found.vector and found.vector.name) == (
        "Chunk",
        "words",
        "vectors",
    )
    database = FakeDatabase(index("d", "VECTOR", "embedding", labels=("Document",)))
    assert chunk_indexes(database, needs_words=False).label == "Document"
