"""Vectors read from properties: only those whose text is still the one they were made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.plan import VectorPlan
from motif.catalog.reading_vectors import are_said, content_hash, read_vectors
from motif.graphs.packing import pack_values
from motif.graphs.projection import NAME
from motif.graphs.strings import StringTable

PLAN = VectorPlan("vector", NAME, None, "model", "content")


def columns(names: list[str], contents: list[int | None]) -> dict[str, PropertyColumn]:
    vectors = [[1.0, float(row)] for row in range(len(names))]
    parts = {
        "vector": pack_values(vectors, vector=True),
        "model": pack_values(["toy@1"] * len(names)),
        "content": pack_values(contents),
    }
    return {name: PropertyColumn.join([part], None) for name, part in parts.items()}


USERS = VectorPlan("vector", NAME, "toy")
"""A property that the user named: nothing tells what its vectors were made of."""


def test_vectors_that_motif_wrote_are_taken_where_every_text_has_its_own() -> None:
    names = ["Heat", "Ali", ""]
    contents = [content_hash("Heat"), None, content_hash("gone")]
    found = read_vectors(columns(names, contents), [PLAN], {NAME: StringTable.from_strings(names)})
    assert found.note == ""
    assert found.vectors[NAME].index.tolist() == [0, 1, -1], "unknown content is trusted, another text is not"
    assert found.vectors[NAME].encoder.name == "toy" and found.vectors[NAME].matrix.shape == (2, 2)
    assert np.allclose(np.linalg.norm(found.vectors[NAME].matrix, axis=1), 1)


@pytest.mark.parametrize("lacking", ["another text", "no vector"])
def test_a_part_of_what_motif_wrote_is_not_taken_for_the_whole(lacking: str) -> None:
    names = ["Heat", "Ali", "Thief"]
    given = columns(names, [content_hash("Heat"), content_hash("Alien"), None])
    if lacking == "no vector":
        given = columns(names, [content_hash(name) for name in names])
        vectors: list[Any] = [[1.0, 0.0], None, [1.0, 2.0]]
        given["vector"] = PropertyColumn.join([pack_values(vectors, vector=True)], None)
    found = read_vectors(given, [PLAN], {NAME: StringTable.from_strings(names)})
    assert found.vectors == {}
    assert found.note == "left out: 2 of 3 nodes with names have theirs in vector; embed again to use them"


def test_a_part_that_the_user_gave_is_taken_as_it_is() -> None:
    names = ["Heat", "Ali"]
    given = columns(names, [None, None])
    given["vector"] = PropertyColumn.join([pack_values([[1.0, 0.0], None], vector=True)], None)
    found = read_vectors(given, [USERS], {NAME: StringTable.from_strings(names)})
    assert found.vectors[NAME].index.tolist() == [0, -1] and found.note == ""


def test_without_texts_every_vector_counts() -> None:
    found = read_vectors(columns(["a", "b"], [1, 2]), [PLAN], {NAME: None}).vectors
    assert found[NAME].index.tolist() == [0, 1]


def test_every_space_of_unicode_says_nothing() -> None:
    spaces = [chr(code) for code in range(0x110000) if chr(code).isspace()]
    texts = [*spaces, *(f"{space}a" for space in spaces), "", "ü", "東"]
    said = are_said(StringTable.from_strings(texts))
    assert said.tolist() == [bool(text) and not text.isspace() for text in texts]
