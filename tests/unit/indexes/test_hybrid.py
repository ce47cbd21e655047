"""Words and meaning in one score: against BM25 and cosines written out."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.catalog.triples import from_triples
from motif.graphs.projection import Projection
from motif.indexes import meaning
from motif.indexes.hybrid import build_hybrid_index, nodes_to_read
from motif_procedures.embed_text import embed_projection
from unit.indexes.test_fulltext import naive_scores

ENCODER = HashEncoder(16)
WORDS = st.lists(st.sampled_from(["heat", "fog", "war", "the", "of"]), max_size=6).map(" ".join)


def embedded(graph: Projection) -> Projection:
    return dataclasses.replace(graph, vectors=embed_projection(graph, ENCODER))


@given(
    texts=st.lists(WORDS, min_size=1, max_size=7),
    question=WORDS,
    weight=st.sampled_from([0.0, 0.3, 0.6, 1.0]),
    draw=st.data(),
)
def test_the_score_is_both_parts_by_their_highest(
    texts: list[str], question: str, weight: float, draw: st.DataObject
) -> None:
    graph = embedded(from_rows((str(row), ["Chunk"], {"text": text}) for row, text in enumerate(texts)))
    allowed = np.array(draw.draw(st.lists(st.booleans(), min_size=len(texts), max_size=len(texts))), np.bool_)
    vector = ENCODER.encode([question])[0]
    found = build_hybrid_index(graph).relevance(question, vector, allowed, bm25_weight=weight)
    bm25 = [score if may else 0.0 for score, may in zip(naive_scores(texts, question), allowed, strict=True)]
    said = [
        text or str(row) for row, text in enumerate(texts)
    ]  # a node without a text has its name's meaning
    cosine = [
        max(float(ENCODER.encode([text])[0] @ vector), 0.0) if may else 0.0
        for text, may in zip(said, allowed, strict=True)
    ]
    expected = [
        weight * one / (max(bm25) or 1) + (1 - weight) * other / (max(cosine) or 1)
        for one, other in zip(bm25, cosine, strict=True)
    ]
    everyone = found.scores(np.arange(len(texts)))
    np.testing.assert_allclose(everyone, expected, atol=1e-5)
    rows, scores = found.best(3)
    assert np.all(np.diff(scores) <= 0) and len(rows) == min(3, int((everyone > 0).sum()))


@pytest.mark.parametrize("named", [0, 40])
@given(seed=st.integers(0, 99), k=st.integers(0, 70), weight=st.sampled_from([0.0, 0.6]))
def test_rounded_vectors_give_the_same_nodes(named: int, seed: int, k: int, weight: float) -> None:
    generator = np.random.default_rng(seed)
    words = np.array(["heat", "fog", "war", "the", "of"])
    texts = [" ".join(generator.choice(words, 4)) for _ in range(60)]
    nodes = [(str(row), ["Chunk"], {"text": "" if row < named else text}) for row, text in enumerate(texts)]
    graph = embedded(from_rows(nodes))
    index = build_hybrid_index(graph, np.ones(60, np.bool_))
    allowed = generator.random(60) < 0.9 if seed % 2 else None
    asked = "heat of war", ENCODER.encode(["heat of war"])[0], allowed
    exact = index.relevance(*asked, bm25_weight=weight)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meaning, "_MANY", 1)
        rounded = index.relevance(*asked, bm25_weight=weight)
    assert (exact.cosines.margin, rounded.cosines.margin > 0) == (0, True)
    everyone = np.arange(60)
    np.testing.assert_allclose(rounded.scores(everyone), exact.scores(everyone), atol=1e-6)
    np.testing.assert_allclose(rounded.cosines.near, exact.cosines.near, atol=rounded.cosines.margin)
    rows, scores = rounded.best(k)
    expected = rounded.scores(everyone)
    order = np.lexsort((everyone, -expected))
    np.testing.assert_array_equal(rows, order[expected[order] > 0][:k])
    np.testing.assert_array_equal(scores, expected[rows])


def test_questions_are_put_to_chunks_where_there_are_chunks() -> None:
    nodes = [
        ("c", ["Chunk"], {"text": "Heat."}),
        ("e", ["__Entity__"], {"name": "Heat", "description": "A film."}),
    ]
    graph = from_rows(nodes, [("e", "FROM_CHUNK", "c", {})])
    assert nodes_to_read(graph).tolist() == [True, False]
    found = build_hybrid_index(graph).relevance("heat", None, bm25_weight=1)
    assert found.scores(np.arange(2)).tolist() == [1, 0]


def test_else_to_nodes_of_text_else_to_all() -> None:
    described = from_rows(
        [("a", ["Film"], {"name": "Heat", "text": "A film."}), ("b", ["Film"], {"name": "Ali"})]
    )
    assert nodes_to_read(described).tolist() == [True, False]
    named = from_triples([("Heat", "directed_by", "Michael Mann")])
    assert nodes_to_read(named).all()
    assert build_hybrid_index(named).seeds("who is mann", None, 5, bm25_weight=1)[0].tolist() == [1]


def test_titles_are_words_of_a_chunk_and_ids_are_not() -> None:
    nodes = [
        ("heat", ["Chunk"], {"text": "A film."}),
        ("2", ["Chunk"], {"title": "Heat", "text": "Two men."}),
    ]
    assert build_hybrid_index(from_rows(nodes)).seeds("heat", None, 5, bm25_weight=1)[0].tolist() == [1]


def test_other_nodes_are_read_when_named() -> None:
    nodes = [("c", ["Chunk"], {"text": "Heat."}), ("e", ["__Entity__"], {"name": "Heat"})]
    index = build_hybrid_index(from_rows(nodes), np.array([False, True]))
    assert index.rows.tolist() == [1]
    assert index.seeds("heat", None, 5, bm25_weight=1)[0].tolist() == [1]


def test_nothing_in_common_is_no_seed() -> None:
    index = build_hybrid_index(from_rows([("a", ["Chunk"], {"text": "Heat."})]))
    assert index.seeds("dust", None, 5)[0].tolist() == []
    assert index.seeds("", None, 5)[0].tolist() == []
