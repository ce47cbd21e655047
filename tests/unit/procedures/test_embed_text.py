"""Each text is encoded once, a stopped run continues, and vectors stand where their texts do."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fakes import CountingEncoder, HashEncoder, ReturningEncoder
from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput, JobFailed
from motif.graphs.projection import Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable
from motif_procedures import embed_text
from motif_procedures.embed_text import embed_projection

TRIPLES = [
    ("Heat", "DIRECTED_BY", "Michael Mann"),
    ("Heat", "directedBy", "Michael Mann"),
    ("Thief", "DIRECTED_BY", "Michael Mann"),
    ("film", "features", "Heat"),
]
LABELS = {"Heat": "Film", "Thief": "Film", "Michael Mann": ["Person", "Director"]}


class Failing(CountingEncoder):
    """Fails, or cancels, at its n-th batch."""

    def __init__(self, at: int, error: BaseException | None = None, control: Control | None = None) -> None:
        super().__init__()
        self._at, self._error, self._control = at, error, control

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(self.batches) == self._at and self._error is not None:
            raise self._error
        if len(self.batches) == self._at and self._control is not None:
            self._control.cancel()
        return super().encode(texts)


def film_graph(texts: Sequence[str] | None = None) -> Projection:
    graph = from_triples(TRIPLES, LABELS)
    if texts is None:
        return graph
    return dataclasses.replace(
        graph, nodes=dataclasses.replace(graph.nodes, texts=StringTable.from_strings(texts))
    )


def with_vectors(graph: Projection, vectors: dict[str, VectorSet]) -> Projection:
    return dataclasses.replace(graph, vectors={**graph.vectors, **vectors})


def vector_at(vectors: VectorSet, row: int) -> NDArray[np.float32]:
    return vectors.matrix[vectors.index[row]]


def one(text: str) -> NDArray[np.float32]:
    return HashEncoder().encode([text])[0]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_text, "_TEXTS_AT_ONCE", 2)


def test_every_distinct_text_is_encoded_once_across_kinds() -> None:
    encoder = CountingEncoder()
    graph = film_graph(["A heist.", "Heat", "", "A heist."])
    vectors = embed_projection(graph, encoder)
    assert sorted(encoder.texts) == sorted(
        ["Heat", "Michael Mann", "Thief", "film", "A heist.", "directed by", "features", "director", "person"]
    )
    for row, name in enumerate(graph.nodes.names):
        np.testing.assert_array_equal(vector_at(vectors["name"], row), one(name))
    assert vectors["text"].index.tolist() == [1, 0, -1, 1]
    np.testing.assert_array_equal(vectors["text"].matrix, [one("Heat"), one("A heist.")])
    np.testing.assert_array_equal(vector_at(vectors["label"], graph.labels.index("Film")), one("film"))


def test_relations_that_read_alike_share_a_vector() -> None:
    graph = film_graph()
    relation = embed_projection(graph, HashEncoder())["relation"]
    assert graph.relationships.relations == ("DIRECTED_BY", "directedBy", "features")
    assert relation.index.tolist() == [0, 0, 1]
    np.testing.assert_array_equal(relation.matrix, [one("directed by"), one("features")])


def test_a_graph_without_texts_has_no_vectors_of_texts_and_empty_ones_have_none() -> None:
    graph = film_graph()
    assert set(embed_projection(graph, HashEncoder())) == {"name", "relation", "label"}
    nameless = dataclasses.replace(graph.nodes, names=StringTable.from_strings(["Heat", "", " \t", "film"]))
    vectors = embed_projection(dataclasses.replace(graph, nodes=nameless), HashEncoder(), kinds=["name"])
    assert vectors["name"].index.tolist() == [0, -1, -1, 1]
    empty = embed_projection(from_triples([]), HashEncoder())
    assert {kind: len(v.index) for kind, v in empty.items()} == {"name": 0, "relation": 0, "label": 0}
    assert empty["name"].matrix.shape == (0, 64)


def test_vectors_are_as_the_index_wants_them() -> None:
    for vectors in embed_projection(film_graph(["a", "b", "a", ""]), HashEncoder()).values():
        assert (vectors.index.dtype, vectors.matrix.dtype) == (np.int32, np.float32)
        assert vectors.matrix.flags.c_contiguous
        used = vectors.index[vectors.index >= 0]
        assert sorted(set(used.tolist())) == list(range(len(vectors.matrix)))
        assert vectors.encoder == EncoderStamp("fake-hash", 64)


def test_progress_counts_what_the_encoder_is_asked_for(small_batches: None) -> None:
    told: list[tuple[int, int]] = []
    embed_projection(
        film_graph(), HashEncoder(), kinds=["name"], progress=lambda done, total: told.append((done, total))
    )
    assert told == [(0, 4), (2, 4), (4, 4)]


def test_vectors_that_are_there_are_kept_and_never_made_again() -> None:
    graph = film_graph()
    first = embed_projection(graph, HashEncoder())
    encoder = CountingEncoder()
    again = embed_projection(with_vectors(graph, first), encoder)
    assert encoder.texts == []
    assert all(again[kind] is first[kind] for kind in first)


def test_only_rows_without_a_vector_are_encoded() -> None:
    graph = film_graph()
    own = np.eye(64, dtype=np.float32)[:2]
    given_vectors = VectorSet(EncoderStamp("", 64), np.array([1, -1, 0, -1], np.int32), own)
    encoder = CountingEncoder()
    made = embed_projection(with_vectors(graph, {"name": given_vectors}), encoder, kinds=["name"])["name"]
    names = list(graph.nodes.names)
    assert encoder.texts == sorted([names[1], names[3]], key=len, reverse=True)
    np.testing.assert_array_equal(
        [vector_at(made, row) for row in range(4)], [own[1], one(names[1]), own[0], one(names[3])]
    )


@pytest.mark.parametrize("other", [HashEncoder(32), HashEncoder(64, "another")])
def test_vectors_of_another_model_are_made_again(other: HashEncoder) -> None:
    graph = with_vectors(film_graph(), embed_projection(film_graph(), other))
    vectors = embed_projection(graph, HashEncoder())
    assert all(v.encoder == EncoderStamp("fake-hash", 64) for v in vectors.values())
    np.testing.assert_array_equal(vector_at(vectors["name"], 0), one("Heat"))


def test_an_earlier_graph_gives_vectors_by_text_not_by_row() -> None:
    before = with_vectors(film_graph(), embed_projection(film_graph(), HashEncoder()))
    after = from_triples([("Collateral", "directed_by", "Michael Mann"), *TRIPLES[::-1]])
    encoder = CountingEncoder()
    vectors = embed_projection(after, encoder, known=before)
    assert encoder.texts == ["Collateral"]
    for row, name in enumerate(after.nodes.names):
        np.testing.assert_array_equal(vector_at(vectors["name"], row), one(name))


def test_bare_vectors_are_refused_as_an_earlier_graph() -> None:
    graph = film_graph()
    with pytest.raises(InvalidInput, match="known must be a Projection"):
        embed_projection(graph, HashEncoder(), known=graph.vectors)  # type: ignore[arg-type]


def test_a_cancelled_run_continues_where_it_stopped(tmp_path: Path, small_batches: None) -> None:
    control = Control()
    first = Failing(1, control=control)
    with pytest.raises(Cancelled, match="after 4 of 8 texts"):
        embed_projection(film_graph(), first, control=control, checkpoint=tmp_path)
    second = CountingEncoder()
    vectors = embed_projection(film_graph(), second, checkpoint=tmp_path)
    assert len(first.texts) == 4
    encoded_anew = [text for batch in second.batches[1:] for text in batch]
    assert len(encoded_anew) == 4
    assert not set(first.texts) & set(encoded_anew)
    expected = embed_projection(film_graph(), HashEncoder())
    for kind in expected:
        np.testing.assert_array_equal(vectors[kind].matrix, expected[kind].matrix)


def test_a_failing_encoder_is_named_and_what_it_did_is_kept(tmp_path: Path, small_batches: None) -> None:
    with pytest.raises(JobFailed, match="'fake-hash' failed after 2 of 8 texts: quota"):
        embed_projection(film_graph(), Failing(1, RuntimeError("quota")), checkpoint=tmp_path)
    assert len(embed_texts_again(tmp_path)) == 6


def test_a_killed_run_continues_where_it_stopped(tmp_path: Path, small_batches: None) -> None:
    with pytest.raises(KeyboardInterrupt):
        embed_projection(film_graph(), Failing(2, KeyboardInterrupt()), checkpoint=tmp_path)
    assert len(embed_texts_again(tmp_path)) == 4


def embed_texts_again(checkpoint: Path) -> list[str]:
    """What is encoded anew, without the one text by which an encoder without a hash is known again."""
    encoder = CountingEncoder()
    embed_projection(film_graph(), encoder, checkpoint=checkpoint)
    return [text for batch in encoder.batches[1:] for text in batch]


def test_another_model_behind_the_same_name_is_noticed(tmp_path: Path) -> None:
    embed_projection(film_graph(), HashEncoder(), checkpoint=tmp_path)

    class Changed(HashEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return super().encode([text[::-1] for text in texts])

    vectors = embed_projection(film_graph(), Changed(), checkpoint=tmp_path)
    np.testing.assert_array_equal(vector_at(vectors["name"], 0), one("taeH"))


def test_a_wrong_answer_ends_the_job() -> None:
    with pytest.raises(InvalidInput, match="shape"):
        embed_projection(film_graph(), ReturningEncoder(lambda texts: np.ones((1, 4))))  # type: ignore[arg-type]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'names'"):
        embed_projection(film_graph(), HashEncoder(), kinds=["names"])


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.sampled_from(["", " ", "a", "b", "Heat", "c" * 3000]), min_size=4, max_size=4))
def test_vectors_stand_where_their_texts_do(texts: list[str]) -> None:
    vectors = embed_projection(film_graph(texts), HashEncoder())["text"]
    for row, text in enumerate(texts):
        if text.strip():
            np.testing.assert_array_equal(vector_at(vectors, row), one(text))
        else:
            assert vectors.index[row] == -1
