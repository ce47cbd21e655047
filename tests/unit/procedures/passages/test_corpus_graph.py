"""A loader's records as a graph in memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.errors import InvalidInput
from motif.graphs.corpus import corpus_of
from motif.graphs.projection import TEXT
from motif_loaders.records import Key, NodeRecord, RelationshipRecord
from motif_procedures.passages.corpus_graph import corpus_in_memory, projection_of, rows_by_id, with_vectors


def chunk(name: str) -> Key:
    return Key("Chunk", "id", name)


def test_records_of_one_node_are_one_node_and_parallel_relationships_stay() -> None:
    mann = Key("__Entity__", "id", "entity:mann")
    graph = projection_of(
        [
            NodeRecord(chunk("c"), {"text": "old"}),
            NodeRecord(chunk("c"), {"text": "new"}, ("Extra",)),
            NodeRecord(mann, {"name": "Mann"}, ("Person",)),
            RelationshipRecord(mann, "FROM_CHUNK", chunk("c")),
            RelationshipRecord(mann, "FROM_CHUNK", chunk("c"), {"description": "a director"}),
            RelationshipRecord(mann, "RELATED_TO", mann, {"id": "1"}, "id"),
            RelationshipRecord(mann, "RELATED_TO", mann, {"id": "2"}, "id"),
        ]
    )
    rows = rows_by_id(graph)
    assert rows == {"c": 0, "entity:mann": 1}
    assert graph.nodes.texts is not None and graph.nodes.texts[0] == "new"
    assert graph.nodes.label_sets[graph.nodes.label_set[0]] == ("Chunk", "Extra")
    assert graph.n_relationships == 3
    corpus = corpus_of(graph)
    assert corpus is not None and corpus.chunks.tolist() == [0] and corpus.entities.tolist() == [1]


def test_the_corpus_of_a_loader(tmp_path: Path) -> None:
    row = {
        "id": 7,
        "title": "Heat",
        "text": "Mann made Heat.",
        "entities": ["Mann"],
        "triples": [["Mann", "made", "Heat"]],
    }
    (tmp_path / "corpus.jsonl").write_text(json.dumps(row), encoding="utf-8")
    graph = corpus_in_memory("openie", tmp_path)
    place = rows_by_id(graph)["passage:7"]
    assert graph.nodes.names[place] == "Heat" and graph.nodes.texts is not None
    assert graph.nodes.texts[place] == "Mann made Heat."


def test_only_the_vectors_asked_for_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    graph = from_rows([("c", ["Chunk"], {"text": "Heat"}), ("d", ["Document"], {"title": "Films"})])
    encoder = HashEncoder()
    made = with_vectors(graph, encoder, (TEXT,))
    assert list(made.vectors) == [TEXT] and made.vectors[TEXT].index.tolist() == [0, -1]
    assert np.array_equal(made.vectors[TEXT].matrix, encoder.encode(["Heat"]))


def test_a_loader_or_property_that_is_not_there_is_said() -> None:
    with pytest.raises(InvalidInput, match="There is no loader 'otqa'"):
        corpus_in_memory("otqa")
    with pytest.raises(InvalidInput, match="lacks the property 'id'"):
        rows_by_id(from_rows([("c", ["Chunk"], {"text": "Heat"})]))
