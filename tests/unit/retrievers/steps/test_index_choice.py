"""Which searches the database's own indexes answer."""

from __future__ import annotations

import dataclasses

import pytest

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.graphs.graph_schema import SearchIndex
from motif.graphs.projection import Projection
from motif.graphs.steps import Find, FulltextSearch, VectorSearch
from motif.models.encoder import stamp
from motif.retrievers.steps.index_choice import choose_indexes
from motif.retrievers.view import View
from unit.retrievers.steps.films import SCHEMA, films, with_vectors, without_vectors

ENCODER = HashEncoder()
VECTORS = SearchIndex(
    "filmVectors",
    "vector",
    "node",
    ("Film",),
    ("embedding",),
    ENCODER.dimension,
    "cosine",
    stamp(ENCODER).text,
)
WORDS = SearchIndex("filmWords", "fulltext", "node", ("Film",), ("description",))
STEPS = (Find("a", "Film"), VectorSearch("b", "crime", "Film"), FulltextSearch("c", "crime", "Film"))


def chosen(view: View, *indexes: SearchIndex, steps: tuple[object, ...] = STEPS) -> dict[str, str]:
    schema = dataclasses.replace(SCHEMA, indexes=indexes)
    return {step: index.name for step, index in choose_indexes(schema, steps, view).items()}  # type: ignore[arg-type]


def names_alone() -> Projection:
    return from_rows([("a", ["Film"], {"name": "Heat"})])


def encoding(projection: Projection) -> View:
    return View(projection, lambda: ENCODER)


def test_the_projection_comes_first() -> None:
    assert chosen(with_vectors(films()), VECTORS, WORDS) == {}


def test_without_vectors_and_texts_of_its_own_the_databases_indexes_answer() -> None:
    assert chosen(encoding(names_alone()), VECTORS, WORDS) == {"b": "filmVectors", "c": "filmWords"}
    assert chosen(encoding(films()), VECTORS, WORDS) == {"b": "filmVectors"}


@pytest.mark.parametrize(
    "changed",
    [
        {"dimension": 3},
        {"dimension": None},
        {"model": "another@1"},
        {"model": None},
        {"labels": ("Person",)},
        {"entity": "relationship"},
        {"kind": "range"},
    ],
)
def test_an_index_that_does_not_fit_is_not_used(changed: dict[str, object]) -> None:
    other = dataclasses.replace(VECTORS, **changed)  # type: ignore[arg-type]
    assert chosen(encoding(names_alone()), other) == {}
    assert chosen(encoding(names_alone()), other, VECTORS) == {"b": "filmVectors"}


def test_what_has_no_label_or_no_encoder_is_searched_in_memory() -> None:
    assert chosen(encoding(names_alone()), VECTORS, steps=(VectorSearch("b", "crime"),)) == {}
    assert chosen(without_vectors(names_alone()), VECTORS) == {}
