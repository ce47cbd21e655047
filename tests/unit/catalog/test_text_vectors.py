"""Vectors by text: which rows of a later image of a graph have one, against the same with dictionaries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import from_triples
from motif.catalog.carrying import carried_vectors, partly_carried
from motif.catalog.text_vectors import rows_of_strings, rows_without, texts_at
from motif.graphs.projection import LABEL, NAME, RELATION, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable
from motif.indexes.triples import triple_texts

WORDS = st.sampled_from(["", "a", "b", "ab", "ba", " ", "\t ", "ä", "日本", "a b", "Heat", "heat"])
NAMES = st.sampled_from(["a", "b", "c", "a b", "Heat", "日本"])
TRIPLES = st.lists(st.tuples(NAMES, st.sampled_from(["knows", "HAS_PART", "has part"]), NAMES), max_size=8)


@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=12))
def test_rows_of_strings(before: list[str], after: list[str]) -> None:
    found = rows_of_strings(StringTable.from_strings(before), StringTable.from_strings(after))
    assert found.tolist() == [before.index(text) if text in before else -1 for text in after]


def texts_of(projection: Projection, kind: str) -> list[str]:
    """By row, the slow way."""
    if kind == NAME:
        return list(projection.nodes.names)
    if kind == TRIPLE:
        return list(triple_texts(projection))
    return texts_at(projection, kind, np.arange(_sizes(projection)[kind]))


def _sizes(projection: Projection) -> dict[str, int]:
    return {
        NAME: projection.n_nodes,
        TRIPLE: projection.n_relationships,
        RELATION: len(projection.relationships.relations),
        LABEL: len(projection.labels),
    }


def embedded(projection: Projection) -> Projection:
    """The projection with a vector for each distinct text, which tells the text by its number."""
    sets = {}
    for kind in (NAME, TRIPLE, RELATION, LABEL):
        texts = texts_of(projection, kind)
        distinct = sorted({text for text in texts if text.strip()})
        index = np.array([distinct.index(text) if text.strip() else -1 for text in texts], np.int32)
        matrix = np.array([[hash(text) % 97, 1] for text in distinct], np.float32).reshape(-1, 2)
        sets[kind] = VectorSet(EncoderStamp("toy", 2, "5a"), index, matrix)
    return replace(projection, vectors=sets)


@given(TRIPLES, TRIPLES)
def test_vectors_follow_their_texts(
    before: list[tuple[str, str, str]], after: list[tuple[str, str, str]]
) -> None:
    old, new = embedded(from_triples(before, {"a": "A"})), from_triples(after, {"a": "A", "b": "B"})
    moved = partly_carried(old, new)
    for kind, vectors in moved.items():
        texts, known = texts_of(new, kind), set(texts_of(old, kind))
        for row, text in enumerate(texts):
            place = int(vectors.index[row])
            if place >= 0:
                assert vectors.matrix[place, 0] == hash(text) % 97
            elif kind != TRIPLE:  # "a b" and "c" read like "a" and "b c", and may be encoded again
                assert text not in known or not text.strip()
        lacking = [row for row, text in enumerate(texts) if text.strip() and vectors.index[row] < 0]
        assert rows_without(new, kind, vectors).tolist() == lacking
        assert set(vectors.index[vectors.index >= 0].tolist()) == set(range(len(vectors.matrix)))
        assert (kind in carried_vectors(old, new)) == (not lacking)
