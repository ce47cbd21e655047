"""`embed_triples` into the snapshot: once, beside the vectors of texts, and not at query time."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import CountingEncoder
from motif import Graph
from motif.errors import InvalidInput
from motif.graphs.projection import NAME, TRIPLE
from motif.indexes.triples import triple_texts
from motif.settings import Settings

TRIPLES = [("Heat", "DIRECTED_BY", "Michael Mann"), ("Ali", "DIRECTED_BY", "Michael Mann")]


@pytest.fixture
def encoder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> CountingEncoder:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    return CountingEncoder(name="counted")


def test_relationships_have_vectors_beside_those_of_texts(encoder: CountingEncoder) -> None:
    graph = Graph.from_triples(TRIPLES, encoder)
    assert graph.embed_triples() is graph
    assert set(graph.projection.vectors) == {TRIPLE}
    graph.embed()
    assert {TRIPLE, NAME} <= set(graph.projection.vectors)
    vectors = graph.projection.vectors[TRIPLE]
    expected = encoder.encode(list(triple_texts(graph.projection)))
    np.testing.assert_array_equal(vectors.matrix[vectors.index], expected)


def test_again_encodes_nothing_and_makes_no_new_snapshot(encoder: CountingEncoder) -> None:
    graph = Graph.from_triples(TRIPLES, encoder).embed_triples()
    before, done = graph.view, len(encoder.texts)
    assert graph.embed_triples().view is before and len(encoder.texts) == done


def test_writing_needs_a_database_and_says_so_before_it_encodes(encoder: CountingEncoder) -> None:
    graph = Graph.from_triples(TRIPLES, encoder)
    with pytest.raises(InvalidInput, match=r"embed_triples\(write=True\) needs a database"):
        graph.embed_triples(write=True)
    assert not encoder.texts


def test_the_settings_name_the_cache(encoder: CountingEncoder, tmp_path: object) -> None:
    graph = Graph.from_triples(TRIPLES, encoder).embed_triples()
    again = CountingEncoder(name="counted")
    other = Graph.from_triples(TRIPLES[:1], again).embed_triples()
    # One text is compared, since a name alone does not tell what is behind it; none is encoded anew.
    assert len(again.texts) == 1 and other.projection.n_relationships == 1 and graph.name == other.name
    assert isinstance(graph._settings, Settings) and graph._settings.cache == tmp_path
