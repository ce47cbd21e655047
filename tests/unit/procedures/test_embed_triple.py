"""A relationship has the vector of its text with both ends; a text is encoded once, wherever it stands."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fakes import CountingEncoder, HashEncoder
from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.errors import Cancelled
from motif.graphs.projection import NAME, TRIPLE, Projection
from motif.indexes.triples import triple_texts
from motif_procedures import embed_text, vector_store
from motif_procedures.embed_triple import embed_triples

TRIPLES = [
    ("Heat", "DIRECTED_BY", "Michael Mann"),
    ("Heat", "directedBy", "Michael Mann"),
    ("Thief", "DIRECTED_BY", "Michael Mann"),
    ("Heat", "release_year", "1995"),
]


def embedded(graph: Projection) -> Projection:
    return dataclasses.replace(graph, vectors={TRIPLE: embed_triples(graph, HashEncoder())})


def test_each_distinct_text_is_encoded_once_and_stands_at_its_relationships() -> None:
    graph, encoder = from_triples(TRIPLES), CountingEncoder()
    vectors = embed_triples(graph, encoder)
    texts = list(triple_texts(graph))
    assert sorted(encoder.texts) == sorted(set(texts)) and len(set(texts)) == 3
    np.testing.assert_array_equal(vectors.matrix[vectors.index], HashEncoder().encode(texts))


def test_vectors_that_are_there_cost_nothing() -> None:
    graph, encoder = embedded(from_triples(TRIPLES)), CountingEncoder()
    assert embed_triples(graph, encoder) is graph.vectors[TRIPLE]
    assert not encoder.texts


def test_vectors_of_an_earlier_graph_are_taken_and_only_the_new_encoded() -> None:
    before, encoder = embedded(from_triples(TRIPLES)), CountingEncoder()
    after = from_triples([("Ali", "DIRECTED_BY", "Michael Mann"), *TRIPLES[2:]])
    vectors = embed_triples(after, encoder, known=before)
    assert encoder.texts == ["Ali directed by Michael Mann"]
    np.testing.assert_array_equal(
        vectors.matrix[vectors.index], HashEncoder().encode(list(triple_texts(after)))
    )


def test_a_cancelled_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_text, "_TEXTS_AT_ONCE", 1)
    monkeypatch.setattr(vector_store, "_FOUND_AT_ONCE", 1)
    graph, control, told = from_triples(TRIPLES), Control(), []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            control.cancel()

    with pytest.raises(Cancelled, match="after 2 of 3 texts"):
        embed_triples(graph, HashEncoder(), progress=tell, control=control, checkpoint=tmp_path)
    encoder = CountingEncoder()
    vectors = embed_triples(graph, encoder, checkpoint=tmp_path)
    # The one text more is the comparison of an encoder that only has a name with what was kept.
    assert len(encoder.texts) == 2 and told[-1] == (2, 3)
    np.testing.assert_array_equal(
        vectors.matrix[vectors.index], HashEncoder().encode(list(triple_texts(graph)))
    )


class Batching(CountingEncoder):
    """Counts what it is asked for in batches that may show in the last bits."""

    def __init__(self) -> None:
        super().__init__()
        self.many: list[str] = []

    def encode_many(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.many += texts
        return HashEncoder().encode(texts)


def test_triples_alone_may_be_encoded_in_batches() -> None:
    graph, encoder = from_triples(TRIPLES), Batching()
    embed_triples(graph, encoder)
    assert len(encoder.many) == 3 and not encoder.texts
    embed_text.embed_projection(graph, encoder, kinds=(NAME, TRIPLE))
    assert len(encoder.many) == 3 and len(encoder.texts) == 4 + 3, "a name must be at distance 0 from itself"


def test_a_graph_without_relationships_has_no_vectors() -> None:
    vectors = embed_triples(from_triples([], labels={"alone": "Node"}), HashEncoder())
    assert vectors.index.shape == (0,) and vectors.matrix.shape == (0, 64)
