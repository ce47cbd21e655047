"""A node's meaning: its text's vector, else its name's, else none."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.errors import InvalidInput, MissingVectors
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet
from motif.indexes.meaning import meaning_of
from motif_procedures.embed_text import embed_projection

ENCODER = HashEncoder(16)


def embedded(*nodes: tuple[str, str]) -> Projection:
    """A graph of nodes with these names and texts, embedded."""
    graph = from_rows(
        (str(row), ["Node"], {"name": name, "text": text}) for row, (name, text) in enumerate(nodes)
    )
    return dataclasses.replace(graph, vectors=embed_projection(graph, ENCODER))


WORDS = st.sampled_from(["", "heat", "fog of war", "the dust", "cold"])


@given(nodes=st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=9), draw=st.data())
def test_each_node_has_the_vector_of_its_text_else_of_its_name(
    nodes: list[tuple[str, str]], draw: st.DataObject
) -> None:
    graph, query = embedded(*nodes), ENCODER.encode(["heat and dust"])[0]
    if not graph.vectors[NAME].matrix.size and not any(text for _, text in nodes):
        return
    meaning = meaning_of(graph)
    allowed = np.array(draw.draw(st.lists(st.booleans(), min_size=len(nodes), max_size=len(nodes))), np.bool_)
    cosines, vectors = meaning.cosines(query, allowed), meaning.vectors(np.arange(len(nodes)))
    for row, (name, text) in enumerate(nodes):
        said = text or name
        assert meaning.present[row] == bool(said)
        expected = ENCODER.encode([said])[0] if said else np.zeros(16, np.float32)
        np.testing.assert_array_equal(vectors[row], expected)
        if said and allowed[row]:
            assert abs(cosines[row] - expected @ query) < 1e-6
        else:
            assert np.isnan(cosines[row])


def test_a_graph_without_texts_has_its_names() -> None:
    graph = embedded(("heat", ""), ("dust", ""))
    assert meaning_of(graph).cosines(ENCODER.encode(["dust"])[0]).argmax() == 1


def test_texts_alone_are_enough() -> None:
    graph = embedded(("heat", "a film"), ("dust", ""))
    graph = dataclasses.replace(graph, vectors={TEXT: graph.vectors[TEXT]})
    assert meaning_of(graph).present.tolist() == [True, False]


def test_a_graph_without_vectors_says_which_call_makes_them() -> None:
    with pytest.raises(MissingVectors, match=r"kg\.embed\(\).*motif\.embed\.text\.mutate\('rows'\)"):
        meaning_of(from_rows([("a", ["Chunk"], {"text": "heat"})]))


def test_vectors_of_two_models_are_refused() -> None:
    graph = embedded(("heat", "a film"))
    other = dataclasses.replace(graph, vectors=embed_projection(graph, HashEncoder(8))).vectors[NAME]
    with pytest.raises(MissingVectors, match="16 dimensions, those of names 8"):
        meaning_of(dataclasses.replace(graph, vectors={TEXT: graph.vectors[TEXT], NAME: other}))


def test_a_query_of_another_dimension_is_refused() -> None:
    with pytest.raises(InvalidInput, match="3 dimensions, the vectors have 16"):
        meaning_of(embedded(("heat", ""))).cosines(np.ones(3, np.float32))


def test_few_allowed_rows_give_the_same_cosines() -> None:
    graph = embedded(*((f"film {row}", "") for row in range(40)))
    query, allowed = ENCODER.encode(["film 7"])[0], np.zeros(40, np.bool_)
    allowed[[7, 9]] = True
    some, all_of_them = (meaning_of(graph).cosines(query, mask) for mask in (allowed, None))
    np.testing.assert_allclose(some[allowed], all_of_them[allowed], atol=1e-6)
    assert isinstance(graph.vectors[NAME], VectorSet)
